/** Shell: the order in which a job's variants are built in one sandbox. */
import { eachAtOnce } from './each-at-once.ts';

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
