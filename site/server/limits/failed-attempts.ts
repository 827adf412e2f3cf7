/** A rate limiter of failed attempts, by who made them: an address, or a runner’s name. Pure except for the given clock. */

export type FailedAttempts = {
	/** Seconds until this one may try again; 0 if it may now. */
	wait: (who: string) => number;
	/** Counts a failed attempt of this one. */
	record: (who: string) => void;
};

/** @param most failed attempts that each of them has in each period */
export function openFailedAttempts(
	{ most, everyMs }: { most: number; everyMs: number },
	now: () => number = () => performance.now()
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
		record: (who) => {
			turn();
			counts.set(who, (counts.get(who) ?? 0) + 1);
		}
	};
}
