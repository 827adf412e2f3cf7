/** Whether a kernel allocates memory that a collector frees, by the calls that its count run executed. Pure. */
import { sum } from '@cyclelab/contract/measure/statistics';
import type { Badge } from '@cyclelab/contract/schema/code';
import { hexadecimal, type DecodedFunction } from './listing.ts';

/** Functions of Go's runtime, of Crystal's collector and of .NET: they allocate, or mostly do. */
const allocators = [
	/^runtime\.(newobject|new[A-Z]\w*|make(slice|map|chan)\w*|growslice\w*|mallocgc\w*|concatstring\w*|convT\w*|slicebytetostring|stringtoslice\w*|rawbyteslice)$/,
	/^GC_(malloc|realloc)\w*$/,
	/^(CORINFO_HELP|JIT)_(NEW|BOX)\w*$/,
	/^System\.String:(Concat|Format|Join|Substring|Replace|Split)\b/
];

/** Of a kernel with at least one allocation in two iterations. */
export function allocationBadges(
	functions: readonly DecodedFunction[],
	counts: ReadonlyMap<number, number>,
	iterations: number
): Badge[] {
	const calls = functions
		.flatMap(({ instructions }) => instructions)
		.filter(
			({ flow, callee = '', address }) =>
				flow === 'call' &&
				(counts.get(address) ?? 0) > 0 &&
				allocators.some((name) => name.test(callee))
		);
	const all = sum(calls.map(({ address }) => counts.get(address) ?? 0));
	if (all < iterations / 2) return [];
	return [
		{
			id: 'allocates',
			label: 'allocates memory',
			sentence:
				'The kernel allocates memory in its iterations. What new memory and the collection of old memory take differs from sample to sample, and llvm-mca knows neither.',
			weight: 'caution',
			addresses: [...new Set(calls.map(({ address }) => hexadecimal(address)))]
		}
	];
}
