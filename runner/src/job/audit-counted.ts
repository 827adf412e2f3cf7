/** Shell: compares a watched call that differs from the report's count with counted calls of its lengths and its data. */
import { reportFunctions, type DecodedFunction } from '../inspect/listing.ts';
import {
	compareAudit,
	dataDecides,
	isSteady,
	otherWork,
	type Audited,
	type CountedCall
} from '../measure/audit.ts';
import { callsBehind, pairsAtMost, vary } from '../measure/calls-vary.ts';
import type { Observed } from '../measure/observed.ts';
import type { AuditedLoop, CountedCode } from '../measure/watched.ts';
import { countSeed } from '../toolchains/harness-env.ts';
import type { DataWork } from '@cyclelab/contract/schema/report';
import type { Outcome } from './audit-agreed.ts';
import { workOf, type CountCalls } from './count-calls.ts';
import { apartAtLeast, workJump } from './work-jump.ts';

const otherLengths = 'Not checked against a run that is timed: other lengths have other work. ';
const otherCalls =
	'Not checked against a run that is timed: calls of one length do different work, which depends on what earlier calls left behind.';
const notCounted =
	'Not checked against a run that is timed: as many iterations as there cannot be counted.';

/**
 * `iterations`: of the call that the report's counts are of. `seed`: of the data in the watched call. `dataWork`: where an earlier
 * watched call has shown it.
 */
type WatchedCall = {
	code: CountedCode;
	functions: readonly DecodedFunction[];
	loop: AuditedLoop;
	iterations: number;
	observed: Observed;
	seed: number;
	hasRuntime: boolean;
	dataWork: DataWork | undefined;
};

/** `dataWork`: where the data alone decides the work. */
export async function auditCounted(
	{ code, functions, loop, iterations, observed, seed, hasRuntime, dataWork: known }: WatchedCall,
	count: CountCalls
): Promise<Outcome & { dataWork?: DataWork }> {
	const { n, other, calls: others } = observed;
	const lengths = [n, other?.n ?? 2 * n] as const;
	const firstOf = async (length: number, seed: number) => (await count(seed, length))?.[0];
	const bothOf = async (seed: number) => {
		const [one, two] = [await firstOf(lengths[0], seed), await firstOf(lengths[1], seed)];
		return one && two && { calls: [workOf(loop, one), workOf(loop, two)] as const, one };
	};
	const counted = await bothOf(seed);
	if (!counted || counted.calls[0].passes === 0) {
		const loosely = compareAudit(code, loop, observed, hasRuntime);
		const isOther = 'doubt' in loosely && loosely.bound === 'unseenCode';
		return 'doubt' in loosely && !isOther ? { unchecked: notCounted } : loosely;
	}
	const { calls } = counted;
	const [one] = calls;
	const third = others
		.map(([n]) => n)
		.find((length) => length !== lengths[0] && length !== lengths[1]);
	const three = third === undefined ? undefined : await firstOf(third, seed);
	const each = [...calls, ...(three ? [workOf(loop, three)] : [])];
	const passesAt = new Map(each.map((call) => [call.iterations, call.passes / call.iterations]));
	// Work may depend on the length, and another process may have found another one.
	const comparable = { ...observed, calls: others.filter(([n]) => passesAt.has(n)) };
	const doubted = async (doubt: Audited): Promise<Outcome> =>
		(await isByState(loop, comparable, calls, (pairs) =>
			count(seed, ...callsBehind(pairs, lengths))
		))
			? { unchecked: otherCalls, varies: true }
			: doubt;
	const again = compareAudit(
		{ ...code, functions: reportFunctions(functions, counted.one.withStart) },
		{
			...loop,
			passes: one.passes / n,
			instructions: one.instructions / n,
			passesAt,
			isSteady: isSteady(loop, calls)
		},
		comparable,
		hasRuntime
	);
	if ('doubt' in again) return again.bound === undefined ? doubted(again) : again;
	const doubt = otherWork(loop, calls, iterations);
	const mayJump = !loop.isRegular && otherWork(loop, calls, iterations, apartAtLeast) !== undefined;
	if (doubt === undefined && !mayJump) return again;
	const same = known ? undefined : await bothOf(countSeed);
	const dataWork =
		doubt === undefined
			? undefined
			: (known ?? (same && dataDecides(loop, calls, same.calls, iterations)));
	if (dataWork !== undefined) return { ...again, dataWork };
	if (doubt !== undefined && loop.isRegular) return doubted({ doubt });
	const unlike = ({ instructions, iterations }: CountedCall) =>
		Math.abs(instructions / iterations - loop.instructions);
	const [timed] = same?.calls.toSorted((a, b) => unlike(b) - unlike(a)) ?? [];
	const jump = await workJump(timed?.iterations ?? n, iterations, async (length) => {
		const call = await firstOf(length, countSeed);
		return call && workOf(loop, call).instructions;
	});
	if (jump !== undefined) return { doubt: jump };
	return doubt === undefined ? again : { unchecked: `${otherLengths}${doubt}` };
}

/**
 * Whether what earlier calls leave behind explains a doubt, which other counted calls show then.
 * @param behind counts a pair of calls behind so many other pairs; the first of its calls is not of the pair
 */
async function isByState(
	loop: AuditedLoop,
	observed: Observed,
	calls: Parameters<typeof vary>[2],
	behind: (pairs: number) => ReturnType<CountCalls>
): Promise<boolean> {
	const counted = [...calls];
	for (let pairs = 0; pairs < pairsAtMost; pairs++) {
		const [, ...pair] = (await behind(pairs)) ?? [];
		if (pair.length === 0) return false;
		counted.push(...pair.map((call) => workOf(loop, call)));
		if (vary(loop, observed, counted)) return true;
	}
	return false;
}
