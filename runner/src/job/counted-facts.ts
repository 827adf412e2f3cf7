/** What a report has of a variant's counts, apart from those of each instruction. Pure. */
import { defined } from '@cyclelab/contract/defined';
import { categoryOf } from '../blocks/category.ts';
import { allocationBadges } from '../inspect/allocations.ts';
import { badges } from '../inspect/badges.ts';
import type { FoundLoop } from '../inspect/hot-loop.ts';
import { reportInstruction, type DecodedFunction } from '../inspect/listing.ts';
import { oneCopyOf } from '../inspect/one-copy.ts';
import type { HotLoop } from '@cyclelab/contract/schema/code';
import type { VariantReport } from '@cyclelab/contract/schema/report';
import type { ToInspect } from './build-variant.ts';
import type { CountedVariant } from './count-variant.ts';

type Task = Pick<ToInspect, 'facts' | 'build' | 'edited' | 'microarchitecture'>;

/** `functions`: those that the page shows. */
export function countedFacts(
	task: Task,
	counted: CountedVariant & Pick<VariantReport, 'stepped'>,
	functions: readonly DecodedFunction[]
) {
	const { counts, results, hot, unshown, threads = 1, stepped, printed } = counted;
	const { instructionsPerCall, countedIterations } = counted;
	const [checksum] = results;
	return {
		// The result of fewer iterations is another one.
		...(countedIterations === undefined ? { checksum } : { countedIterations }),
		instructionsPerCall,
		instructionsPerIteration: hot.instructionsPerIteration,
		...(unshown ? { unshown } : {}),
		...(threads > 1 ? { countedThreads: threads } : {}),
		...defined({ stepped, printed }),
		...('found' in hot ? { hotLoop: toHotLoop(task, counts, hot.found, functions) } : {})
	};
}

function toHotLoop(
	{ facts, build, edited, microarchitecture }: Task,
	counts: ReadonlyMap<number, number>,
	found: FoundLoop,
	functions: readonly DecodedFunction[]
): HotLoop {
	const { path, copies, part, share, pathCoverage, passes, passesPerEntry, sourceIterations } =
		found;
	const own = new Set(path.instructions.map(({ address }) => address));
	return {
		symbol: path.symbol,
		instructions: path.instructions.map((instruction) =>
			reportInstruction(instruction, own.has(instruction.target ?? -1), counts)
		),
		...defined({ copies, part }),
		share,
		pathCoverage,
		...defined({ passesPerEntry }),
		sourceIterations,
		...(build.target === 'x86-64' ? { category: categoryOf(path) } : {}),
		badges: [
			...badges({
				found,
				variant: build.variant,
				edited,
				target: build.target,
				blindSpots: facts.blindSpots,
				microarchitecture
			}),
			...allocationBadges(functions, counts, passes * oneCopyOf(found).sourceIterations)
		]
	};
}
