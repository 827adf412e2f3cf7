/** Shell: counts what a built variant executes, and finds its hot loop. */
import { findHotLoop, tookAnotherWay, type CountRun, type Hot } from '../inspect/hot-loop.ts';
import { done, failed, type ReadResult } from '../inspect/read.ts';
import { unshownIn } from '../inspect/unshown-code.ts';
import { didMore, firstCallDoubt, workOf } from '../measure/first-call.ts';
import { hasOwnRuntime, othersIn } from '../measure/others.ts';
import { countedAt } from '../measure/place.ts';
import type { Sandbox } from '../sandbox/command.ts';
import type { VariantReport } from '../schema/report.ts';
import type { CountedCall, Counts, Toolchain } from '../toolchains/toolchain.ts';
import type { ToInspect, Program } from './build-variant.ts';
import type { Inspection } from './job-context.ts';
import { runSteps, type RunCommand } from './run-steps.ts';

const countSeed = 1;

/** The counts that a report has, and what follows from them. */
export type CountedVariant = Omit<Counts, 'calls'> & {
	hot: Exclude<Hot, { failure: unknown }>;
	unshown: VariantReport['unshown'];
	others: Inspection['others'];
};

/**
 * One run of three calls. The first is what the report shows. In the difference of the others, of half and of all iterations,
 * everything done once a call cancels, so work the compiler hoisted is not taken for the loop's, and neither is what the first
 * call alone did. If that call did more than the last, another run's shorter first call tells whether the kernel works once. Another
 * run, up to twice as many iterations, where the shorter of the two calls executed other code.
 */
export async function countVariant(
	{ facts, build }: ToInspect,
	toolchain: Toolchain,
	{ made, seen }: Program,
	sandbox: Sandbox,
	run: RunCommand
): Promise<ReadResult<CountedVariant>> {
	// The loop is the same at all values, and setup is cheap at the first.
	const parameters = countedAt(facts);
	const { countedIterations } = facts;
	const ask = (iterations: number, later: number[] = []) => {
		const asked = { iterations, later, seed: countSeed, parameters };
		return runSteps(toolchain.count(build, made, seen, asked), sandbox, run);
	};
	const once = async (iterations: number, longest: number) => {
		const ended = await ask(iterations, [longest / 2, longest]);
		if (!ended.ok) return ended;
		const [first, short, long] = ended.value.calls;
		if (!first || !short || !long) throw new Error('a call was not counted');
		const half: CountRun & CountedCall = { iterations: longest / 2, ...short };
		const whole: CountRun & CountedCall = { iterations: longest, ...long };
		const hot = findHotLoop(build.variant, seen.functions, whole, half);
		const isAlike = !tookAnotherWay(hot, whole, half);
		return done({ ...ended.value, first, whole, half, hot, isAlike });
	};
	const onceDoubt = async ({ first, whole }: { first: CountedCall; whole: CountedCall }) => {
		const isOwn = hasOwnRuntime(build.language);
		const calls = {
			first: workOf(countedIterations, first, isOwn),
			again: workOf(countedIterations, whole, isOwn)
		};
		if (!didMore(calls)) return undefined;
		const iterations = countedIterations / 2;
		const ended = await ask(iterations);
		const [shorter] = ended.ok ? ended.value.calls : [];
		return shorter && firstCallDoubt(calls, workOf(iterations, shorter, isOwn));
	};
	const counted = await once(countedIterations, countedIterations);
	if (!counted.ok) return counted;
	let { value } = counted;
	if (!value.isAlike) {
		const longer = await once(countedIterations / 2, 2 * countedIterations);
		// If that is too long to count, or differs again, the work is not in proportion at any length.
		if (longer.ok && longer.value.isAlike) value = longer.value;
	}
	const doubt = await onceDoubt(counted.value);
	if (doubt !== undefined)
		return failed({ kind: 'implausible', stage: 'count', variant: build.variant, reason: doubt });
	const { whole, half, hot } = value;
	if ('failure' in hot) return failed(hot.failure);
	const { counts, checksum, threads, first } = counted.value;
	const unshown = unshownIn(whole, half, hot.instructionsPerIteration, build.language === 'go');
	return done({
		...{ counts, checksum, hot, unshown },
		others: othersIn({ iterations: countedIterations, ...first }, whole, half),
		...(threads === undefined ? {} : { threads })
	});
}
