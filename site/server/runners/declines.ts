/** Limits how often a runner declines runs: the site would hand it the same waiting run again at once. Pure except for the given clock. */
import { fixed } from '../base/config.ts';
import { openFailedAttempts } from '../limits/failed-attempts.ts';

type Declines = {
	/** The runner of this name declined a run. Returns a sentence if it must be disconnected. */
	record: (runner: string) => string | undefined;
	/** A sentence if the runner of this name may not be connected now, because it declined too many runs. */
	refusal: (runner: string) => string | undefined;
};

/** Counts by the runner's name, so that a new connection begins no new count. @param now ms of a monotonic clock */
export function openDeclines(now?: () => number): Declines {
	const most = fixed.declinesPerMinute;
	const attempts = openFailedAttempts({ most, everyMs: 60_000 }, now);
	const refusal = (runner: string) => {
		const seconds = attempts.wait(runner);
		if (seconds === 0) return undefined;
		return `The runner ${runner} declined ${most} runs within a minute, so the site sends it no more. It may connect again in ${seconds} s; read in its log why it was not ready.`;
	};
	return {
		record: (runner) => {
			attempts.record(runner);
			return refusal(runner);
		},
		refusal
	};
}
