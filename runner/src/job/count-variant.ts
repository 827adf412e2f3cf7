/** Shell: counts what a built variant executes, and finds its hot loop. */
import { defined } from '@cyclelab/contract/defined';
import { findHotLoop, tookAnotherWay, type CountRun, type Hot } from '../inspect/hot-loop.ts';
import { done, failed, type ReadResult } from '../inspect/read.ts';
import { unshownIn } from '../inspect/unshown-code.ts';
import { didMore, firstCallDoubt, workOf, type CallWork } from '../measure/first-call.ts';
import { hasOwnRuntime, othersIn } from '../measure/others.ts';
import { countedAt } from '@cyclelab/contract/measure/place';
import type { FailureFacts } from '@cyclelab/contract/schema/failure';
import type { VariantReport } from '@cyclelab/contract/schema/report';
import type { CountRequest } from '../toolchains/harness-env.ts';
import type { CountedCall, Counts, DisassembledProgram } from '../toolchains/toolchain.ts';
import type { ToInspect } from './build-variant.ts';
import type { Inspection } from './job-context.ts';
import { countSeed } from '../toolchains/harness-env.ts';

/** The counts that a report has, and what follows from them. */
export type CountedVariant = Omit<Counts, 'calls'> & {
	hot: Exclude<Hot, { failure: unknown }>;
	unshown: VariantReport['unshown'];
	others: Inspection['others'];
	/** What a call executes once, however many iterations it has. */
	instructionsPerCall: number;
	/** Iterations of the call whose counts are shown, if they are not the exercise's. */
	countedIterations?: number;
};

/** Counted where the exercise's iterations take too long: enough to tell an iteration's work from what is done once. */
const fewIterations = 64;

/** From calls of all and of half of the iterations. */
const onceIn = (whole: CallWork, half: CallWork): number =>
	Math.max(0, 2 * half.instructions - whole.instructions);

/**
 * One run of three calls. The first is what the report shows. In the difference of the others, of half and of all iterations,
 * everything done once a call cancels, so work the compiler hoisted is not taken for the loop's, and neither is what the first
 * call alone did. If that call did more than the last, another run's shorter first call tells whether the kernel works once. Another
 * run, up to twice as many iterations, where the shorter of the two calls executed other code. Where so many iterations take too
 * long to count, fewer are counted: an iteration may do the work of thousands.
 * @param count one count run, under the emulator or on the processor
 */
export async function countVariant(
	{ facts, build }: Pick<ToInspect, 'facts' | 'build'>,
	{ functions }: Pick<DisassembledProgram, 'functions'>,
	count: (asked: CountRequest) => Promise<ReadResult<Counts>>
): Promise<ReadResult<CountedVariant>> {
	// The loop is the same at all values, and setup is cheap at the first.
	const parameters = countedAt(facts);
	const { countedIterations } = facts;
	const meters = facts.meters.map(({ id }) => id);
	const ask = (iterations: number, later: number[] = []) =>
		count({ iterations, later, seed: countSeed, parameters, meters });
	const once = async (iterations: number, longest: number) => {
		const ended = await ask(iterations, [longest / 2, longest]);
		if (!ended.ok) return ended;
		const [first, short, long] = ended.value.calls;
		if (!first || !short || !long) throw new Error('a call was not counted');
		const half: CountRun & CountedCall = { iterations: longest / 2, ...short };
		const whole: CountRun & CountedCall = { iterations: longest, ...long };
		const hot = findHotLoop(build.variant, functions, whole, half);
		const isAlike = !tookAnotherWay(hot, whole, half);
		return done({ ...ended.value, first, whole, half, hot, isAlike });
	};
	const isOwn = hasOwnRuntime(build.language);
	/** Why the kernel cannot be measured, if it works once. Without the shorter call nobody knows, so that is counted once more. */
	const refusedFor = async (
		all: number,
		{ first, whole }: { first: CountedCall; whole: CountedCall }
	): Promise<FailureFacts | undefined> => {
		const calls = { first: workOf(all, first, isOwn), again: workOf(all, whole, isOwn) };
		if (!didMore(calls)) return undefined;
		const iterations = all / 2;
		let ended = await ask(iterations);
		if (!ended.ok) ended = await ask(iterations);
		if (!ended.ok) return ended.failure;
		const [shorter] = ended.value.calls;
		if (!shorter) throw new Error('a call was not counted');
		const reason = firstCallDoubt(calls, workOf(iterations, shorter, isOwn));
		if (reason === undefined) return undefined;
		return {
			kind: 'implausible',
			stage: 'count',
			variant: build.variant,
			bound: 'firstCall',
			reason
		};
	};
	let all = countedIterations;
	let counted = await once(all, all);
	if (!counted.ok && counted.failure.kind === 'timeout' && all > fewIterations) {
		all = fewIterations;
		counted = await once(all, all);
	}
	if (!counted.ok) return counted;
	let { value } = counted;
	if (!value.isAlike) {
		const longer = await once(all / 2, 2 * all);
		// If that is too long to count, or differs again, the work is not in proportion at any length.
		if (longer.ok && longer.value.isAlike) value = longer.value;
	}
	const refused = await refusedFor(all, counted.value);
	if (refused) return failed(refused);
	const { whole, half, hot } = value;
	if ('failure' in hot) return failed(hot.failure);
	const { counts, results, threads, first, printed } = counted.value;
	const others = othersIn({ iterations: all, ...first }, whole, half);
	const unshown = unshownIn(whole, half, hot.instructionsPerIteration, {
		isInFile: build.language === 'go',
		others: isOwn ? Math.abs(others ?? 0) : 0
	});
	return done({
		counts,
		results,
		hot,
		unshown,
		others,
		// With what a runtime does in the call: the call's time has it as well.
		instructionsPerCall: onceIn(workOf(all, whole, false), workOf(all / 2, half, false)),
		...(all === countedIterations ? {} : { countedIterations: all }),
		...defined({ threads, printed })
	});
}
