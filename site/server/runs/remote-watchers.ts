/** The runs that other site processes watch: only of these do they get a message about new events. Pure. */

export type RemoteWatchers = {
	/** Another process watches these runs. Returns those of which that was not known. */
	note: (runs: readonly string[]) => string[];
	has: (run: string) => boolean;
};

/** A process repeats the runs that it watches every second (`fixed.sweepMs`); after this time without that it watches none, ms. */
const keptMs = 5000;

/** @param now ms */
export function createRemoteWatchers(now: () => number = () => performance.now()): RemoteWatchers {
	const until = new Map<string, number>();
	const has = (run: string) => (until.get(run) ?? -Infinity) > now();
	return {
		has,
		note: (runs) => {
			const added = runs.filter((run) => !has(run));
			for (const [run, end] of until) if (end <= now()) until.delete(run);
			for (const run of runs) until.set(run, now() + keptMs);
			return added;
		}
	};
}
