/** Shell: the order in which a job's variants are built in one sandbox. */

/**
 * Builds all, so many at once. What had not enough memory beside another is built once more alone: the builds share the
 * sandbox's memory. Rejects with the first failure of ours, after which no other build begins.
 */
export async function buildAll<One>(
	all: readonly One[],
	atOnce: number,
	build: (one: One) => Promise<void>,
	lackedMemory: (one: One) => boolean
): Promise<void> {
	await eachAtOnce(atOnce, all, build);
	if (atOnce > 1 && all.length > 1) await eachAtOnce(1, all.filter(lackedMemory), build);
}

async function eachAtOnce<One>(
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
	for (const one of lanes) if (one.status === 'rejected') throw one.reason;
}
