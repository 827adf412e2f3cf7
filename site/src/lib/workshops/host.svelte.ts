/** The host's side of a workshop: what is shown, and what the keys do. */
import type { HostAct, HostView, Solver } from '../../../shared/workshop-host.ts';
import type { HostApi } from './api.ts';
import type { FloorState } from '../../../shared/workshop-people.ts';
import { broughtForward, type Front } from './front.ts';
import { Room } from './room.svelte.ts';

const freshStep = { vote: 1, revealed: false, challenge: false } as const;
/** A press of the timer adds so much, s. */
const timerStep = 60;
const longestTimer = 3600;
/** An act without an answer keeps the next key waiting for so long, ms. */
const longestTurnMs = 5000;

/** What keys change back and forth, to be compared. */
const ledTo = ({ state, groups }: HostView) => JSON.stringify([state, groups]);

export class Host {
	#api: HostApi;
	readonly room: Room<HostView>;
	/** On this screen only: whether the votes of a step are covered, where the host has chosen, and what stands in front. */
	#covering = $state.raw<{ step: string; covered: boolean }>();
	front = $state<Front>('question');
	/** Why the last act did nothing. */
	trouble = $state<string>();
	deleted = $state(false);
	/** Whose source is looked at. */
	checking = $state.raw<{ solver: Solver; exercise: string }>();

	constructor(api: HostApi, view: HostView) {
		this.#api = api;
		this.room = new Room<HostView>(api, view, (before, after) => {
			this.front = (before && broughtForward(before, after, this.front)) ?? this.front;
		});
		if (view.people.length === 0 && view.endedAt === undefined) this.front = 'code';
	}

	get view(): HostView {
		// begun with one, and never without
		return this.room.view as HostView;
	}

	exercise = $derived.by(() => this.view.exercises.find(({ slug }) => slug === this.view.state.at));
	step = $derived.by(() => this.view.state.steps[this.view.state.at] ?? freshStep);
	/** Votes that are seen while people vote lead those who vote later. */
	covered = $derived.by(() =>
		this.#covering?.step === this.#stepName ? this.#covering.covered : !this.step.revealed
	);
	#stepName = $derived.by(() => `${this.view.state.at} ${this.step.vote} ${this.step.revealed}`);
	place = $derived.by(() =>
		this.view.exercises.findIndex(({ slug }) => slug === this.view.state.at)
	);

	#turn: Promise<unknown> = Promise.resolve();

	/**
	 * Does what a key asks for when the view has what the key before it did: most keys change something back and forth, and
	 * requests that are sent at once arrive in any order.
	 */
	inTurn(act: () => unknown): void {
		this.trouble = undefined;
		const next = async () => {
			const over = new AbortController();
			await Promise.race([act(), this.#api.pause(longestTurnMs, over.signal)]);
			over.abort();
		};
		this.#turn = this.#turn.then(next, next);
	}

	async act(act: HostAct) {
		this.trouble = undefined;
		await this.#send(act);
	}

	/** For what a key does: what went wrong with the key before it stays to be read. */
	async #send(act: HostAct) {
		const before = ledTo(this.view);
		try {
			const after = ledTo(await this.#api.act(act));
			// Only the stream has its views in order, so the answer's view is not shown.
			if (after !== before) while (ledTo(this.view) === before) await this.room.next();
		} catch (error) {
			this.trouble = error instanceof Error ? error.message : `${error}`;
		}
	}

	sourceOf = ({ run }: Solver) => this.#api.source(run);

	/** Decides whether the run that is looked at makes its person a solver. */
	decide = async ({ person, run }: Solver, accepted: boolean) => {
		this.checking = undefined;
		await this.act({ act: 'check', person, run, accepted });
	};

	bring = () => this.#send({ act: 'bring' });
	voteAgain = () => this.#send({ act: 'vote', round: this.step.vote === 1 ? 2 : 1 });
	reveal = () => this.#send({ act: 'reveal', on: !this.step.revealed });
	challenge = () => this.#send({ act: 'challenge', on: !this.step.challenge });
	/** A measurement can be over before the next view arrives, which then shows nothing of it. */
	measure = () => {
		this.front = 'question';
		return this.#send({ act: 'measure' });
	};
	cover = () => (this.#covering = { step: this.#stepName, covered: !this.covered });
	/** Brings something to the front, or the question back. */
	bringToFront = (front: Front) => (this.front = this.front === front ? 'question' : front);

	/** Groups of people who disagree; pressed again, none. */
	groupSize = $state<2 | 3 | 4>(2);
	group = () =>
		this.#send({ act: 'group', size: this.view.groups.length > 0 ? 0 : this.groupSize });

	askForCode = (person: number, on: boolean) => this.act({ act: 'ask', person, on });
	/** Removes participants with their votes, questions and results. */
	removePeople = (people: number[]) => this.act({ act: 'remove', people });
	shownBy = (person: number) => this.#api.shown(person);
	settleQuestion = (question: number, state: FloorState) =>
		this.act({ act: 'floor', question, state });

	replan = (order: { exercises: string[]; minutes: Record<string, number> }) =>
		this.act({ act: 'plan', ...order });
	goTo = (exercise: string) => this.act({ act: 'go', exercise });
	timerOf = (minutes: number) =>
		this.act({ act: 'timer', seconds: Math.min(longestTimer, minutes * 60) });

	/** One minute more than is left. */
	timer = () => {
		const { timer } = this.view.state;
		const now = Date.now() + this.room.aheadMs;
		const left = timer ? Math.max(0, Math.ceil((Date.parse(timer.endsAt) - now) / 1000)) : 0;
		return this.#send({ act: 'timer', seconds: Math.min(longestTimer, left + timerStep) });
	};
	stopTimer = () => this.#send({ act: 'timer', seconds: 0 });

	/** Another exercise, so many steps away. */
	move = (by: number) => {
		const next = this.view.exercises[this.place + by];
		return next && this.#send({ act: 'go', exercise: next.slug });
	};

	end = () => this.act({ act: 'end' });

	async remove() {
		await this.#api.remove().then(
			() => (this.deleted = true),
			(error: Error) => (this.trouble = error.message)
		);
	}
}
