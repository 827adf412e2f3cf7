/** A workshop's effects on an exercise's page: follow the host, send the prediction as a vote, hide results. */
import { defined } from '@cyclelab/contract/defined';
import { untrack } from 'svelte';
import type { Guesses } from '../run/guesses.svelte.ts';
import type { Where } from '../../../shared/workshop-people.ts';
import type { Participant } from './participant.svelte.ts';

interface Page {
	slug: string;
	guesses: Guesses;
	/** The workshop's question is the question of the chosen language. */
	asked: () => boolean;
	go: (address: string) => Promise<void>;
	/** How far they are, and whether the code they edit compiles. */
	where: () => Where;
	compiles: () => boolean | undefined;
}

/** Pause before a change of place is reported, ms: while somebody types, the host sees the last change only. */
const reportAfterMs = 700;

/** To be called while the page is made: its effects live as long as the page does. */
export function takePart(
	participant: Participant,
	{ slug, guesses, asked, go, where, compiles }: Page
): void {
	/** The vote this page took note of: `1`, or `2` after the discussion. */
	let round: number | undefined;
	let calls: number | undefined;

	// A participant who follows the host opens the host's exercise.
	$effect(() => {
		const view = participant.view;
		if (!view || view.endedAt || view.due) return;
		const called = calls !== undefined && view.state.calls > calls;
		calls = view.state.calls;
		if (view.following && view.state.at !== slug)
			void go(`/exercises/${view.state.at}?workshop=${view.code}`);
		else if (called && view.state.at === slug) window.scrollTo({ top: 0 });
	});

	// The host sees which exercise each participant has open, and how far they are.
	$effect(() => {
		if (!participant.room) return;
		const compiled = compiles();
		const place = {
			at: slug,
			step: where(),
			...defined({ compiles: compiled })
		};
		const timer = setTimeout(() => void participant.report(place), reportAfterMs);
		return () => clearTimeout(timer);
	});

	// Results of the exercise the room is at are shown to all at once.
	$effect(() => {
		const view = participant.view;
		const step = participant.stepOf(slug);
		guesses.held =
			view !== undefined &&
			view.endedAt === undefined &&
			view.due === undefined &&
			view.following &&
			view.state.at === slug &&
			step?.revealed === false;
		if (step?.revealed) guesses.skipped = true;
	});

	// The earlier prediction is restored, and a second vote asks for a new prediction.
	$effect(() => {
		const step = participant.stepOf(slug);
		if (!step || !asked()) return;
		const vote = participant.voteOf(slug);
		const fresh = round !== step.vote;
		round = step.vote;
		if (!fresh) return;
		untrack(() => {
			if (vote !== undefined) guesses.commit(vote);
			else if (guesses.committed && !step.revealed) guesses.revise();
		});
	});
}
