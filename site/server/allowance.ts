/** How much somebody may still say: so much at once, and then some more with time. Pure but for the clock it is given. */

/** Gives as many as are allowed of those asked for. */
export type Allowance = (asked: number) => number;

/** @param everyMs after so much time there is one more, up to `most` */
export function createAllowance(
	{ most, everyMs }: { most: number; everyMs: number },
	now: () => number = () => performance.now()
): Allowance {
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
