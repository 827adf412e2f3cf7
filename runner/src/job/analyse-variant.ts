/** Shell: has a built variant counted, and its hot loop predicted. */
import { categoryOf } from '../blocks/category.ts';
import { badges } from '../inspect/badges.ts';
import { candidatePaths } from '../inspect/candidate-paths.ts';
import { isaOf } from '../inspect/isa-of.ts';
import type { FoundLoop } from '../inspect/hot-loop.ts';
import { reportFunctions, reportInstruction } from '../inspect/listing.ts';
import { explain } from '../measure/explain.ts';
import type { Sandbox } from '../sandbox/command.ts';
import type { HotLoop } from '../schema/code.ts';
import type { Toolchain } from '../toolchains/toolchain.ts';
import type { Built, Emit, ToInspect } from './build-variant.ts';
import { countVariant } from './count-variant.ts';
import type { Inspection } from './job-context.ts';
import type { RunCommand } from './run-steps.ts';
import { createPredictor } from './predictor.ts';

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
		countVariant(task, toolchain, built.program, sandbox, run),
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
