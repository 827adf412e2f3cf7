/** A rate limiter of failed attempts, by who made them: an address, or a runner’s name. Pure except for the given clock. */
import type { SharedLimit } from './limits.ts';

export type FailedAttempts = {
	/** Seconds until this one may try again; 0 if it may now. */
	wait: (who: string) => number;
	/** Counts a failed attempt of this one, here at once and in the store when it resolves. */
	record: (who: string) => Promise<void>;
};

/**
 * @param most failed attempts that each of them has in each period
 * @param shared a limit of one attempt less in all site processes, which refuses what is the last one: each process learns with
 *   the next failed attempt that others have used the attempts up
 */
export function openFailedAttempts(
	{ most, everyMs }: { most: number; everyMs: number },
	now: () => number = () => performance.now(),
	shared?: SharedLimit
): FailedAttempts {
	let counts = new Map<string, number>();
	let began = now();
	const turn = () => {
		if (now() - began < everyMs) return;
		counts = new Map();
		began = now();
	};
	return {
		wait: (who) => {
			turn();
			if ((counts.get(who) ?? 0) < most) return 0;
			return Math.max(1, Math.ceil((began + everyMs - now()) / 1000));
		},
		record: async (who) => {
			turn();
			counts.set(who, (counts.get(who) ?? 0) + 1);
			if (shared && (await shared(who)) > 0) counts.set(who, most);
		}
	};
}
