/** One participant of a workshop, as this browser keeps them: the same person after a reload and in a second tab. */
import { defined } from '@cyclelab/contract/defined';
import type { Said, ShownCode } from '../../../shared/workshop-people.ts';
import type { SeatChange, SeatView } from '../../../shared/workshop-participant.ts';
import { isFleeting, keep, load } from '../ui/storage.ts';
import { seatApi, type SeatApi } from './api.ts';
import { Room } from './room.svelte.ts';

const place = (code: string) => `seat:${code}`;

/** Keeps the token of a place in a workshop. */
export const keepSeat = (code: string, token: string) => keep(place(code), token);

export class Participant {
	readonly code: string;
	#api = $state.raw<SeatApi>();
	#token: string | undefined;
	room = $state.raw<Room<SeatView>>();
	/** This browser keeps nothing: a reload loses the place. */
	isFleeting = $state(false);
	/** Why their last act, such as a vote, did nothing. */
	trouble = $state<string>();

	constructor(code: string) {
		this.code = code;
	}

	/** The secret this browser has for the workshop. */
	token = () => this.#token;

	get view(): SeatView | undefined {
		return this.room?.view;
	}

	/** To be called in the browser: false if it has no place in the workshop. */
	enter(): boolean {
		this.#token = load(place(this.code));
		if (this.#token === undefined) return false;
		this.isFleeting = isFleeting(place(this.code));
		this.#api = seatApi(this.#token);
		this.room = new Room<SeatView>(this.#api);
		void this.room.follow();
		return true;
	}

	/** The host's state of an exercise: the first vote is open until the host closes it. */
	stepOf(slug: string) {
		const view = this.view;
		if (!view?.exercises.some((exercise) => exercise.slug === slug)) return undefined;
		return view.state.steps[slug] ?? { vote: 1, revealed: false, challenge: false };
	}

	/** Confidence and reason of their vote, which a new ratio keeps. */
	reasonOf(slug: string): Omit<Said, 'ratio'> {
		const { confidence, why } = this.saidOf(slug) ?? {};
		return { ...defined({ confidence }), ...(why ? { why } : {}) };
	}

	/** Their prediction of the round that is open, or was last. */
	voteOf = (slug: string): number | undefined => this.saidOf(slug)?.ratio;

	/** Their whole vote of that round. */
	saidOf(slug: string): Said | undefined {
		const round = this.stepOf(slug)?.vote;
		return this.view?.votes.find((vote) => vote.exercise === slug && vote.round === round);
	}

	vote = (exercise: string, said: Said) => this.#try((api) => api.vote({ exercise, ...said }));
	ask = (text: string) => this.#try((api) => api.ask(text));
	want = (question: number, on: boolean) => this.#try((api) => api.want(question, on));
	show = (code: ShownCode) => this.#try((api) => api.show(code));
	unshow = () => this.#try((api) => api.unshow());

	/** @returns whether it succeeded; if not, `trouble` has the reason */
	async #try(act: (api: SeatApi) => Promise<void>): Promise<boolean> {
		this.trouble = undefined;
		if (!this.#api) return false;
		return act(this.#api).then(
			() => true,
			(error: Error) => {
				this.trouble = error.message;
				return false;
			}
		);
	}

	/** The host's decision about their code that met an exercise's challenge; undefined if no code of theirs met it. */
	solutionOf(slug: string) {
		return this.view?.solutions.find(({ exercise }) => exercise === slug)?.checked;
	}

	/** Reports the exercise that the participant has open, and how far they are in it. */
	async report(place: Pick<SeatChange, 'at' | 'step' | 'compiles'>) {
		await this.#api?.change(place).catch(() => undefined);
	}

	async follow(following: boolean) {
		await this.#api?.change({ following }).catch(() => undefined);
	}

	leave() {
		this.room?.leave();
	}
}
