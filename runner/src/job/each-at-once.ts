/** Shell: an action for each of several things, so many at once, begun in their order. */

/** Rejects with the first failure, after which no other action begins. */
export async function eachAtOnce<One>(
	most: number,
	all: readonly One[],
	act: (one: One) => Promise<void>
): Promise<void> {
	const waiting = [...all];
	const lane = async () => {
		for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
			await act(next).catch((cause) => {
				waiting.length = 0;
				throw cause;
			});
		}
	};
	const lanes = await Promise.allSettled(Array.from({ length: most }, lane));
	for (const lane of lanes) if (lane.status === 'rejected') throw lane.reason;
}
