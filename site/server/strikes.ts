/** Who guessed wrong too often lately. Pure but for the clock it is given. */

export type Strikes = {
	/** Seconds until this address may try again; 0 if it may now. */
	wait: (address: string) => number;
	strike: (address: string) => void;
};

/** @param most wrong guesses one address has in each stretch of time */
export function openStrikes(
	{ most, everyMs }: { most: number; everyMs: number },
	now: () => number = () => performance.now()
): Strikes {
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
		strike: (address) => {
			turn();
			counts.set(address, (counts.get(address) ?? 0) + 1);
		}
	};
}
