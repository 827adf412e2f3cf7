/** The progress of `npm test`'s suites, from their output and their usual durations. Pure. */

/** Number of finished files or tests of a suite, and of all. */
export type Done = { done: number; of: number };

/** A suite that is due. `usual`: seconds on a quiet machine with two cores, beside the others. */
export type Due = { usual: number; state: 'waits' | 'over' | { elapsed: number; done?: Done } };

/** Below this part of a suite its usual duration is the better estimate. */
const tellingPart = 0.25;

/** The latest progress in the output of `progress-reporter.ts` or Playwright's list; `before`: the earlier progress. */
export function doneIn(text: string, before?: Done): Done | undefined {
	const file = [...text.matchAll(/; file (\d+) of (\d+);/g)].at(-1);
	if (file) return { done: Number(file[1]) - 1, of: Number(file[2]) };
	const of = /Running (\d+) tests? using/.exec(text)?.[1] ?? before?.of;
	if (of === undefined) return before;
	// Playwright numbers tests as they begin; a line is printed as each ends.
	const ended = [...text.matchAll(/^ +\S+ +\d+ \S+\.spec\.ts:/gm)].length;
	return { done: (before?.done ?? 0) + ended, of: Number(of) };
}

/** Seconds until all lanes are done: suites of a lane run one after another, the lanes side by side. */
export function secondsLeft(lanes: readonly (readonly Due[])[]): number {
	const leftOf = ({ usual, state }: Due): number => {
		if (state === 'over') return 0;
		if (state === 'waits') return usual;
		const { elapsed, done } = state;
		const part = done ? done.done / done.of : 0;
		return part < tellingPart ? Math.max(0, usual - elapsed) : elapsed / part - elapsed;
	};
	return Math.max(0, ...lanes.map((lane) => lane.reduce((sum, due) => sum + leftOf(due), 0)));
}

/** "less than a minute", "about 9 min". */
export const leftInWords = (seconds: number): string =>
	seconds < 60 ? 'less than a minute left' : `about ${Math.round(seconds / 60)} min left`;
