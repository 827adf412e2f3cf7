/** Shell: counts what a built variant executes, finds its hot loop and has it predicted. */
import { categoryOf } from '../blocks/category.ts';
import { badges } from '../inspect/badges.ts';
import { candidatePaths } from '../inspect/candidate-paths.ts';
import { isaOf } from '../inspect/isa-of.ts';
import {
	findHotLoop,
	tookAnotherWay,
	type CountRun,
	type FoundLoop,
	type Hot
} from '../inspect/hot-loop.ts';
import { reportFunctions, reportInstruction } from '../inspect/listing.ts';
import { done, failed, type ReadResult } from '../inspect/read.ts';
import { unshownIn } from '../inspect/unshown-code.ts';
import { explain } from '../measure/explain.ts';
import { othersIn } from '../measure/others.ts';
import { countedAt } from '../measure/place.ts';
import type { Sandbox } from '../sandbox/command.ts';
import type { HotLoop } from '../schema/code.ts';
import type { VariantReport } from '../schema/report.ts';
import type { Counts, Toolchain } from '../toolchains/toolchain.ts';
import type { Built, Emit, ToInspect, Program } from './build-variant.ts';
import type { Inspection } from './job-context.ts';
import { runSteps, type RunCommand } from './run-steps.ts';
import { createPredictor } from './predictor.ts';

const countSeed = 1;

/** The report, and `others` as an `Inspection` has it. Emits `counted`, then `predicted` (the host's model first, then all), or the failure. */
export async function analyseVariant(
	task: ToInspect,
	toolchain: Toolchain,
	built: Required<Built>,
	sandbox: Sandbox,
	run: RunCommand,
	emit: Emit
): Promise<Pick<Inspection, 'report' | 'others'>> {
	const { variant } = task.build;
	const { functions } = built.program.seen;
	let { report } = built;
	const uncounted = task.facts.uncounted ?? toolchain.uncountable?.(task.build);
	if (uncounted !== undefined) {
		report = { ...report, uncounted };
		emit({ type: 'counted', variant, counts: {}, uncounted });
		return { report };
	}
	const { microarchitecture, models } = task;
	const predictor = createPredictor(
		{
			microarchitecture,
			target: task.build.target,
			models,
			unmodelled: task.facts.machines.flatMap(({ name, target, unmodelled: mcpu }) =>
				mcpu && target === task.build.target ? [{ machine: name, mcpu }] : []
			)
		},
		(command) => run('predict', command)
	);
	// Guessed loops are predicted while the program is counted; nearly always the hot one is among them.
	const [counted] = await Promise.all([
		count(task, toolchain, built.program, sandbox, run),
		predictor.prepare(candidatePaths(functions, isaOf(task.build.target)))
	]);
	if (!counted.ok) {
		report = { ...report, failure: explain(counted.failure) };
		emit({ type: 'inspected', variant: report });
		return { report };
	}
	const { counts, checksum, hot, unshown, others, threads = 1 } = counted.value;
	const several = threads > 1 ? { countedThreads: threads } : {};
	const { instructionsPerIteration } = hot;
	const found = 'found' in hot ? hot.found : undefined;
	const hotLoop = found && toHotLoop(task, counts, found);
	report = {
		...report,
		functions: reportFunctions(functions, counts),
		checksum,
		instructionsPerIteration,
		...(unshown ? { unshown } : {}),
		...several,
		...(hotLoop ? { hotLoop } : {})
	};
	const byAddress = Object.fromEntries(
		report.functions.flatMap(({ instructions }) =>
			instructions.map((one): [string, number] => [one.address, one.count ?? 0])
		)
	);
	emit({
		type: 'counted',
		variant,
		counts: byAddress,
		checksum,
		instructionsPerIteration,
		...(unshown ? { unshown } : {}),
		...several,
		...(hotLoop ? { hotLoop } : {})
	});
	if ('none' in hot) {
		const refusals = [{ mcpu: task.microarchitecture, noalias: true, reason: hot.none }];
		report = { ...report, refusals };
		emit({ type: 'predicted', variant, predictions: [], refusals });
		return { report, others };
	}

	for await (const answers of predictor.answers(hot.found)) {
		report = { ...report, ...answers };
		emit({ type: 'predicted', variant, ...answers });
	}
	return { report, others };
}

type CountedVariant = Omit<Counts, 'unshown' | 'others'> & {
	hot: Exclude<Hot, { failure: unknown }>;
	unshown: VariantReport['unshown'];
	others: Inspection['others'];
};

/**
 * Two runs: in their difference everything done once cancels, so work the compiler hoisted is not taken for the loop's. A third,
 * of twice as many iterations, where the shorter of the two executed other code.
 */
async function count(
	{ facts, build }: ToInspect,
	toolchain: Toolchain,
	{ made, seen }: Program,
	sandbox: Sandbox,
	run: RunCommand
): Promise<ReadResult<CountedVariant>> {
	// The loop is the same at all values, and setup is cheap at the first.
	const parameters = countedAt(facts);
	const { countedIterations } = facts;
	const once = (iterations: number) => {
		const asked = { iterations, seed: countSeed, parameters };
		return runSteps(toolchain.count(build, made, seen, asked), sandbox, run);
	};
	const [long, short] = await Promise.all([once(countedIterations), once(countedIterations / 2)]);
	if (!long.ok) return long;
	if (!short.ok) return short;
	type Counted = CountRun & Counts;
	const compared = (whole: Counted, half: Counted) => {
		const hot = findHotLoop(build.variant, seen.functions, whole, half);
		return { whole, half, hot, isAlike: !tookAnotherWay(hot, whole, half) };
	};
	const full = { iterations: countedIterations, ...long.value };
	let counted = compared(full, { iterations: countedIterations / 2, ...short.value });
	if (!counted.isAlike) {
		const twice = await once(countedIterations * 2);
		// If that is too long to count, or differs again, the work is not in proportion at any length.
		const again = twice.ok && compared({ iterations: countedIterations * 2, ...twice.value }, full);
		if (again && again.isAlike) counted = again;
	}
	const { whole, half, hot } = counted;
	if ('failure' in hot) return failed(hot.failure);
	const unshown = unshownIn(whole, half, hot.instructionsPerIteration, build.language === 'go');
	return done({ ...long.value, hot, unshown, others: othersIn(whole, half) });
}

function toHotLoop(
	{ facts, build, microarchitecture }: ToInspect,
	counts: ReadonlyMap<number, number>,
	found: FoundLoop
): HotLoop {
	const { path, share, pathCoverage, sourceIterations } = found;
	const own = new Set(path.instructions.map(({ address }) => address));
	return {
		symbol: path.symbol,
		instructions: path.instructions.map((instruction) =>
			reportInstruction(instruction, own.has(instruction.target ?? -1), counts)
		),
		share,
		pathCoverage,
		sourceIterations,
		...(build.target === 'x86-64' ? { category: categoryOf(path) } : {}),
		badges: badges({
			found,
			variant: build.variant,
			target: build.target,
			blindSpots: facts.blindSpots,
			microarchitecture
		})
	};
}
