/** Which of the site's addresses a runner tries next, and after which pause. Pure. */

/** First and longest pause between attempts, ms: a site that is back is found soon. */
const pauseMs = { first: 250, longest: 2000 };
/** Before a site that does not want this runner is asked again, ms. */
const refusedMs = 5000;
/** Another process uses this runner's name. Coming back at once would only throw it out in turn, ms. */
const replacedMs = 10_000;

export type Attempts = {
	/** The address whose turn it is. */
	address: () => string;
	/** The site there let this runner in. */
	reached: () => void;
	/** That connection, or the attempt, is over: returns the pause before the next address is tried, ms. */
	next: (how: 'lost' | 'refused' | 'replaced') => number;
};

/** Pauses grow with every round of all addresses in which none let the runner in. */
export function createAttempts(addresses: readonly [string, ...string[]]): Attempts {
	let turn = 0;
	let failures = 0;
	return {
		address: () => addresses[turn] ?? addresses[0],
		reached: () => {
			failures = 0;
		},
		next: (how) => {
			turn = (turn + 1) % addresses.length;
			const round = Math.floor(failures / addresses.length);
			failures += 1;
			if (how === 'replaced') return replacedMs;
			if (how === 'refused') return refusedMs;
			return Math.min(pauseMs.first * 2 ** round, pauseMs.longest);
		}
	};
}
