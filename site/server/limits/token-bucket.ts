/** A token bucket: a burst, refilled with time. Pure except for the given clock. */

/** Takes as many of the requested tokens as are available, and returns their number. */
export type TokenBucket = (asked: number) => number;

/** @param everyMs time after which one token is added, up to `most` */
export function createTokenBucket(
	{ most, everyMs }: { most: number; everyMs: number },
	now: () => number = () => performance.now()
): TokenBucket {
	let left = most;
	let counted = now();
	return (asked) => {
		const more = Math.floor((now() - counted) / everyMs);
		left = Math.min(most, left + more);
		counted += more * everyMs;
		const given = Math.min(asked, left);
		left -= given;
		return given;
	};
}
