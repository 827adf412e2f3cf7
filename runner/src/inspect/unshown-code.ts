/** Where instructions were executed in code that is not shown, as a report has it. Pure. */
import { defined } from '@cyclelab/contract/defined';
import type { Unshown } from '@cyclelab/contract/schema/code';
import type { UnshownRegion as Executed } from './count.ts';
import { hexadecimal } from './listing.ts';

/** Less than this part of all instructions is a start that took another way, or a runtime's own work. */
const least = 0.01;
const mostPlaces = 8;

type CountRunTotals = { iterations: number; unshown?: readonly Executed[] | undefined };

/**
 * From the difference of two count runs, in which what is done once cancels, as for the code that is shown.
 * @param shown instructions per iteration in the code that is shown
 * @param runtime.isInFile the program's own file works independently of the kernel (Go's monitor and collector, thousands of
 *   instructions more in one run than in the next), and is left out
 * @param runtime.others instructions an iteration of a runtime's threads, which are in no place's count for certain
 */
export function unshownIn(
	run: CountRunTotals,
	shorter: CountRunTotals,
	shown: number,
	{ isInFile = false, others = 0 }: { isInFile?: boolean; others?: number } = {}
): Unshown[] | undefined {
	if (!run.unshown || !shorter.unshown) return undefined;
	const before = new Map(shorter.unshown.map(({ file, executed }) => [file, executed]));
	const places = run.unshown
		.map(({ executed, ...place }) => ({
			...place,
			each: (executed - (before.get(place.file) ?? 0)) / (run.iterations - shorter.iterations)
		}))
		.filter(({ each, file }) => each > 0 && !(isInFile && file !== undefined));
	const all = shown + places.reduce((sum, { each }) => sum + each, 0);
	const reported = places
		.filter(({ each }) => each >= least * all + others)
		.toSorted((a, b) => b.each - a.each)
		.slice(0, mostPlaces)
		.map(({ file, from, to, each }) => ({
			...defined({ file }),
			from: hexadecimal(from),
			to: hexadecimal(to),
			instructionsPerIteration: each,
			share: each / all
		}));
	return reported.length > 0 ? reported : undefined;
}
