/** The address a runner connects to next, and the back-off before it. Pure. */

/** First and longest pause between attempts, ms: short, so that a restarted site is found soon. */
const pauseMs = { first: 250, longest: 2000 };
/** Pause after a site refused this runner, ms. */
const refusedMs = 5000;
/** Pause if another process uses this runner's name, ms: reconnecting at once would only replace that process. */
const replacedMs = 10_000;

export type Reconnection = {
	/** The next address. */
	address: () => string;
	/** The site accepted this runner. */
	reached: () => void;
	/** That connection, or the attempt, is over: returns the pause before the next address is tried, ms. */
	next: (how: 'lost' | 'refused' | 'replaced') => number;
};

/** Pauses grow with every round of all addresses in which none accepted the runner. */
export function createReconnection(addresses: readonly [string, ...string[]]): Reconnection {
	let current = 0;
	let failures = 0;
	return {
		address: () => addresses[current] ?? addresses[0],
		reached: () => {
			failures = 0;
		},
		next: (how) => {
			current = (current + 1) % addresses.length;
			const round = Math.floor(failures / addresses.length);
			failures += 1;
			if (how === 'replaced') return replacedMs;
			if (how === 'refused') return refusedMs;
			return Math.min(pauseMs.first * 2 ** round, pauseMs.longest);
		}
	};
}
