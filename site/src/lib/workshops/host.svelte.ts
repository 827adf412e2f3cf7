/** The host's side of a workshop: what is shown, and what the keys do. */
import type { HostAct, HostView, Solver } from '../../../shared/workshop-schema.ts';
import type { HostApi } from './api.ts';
import { Room } from './room.svelte.ts';

const freshStep = { vote: 1, revealed: false, challenge: false } as const;
/** A press of the timer adds so much, s. */
const timerStep = 60;
const longestTimer = 3600;

export class Host {
	#api: HostApi;
	readonly room: Room<HostView>;
	/** On this screen only: votes are covered, and the code is shown large. */
	covered = $state(false);
	showsCode = $state(false);
	/** Why the last act did nothing. */
	trouble = $state<string>();
	deleted = $state(false);
	/** Whose source is looked at. */
	checking = $state.raw<Solver>();

	constructor(api: HostApi, view: HostView) {
		this.#api = api;
		this.room = new Room<HostView>(api, view);
		this.showsCode = view.people.length === 0 && view.endedAt === undefined;
	}

	get view(): HostView {
		// begun with one, and never without
		return this.room.view as HostView;
	}

	exercise = $derived.by(() => this.view.exercises.find(({ slug }) => slug === this.view.state.at));
	step = $derived.by(() => this.view.state.steps[this.view.state.at] ?? freshStep);
	place = $derived.by(() =>
		this.view.exercises.findIndex(({ slug }) => slug === this.view.state.at)
	);

	async act(act: HostAct) {
		this.trouble = undefined;
		await this.#api.act(act).catch((error: Error) => {
			this.trouble = error.message;
		});
	}

	sourceOf = ({ run }: Solver) => this.#api.source(run);

	/** Decides whether the run that is looked at makes its person a solver. */
	decide = async ({ person, run }: Solver, accepted: boolean) => {
		this.checking = undefined;
		await this.act({ act: 'check', person, run, accepted });
	};

	bring = () => this.act({ act: 'bring' });
	voteAgain = () => this.act({ act: 'vote', round: this.step.vote === 1 ? 2 : 1 });
	reveal = () => this.act({ act: 'reveal', on: !this.step.revealed });
	challenge = () => this.act({ act: 'challenge', on: !this.step.challenge });
	measure = () => this.act({ act: 'measure' });
	cover = () => (this.covered = !this.covered);
	code = () => (this.showsCode = !this.showsCode);

	/** One minute more than is left. */
	timer = () => {
		const { timer } = this.view.state;
		const now = Date.now() + this.room.aheadMs;
		const left = timer ? Math.max(0, Math.ceil((Date.parse(timer.endsAt) - now) / 1000)) : 0;
		return this.act({ act: 'timer', seconds: Math.min(longestTimer, left + timerStep) });
	};
	stopTimer = () => this.act({ act: 'timer', seconds: 0 });

	/** Another exercise, so many steps away. */
	move = (by: number) => {
		const next = this.view.exercises[this.place + by];
		if (next) void this.act({ act: 'go', exercise: next.slug });
	};

	end = () => this.act({ act: 'end' });

	async remove() {
		await this.#api.remove().then(
			() => (this.deleted = true),
			(error: Error) => (this.trouble = error.message)
		);
	}
}
