/** A plan of waiting: rounds of pauses, each longer than the one before. Pure. */

/** In pauses from the beginning of the wait. */
export interface Round {
	start: number;
	end: number;
}

/** @param most a round is shorter than this, pauses */
export function roundsOf(first: number, factor: number, most: number): Round[] {
	const rounds: Round[] = [];
	let start = 0;
	for (let length = first; length < most; length *= factor) {
		rounds.push({ start, end: start + length });
		start += length;
		// A plan that does not grow has one round.
		if (factor === 1) break;
	}
	return rounds;
}

/** When a thread sees that the lock is free: it looks at the end of each round. Undefined: not in these rounds. */
export const seenAt = (rounds: readonly Round[], unlocked: number): number | undefined =>
	rounds.find(({ end }) => end >= unlocked)?.end;
