/**
 * Shell: spreads work that arrives at once over several turns of the event loop, so that between two turns the site reads
 * and answers other requests.
 */

/** Resolves in the first turn that has room, in the order of the calls; at once while this turn has room. */
export type Turns = () => Promise<void>;

/** @param most calls that resolve in one turn */
export function openTurns(most: number): Turns {
	const waiting: (() => void)[] = [];
	let begun = 0;
	const next = () => {
		begun = 0;
		for (const resolve of waiting.splice(0, most)) {
			begun += 1;
			resolve();
		}
		if (begun > 0) setImmediate(next);
	};
	return () => {
		if (begun >= most) return new Promise((resolve) => waiting.push(resolve));
		if (begun === 0) setImmediate(next);
		begun += 1;
		return Promise.resolve();
	};
}
