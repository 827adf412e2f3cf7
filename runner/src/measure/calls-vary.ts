/**
 * What a call leaves behind may decide how the next one works: clang's vectorised loop over `a[i % n]`, for example, serves a call
 * only if that does not go past the end of the array. Then calls of one length differ, whether they are counted or timed. Pure.
 */
import { bounds } from '@cyclelab/contract/measure/bounds';
import { differs, steady, unlikeAtMost, type CountedCall } from './audit.ts';
import type { Observed } from './observed.ts';
import type { AuditedLoop } from './watched.ts';

/** Pairs of calls that are counted, each behind those before it: together they go through a ring of as many iterations. */
export const pairsAtMost = 8;

/** What the three calls of a process are, the last two being the pair. One iteration more: no call ends where a ring does. */
export const callsBehind = (
	pairs: number,
	[one, two]: readonly [number, number]
): readonly [number, number, number] => [1 + pairs * (one + two), one, two];

/**
 * Whether counted calls of one length differ from each other as the observed ones differ from the report's count: the passes of both
 * are among theirs, and no call does less than the report has.
 * @param calls counted behind different others
 */
export function vary(
	loop: AuditedLoop,
	observed: Pick<Observed, 'n' | 'hits' | 'other' | 'calls'>,
	calls: readonly CountedCall[]
): boolean {
	const { tolerance } = bounds.timedWork;
	const each = calls.map((call) => ({ ...call, passes: call.passes / call.iterations }));
	const passes = (among: typeof each) => among.map((call) => call.passes);
	const isVaried = each.some(({ iterations }) => {
		const alike = passes(each.filter((call) => call.iterations === iterations));
		return differs(Math.min(...alike), Math.max(...alike), steady);
	});
	const [fewest, most] = [Math.min(...passes(each)), Math.max(...passes(each))];
	const isAmong = (seen: number) =>
		seen >= fewest * (1 - tolerance) && seen <= most / (1 - tolerance);
	const { n, hits, other, calls: others } = observed;
	const unlike = others.filter(([n, hits]) => !isAmong(hits / n));
	return (
		isVaried &&
		unlike.length <= unlikeAtMost * others.length &&
		[loop.passes, hits / n, ...(other ? [other.hits / other.n] : [])].every(isAmong) &&
		each.every(
			({ instructions, iterations }) =>
				instructions / iterations >= loop.instructions * (1 - tolerance)
		)
	);
}
