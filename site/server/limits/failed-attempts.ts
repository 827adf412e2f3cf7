/** A rate limiter of failed attempts, by address. Pure except for the given clock. */

export type FailedAttempts = {
	/** Seconds until this address may try again; 0 if it may now. */
	wait: (address: string) => number;
	/** Counts a failed attempt of this address. */
	record: (address: string) => void;
};

/** @param most failed attempts that an address has in each period */
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
		wait: (address) => {
			turn();
			if ((counts.get(address) ?? 0) < most) return 0;
			return Math.max(1, Math.ceil((began + everyMs - now()) / 1000));
		},
		/** Counts a failed attempt of this address. */
		record: (address) => {
			turn();
			counts.set(address, (counts.get(address) ?? 0) + 1);
		}
	};
}
