/**
 * Are counted and timed work the same? An observer (`images/base/audit/audit.c`) steps through a part of one call
 * of the kernel on the processor, in the mode that is timed, and counts how often the hot loop is passed in the whole call.
 * This file compares its figures with the emulator's. Pure.
 */
import { isRepeated } from '../inspect/repeated.ts';
import type { BoundName } from '@cyclelab/contract/schema/bound-name';
import type { DataWork } from '@cyclelab/contract/schema/report';
import { bounds } from '@cyclelab/contract/measure/bounds';
import type { Observed } from './observed.ts';
import { apart, number, whole } from '@cyclelab/contract/measure/sentence-numbers';
import { noLoop, type AuditedLoop, type CountedCode } from './watched.ts';

/** Where every pass does the same number of iterations, where data decide, and for calls of other lengths. */
const { tolerance: exact, toleranceOfData: varying, toleranceOfLengths } = bounds.timedWork;

/**
 * Part by which the passes of a call may differ from those counted.
 * @param passes of the call, as counted
 */
function allowedOf({ isRegular, isSteady }: AuditedLoop, passes: number): number {
	if (!isRegular && !isSteady) return varying;
	const { passes: remainder, deviations } = bounds.timedWork;
	const part = isRegular ? remainder / passes : deviations / Math.sqrt(passes);
	return Math.min(toleranceOfLengths, Math.max(exact, part));
}

/** Fewest passes that give an average. */
const passesAtLeast = 4;

/**
 * `doubt`: a reason to believe neither figure, and the bound if it is not that of the timed work. Else why it was not checked, or
 * how far it was; sentences. `proven`: one run is enough, because honest code cannot cause the doubt; with the hint for it.
 */
export type Audited =
	| { doubt: string; bound?: BoundName; proven?: { hint: string } }
	| { unchecked: string }
	| { checked: string };

/** Part of the calls of all samples that may have other passes: as many do not change the median of all. */
export const unlikeAtMost = 1 / 8;

type ObservedCall = Pick<Observed, 'n' | 'hits'>;

const tooLong =
	'Not checked against a run that is timed: a call with several loops takes too long to observe.';
/**
 * A program that has further threads or receives signals is compared all the same, or it could avoid the comparison by
 * them: the kernel's thread must do what was counted.
 * @param runtime whether the language has a runtime with threads and signals
 */
export function compareAudit(
	counted: CountedCode,
	loop: AuditedLoop,
	observed: Observed,
	runtime: boolean
): Audited {
	const { n, hits, complete, other, calls, signals, threads } = observed;
	const isInterrupted = !runtime && signals > 0;
	const isOneOfSeveral = !runtime && threads > 1;
	const executed = executedIn(counted, observed);
	// A handler may not have been called while instructions were counted.
	const unseen = isInterrupted ? 0 : unseenPart(counted, observed, runtime);
	if (unseen > bounds.unseenCode.tolerance)
		return {
			bound: 'unseenCode',
			doubt: `In a run that was timed, ${whole(unseen * 100)} % of its instructions were in code that was not executed while its instructions were counted.`
		};
	const tolerance = loop.isRegular ? exact : varying;
	const passes = hits / n;
	const who = isOneOfSeveral ? 'the thread that calls kernel()' : 'it';
	const told = (seen: number, expected: number, what: string) => {
		const [timed, counted] = apart(seen, expected);
		return `In a run that was timed, ${who} executed ${timed} ${what}, and ${counted} while its instructions were counted.`;
	};
	const ofWhat = loop.isPart
		? `passes of ${loop.marker} an iteration`
		: 'passes of its loop an iteration';
	const expectedAt = (n: number) => loop.passesAt?.get(n) ?? loop.passes;
	const passesDiffer = ({ n, hits }: ObservedCall) =>
		differs(hits / n, expectedAt(n), allowedOf(loop, n * expectedAt(n)));
	const others = calls.map(([n, hits]) => ({ n, hits })).filter(passesDiffer);
	const [unlike] = [
		...[...(complete ? [observed] : []), ...(other ? [other] : [])].filter(passesDiffer),
		...(others.length > unlikeAtMost * calls.length ? others : [])
	];
	if (unlike) return { doubt: told(unlike.hits / unlike.n, expectedAt(unlike.n), ofWhat) };
	if (loop.isPart)
		return complete && other
			? { checked: `It executed ${loop.marker} as often as counted.` }
			: { unchecked: tooLong };
	if (observed.passes < passesAtLeast)
		return {
			unchecked: 'Not checked against a run that is timed: a pass of its loop is too long.'
		};
	const mean = loop.instructions / loop.passes;
	const own = executed.reduce((sum, { times }) => sum + times, 0);
	const each = own / observed.passes;
	const isShort = isOneOfSeveral
		? each < mean * (1 - (loop.isRegular ? bounds.otherThreads.tolerance : tolerance))
		: each < Math.min(mean, loop.path) * (1 - tolerance);
	if (!loop.isMost && !(isOneOfSeveral && isShort)) return { unchecked: noLoop };
	if (isShort || (!isInterrupted && each > mean * (1 + 5 * ofOtherLengths(loop))))
		return { doubt: told(each, mean, 'instructions in each pass of its loop') };
	if (isInterrupted && other)
		return {
			checked: `Checked in part against a run that is timed: ${number(passes)} passes of its loop an iteration, counted ${number(loop.passes)}; signals interrupted it.`
		};
	if (!other)
		return {
			checked: `Checked in part against a run that is timed: ${number(each)} instructions in each pass of its loop, counted ${number(mean)}; a whole call takes too long to observe.`
		};
	const seen = each * passes;
	// A loop that has copies is not all of the iteration.
	const [timed, expected, what] = differs(seen, loop.instructions, toleranceOfLengths)
		? ([passes, expectedAt(n), 'passes of its loop'] as const)
		: ([seen, loop.instructions, 'instructions'] as const);
	return {
		checked: `Checked against a run that is timed: ${number(timed)} ${what} an iteration on the processor, counted ${number(expected)}.`
	};
}

/** Executed by a call of so many iterations, in the program's code and of the loop's passes, by the emulator. */
export type CountedCall = { iterations: number; instructions: number; passes: number };

/** Fewest passes of a call whose remainder does not decide: an unrolled loop leaves some iterations to other code. */
const passesOfCall = 64;

/**
 * Whether two calls of the lengths that are timed do other work an iteration than the call that the report's counts are of; where
 * data decide how often a loop is passed, that alone is no doubt. From their difference, in which what each does once cancels.
 * Passes that all do the same may differ by a remainder.
 * @param counted iterations of that call; its counts are from the difference to one that is half as long
 * @param part by which it differs at least
 */
export function otherWork(
	loop: AuditedLoop,
	calls: readonly [CountedCall, CountedCall],
	counted: number,
	part: number = toleranceOfLengths
): string | undefined {
	const [short, long] = calls.toSorted((a, b) => a.iterations - b.iterations);
	if (!short || !long || short.iterations * loop.passes < passesOfCall) return undefined;
	const shortest = Math.min(short.iterations, counted / 2);
	const ofPasses = loop.isRegular ? allowedOf(loop, shortest * loop.passes) : part;
	const { instructions, passes } = slopeOf(calls);
	const isLess = instructions < loop.instructions * (1 - part);
	if (!isLess && !differs(passes, loop.passes, ofPasses)) return undefined;
	const [timed, inReport] = isLess
		? apart(instructions, loop.instructions)
		: apart(passes, loop.passes);
	const what = isLess ? 'instructions' : 'passes of its loop';
	return `In calls of ${whole(short.iterations)} and ${whole(long.iterations)} iterations, as they are timed, it executed ${timed} ${what} an iteration, and ${inReport} in the call that was counted.`;
}

/**
 * Does the data alone decide how much work an iteration is? Then the calls of the counted data have the work of the report at the
 * lengths that are timed, and calls of other data have a part of it at least.
 * @param other two calls of other data
 * @param same two calls with as many iterations, of the data that was counted
 * @param counted as for `otherWork`
 */
export function dataDecides(
	loop: AuditedLoop,
	other: readonly [CountedCall, CountedCall],
	same: readonly [CountedCall, CountedCall],
	counted: number
): DataWork | undefined {
	const [ofOther, ofSame] = [slopeOf(other), slopeOf(same)];
	if (otherWork(loop, same, counted) !== undefined) return undefined;
	const tolerance = ofOtherLengths(loop);
	if (differs(ofOther.instructions, ofSame.instructions, tolerance)) return undefined;
	if (ofOther.passes === 0) return undefined;
	return { counted: ofSame.instructions, other: ofOther.instructions };
}

/** What an iteration executes, from the difference of two calls. */
function slopeOf([one, two]: readonly [CountedCall, CountedCall]) {
	const iterations = two.iterations - one.iterations;
	return {
		instructions: (two.instructions - one.instructions) / iterations,
		passes: (two.passes - one.passes) / iterations
	};
}

/** Part by which passes an iteration of several counted calls differ at most, if they do not depend on length and data. */
export const steady = 0.02;

/** Whether the passes of counted calls of other lengths and data are in proportion to those of the report's count. */
export const isSteady = (
	{ passes }: Pick<AuditedLoop, 'passes'>,
	calls: readonly CountedCall[]
): boolean => calls.every((call) => !differs(call.passes / call.iterations, passes, steady));

const ofOtherLengths = ({ isRegular }: Pick<AuditedLoop, 'isRegular'>): number =>
	isRegular ? toleranceOfLengths : varying;

export const differs = (seen: number, expected: number, tolerance: number) =>
	seen < expected * (1 - tolerance) || seen > expected / (1 - tolerance);

/** The steps in code that is shown. A repeated instruction takes a step for each repetition, and is counted once. */
function executedIn({ functions }: CountedCode, { code, passes }: Observed) {
	const shown = new Map(
		functions.flatMap(({ instructions }) =>
			instructions.map(({ address, text }): [number, string] => [Number(address), text])
		)
	);
	return code.flatMap(([address, count]) => {
		const text = shown.get(address);
		if (text === undefined) return [];
		return [{ text, times: isRepeated(text) ? Math.min(count, passes) : count }];
	});
}

/** Part of the steps in code that the count run did not execute. */
function unseenPart(
	{ functions, unshown = [] }: CountedCode,
	{ code, steps }: Observed,
	runtime: boolean
) {
	const known = new Map(
		functions.flatMap(({ instructions }) =>
			instructions.map(({ address, count = 0 }): [number, number] => [Number(address), count])
		)
	);
	const isUnseen = (address: number) => {
		const count = known.get(address);
		return count === undefined ? !runtime && unshown.length === 0 : count === 0;
	};
	const unseen = code.reduce((sum, [address, count]) => sum + (isUnseen(address) ? count : 0), 0);
	return steps === 0 ? 0 : unseen / steps;
}
