/**
 * Shell: builds the variants of a job, two at once, then analyses them one by one, in one sandbox: each is counted, and its hot
 * loop is predicted.
 */
import { defined } from '@cyclelab/contract/defined';
import type { ImageName } from '@cyclelab/images/recipes';
import { explain } from '@cyclelab/contract/measure/explain';
import type { Command, Sandbox } from '../sandbox/command.ts';
import type { PooledSandbox } from '../sandbox/pooled-sandbox.ts';
import type { Stage } from '@cyclelab/contract/schema/failure';
import type { Job } from '@cyclelab/contract/schema/job';
import { isLasting } from '@cyclelab/contract/schema/lasting';
import type { Build, Toolchain } from '../toolchains/toolchain.ts';
import { lackedBy, namedIn } from '../toolchains/for-processor.ts';
import {
	toolchainOf,
	buildOf,
	compilersIn,
	reportedToolchain,
	sharedToolchain
} from '../toolchains/toolchains.ts';
import { announceStages } from './announce-stages.ts';
import { buildVariant, type Emit, type ToInspect, type Built } from './build-variant.ts';
import { contentKey } from '@cyclelab/contract/content-key';
import type { Inspection, JobContext } from './job-context.ts';
import { candidatePaths } from '../inspect/candidate-paths.ts';
import { isaOf } from '../inspect/isa-of.ts';
import { reportFunctions } from '../inspect/listing.ts';
import type { CountRequest } from '../toolchains/harness-env.ts';
import { countVariant } from './count-variant.ts';
import { countedFacts } from './counted-facts.ts';
import { runSteps, type RunCommand } from './run-steps.ts';
import { countAnyhow, type OnProcessor } from './step-variant.ts';
import { createPredictor } from './predictor.ts';
import { eachAtOnce } from './each-at-once.ts';
import { emptyVariant } from '@cyclelab/contract/schema/report';

const steps =
	'Its instructions are counted on the processor, step by step: it has some that the counting emulator lacks, or asks the processor what it has.';

/**
 * Resolves when all are analysed. `onBuilt` is called before that, once all are built: measuring needs no more.
 * Rejects if we failed or the job was aborted.
 * @param asked the job's flags as they were asked for: the job's may have a processor's name in place of `native`
 */
export async function inspectAll(
	context: JobContext,
	job: Job,
	emit: Emit,
	onBuilt: (built: ReadonlyMap<string, Inspection>) => void,
	signal: AbortSignal,
	asked: readonly string[] = job.flags
): Promise<ReadonlyMap<string, Inspection>> {
	const { facts, models } = job;
	const several =
		compilersIn(job).some((one) => one !== job.compiler) ||
		job.variants.some(({ atomics, flags }) => atomics ?? flags);
	const { microarchitecture } = context.runner.host;
	const inspections = new Map<string, Inspection>();
	const fresh: { task: ToInspect; key: string }[] = [];
	// Changed variants come first.
	for (const variant of job.variants.toSorted((a, b) => +b.edited - +a.edited)) {
		const { id, edited } = variant;
		const build = buildOf(job, variant);
		// The flags of the exercise come first (`Job`).
		const added = (variant.flags ?? asked).slice(facts.flags.length);
		const addedFlags = added.length > 0 ? { addedFlags: added } : {};
		const lacks = lackedBy(build.flags, context.runner.host);
		if (lacks) {
			const where = { kind: 'lacks-extension', stage: 'compile', variant: id } as const;
			const failure = explain({ ...where, ...lacks, processor: context.runner.host.processor });
			const report = { ...emptyVariant(id, build.source, edited), ...addedFlags, failure };
			inspections.set(id, { report });
			emit({ type: 'inspected', variant: report });
			continue;
		}
		const compiledBy = reportedToolchain(build, context.toolchains);
		const task = {
			facts,
			build,
			edited,
			microarchitecture,
			models,
			...addedFlags,
			...(several ? { compiledBy } : {})
		};
		const key = contentKey({ ...task, image: compiledBy.image });
		const cached = await context.inspections.get(key);
		if (cached) {
			inspections.set(id, cached);
			replay(cached, emit);
		} else fresh.push({ task, key });
	}
	if (fresh.length === 0) {
		onBuilt(inspections);
		return inspections;
	}

	/**
	 * Files that a learner's code leaves in its sandbox must not change the results of unchanged code, or of
	 * other code: what is kept is made in a sandbox that handled nothing else of a learner's.
	 */
	const edited = fresh.filter(({ task }) => task.edited);
	const given = fresh.filter(({ task }) => !task.edited);
	const groups = [edited, given].filter((group) => group.length > 0);
	const sandboxOf = new Map<string, PooledSandbox>();
	const beginStage = announceStages(emit);
	const run =
		({ variant, compiler }: Build, sandbox: PooledSandbox) =>
		async (stage: Stage, command: Command, next: readonly Stage[] = []) => {
			signal.throwIfAborted();
			const notice = stage === 'compile' ? toolchainOf(compiler).slowBuildNotice : undefined;
			const end = beginStage({ stage, variant, ...defined({ notice }) });
			const began = performance.now();
			try {
				const output = await sandbox.run(command, signal);
				signal.throwIfAborted();
				let ms = performance.now() - began;
				let { then } = output;
				for (const one of next) {
					if (!then) break;
					context.onStageSeconds(one, then.wallMs / 1000);
					ms -= then.wallMs;
					({ then } = then);
				}
				context.onStageSeconds(stage, ms / 1000);
				return output;
			} finally {
				end();
			}
		};
	const { image } = sharedToolchain(job);
	const onProcessor = (variant: string) => ({
		host: context.runner.host,
		take: async () => {
			emit({ type: 'stage', stage: 'count', variant, notice: steps });
			const sandbox = await context.takeSandbox('audit', image);
			return { ...sandbox, run: (command: Command) => sandbox.run(command, signal) };
		}
	});
	try {
		for (const group of groups) {
			const sandbox = await context.takeSandbox('tools', image);
			for (const { task } of group) sandboxOf.set(task.build.variant, sandbox);
			const build = async ({ task }: (typeof group)[number]) => {
				const { variant, compiler } = task.build;
				const steps = run(task.build, sandbox);
				const built = await buildVariant(task, toolchainOf(compiler), sandbox, steps, emit);
				inspections.set(variant, built);
			};
			const isShort = ({ task }: (typeof group)[number]) =>
				inspections.get(task.build.variant)?.report.failure?.kind === 'out-of-memory';
			await buildAll(group, buildsAtOnce(image), build, isShort);
		}
		onBuilt(inspections);
		for (const { task, key } of fresh) {
			const { build } = task;
			const built = inspections.get(build.variant);
			const sandbox = sandboxOf.get(build.variant);
			if (!built || !sandbox) continue;
			const { report, program } = built;
			const toolchain = toolchainOf(build.compiler);
			const analysed = program
				? await analyseVariant(
						task,
						toolchain,
						{ report, program },
						sandbox,
						run(build, sandbox),
						onProcessor(build.variant),
						emit
					)
				: { report };
			const inspection = { ...built, ...analysed };
			inspections.set(build.variant, inspection);
			const isOwn = !task.edited || edited.length === 1;
			if (isOwn && isLasting(analysed.report)) context.inspections.set(key, inspection);
		}
		return inspections;
	} finally {
		for (const sandbox of new Set(sandboxOf.values())) sandbox.retire();
	}
}

/**
 * Variants that are built at once: nothing is measured for this job by then, so its tools have two cores, and measuring begins
 * sooner. Two builds of the other languages have not enough memory in one sandbox (Crystal takes 400 MiB).
 */
const buildsAtOnce = (image: ImageName) => (image === 'cc' ? 2 : 1);

/** Emits the events of a cached inspection in the order of a fresh one. */
function replay({ report }: Inspection, emit: Emit): void {
	emit({ type: 'inspected', variant: report });
	const { id, predictions, refusals } = report;
	if (predictions.length + refusals.length > 0)
		emit({ type: 'predicted', variant: id, predictions, refusals });
}

/** The report, and `others` as an `Inspection` has it. Emits `counted`, then `predicted` (the host's model first, then all), or the failure. */
export async function analyseVariant(
	task: ToInspect,
	toolchain: Toolchain,
	built: Required<Built>,
	sandbox: Sandbox,
	run: RunCommand,
	onProcessor: OnProcessor,
	emit: Emit
): Promise<Pick<Inspection, 'report' | 'others'>> {
	const { variant } = task.build;
	const { functions } = built.program.seen;
	let { report } = built;
	const withoutCounts = (uncounted: string) => {
		report = { ...report, uncounted };
		emit({ type: 'counted', variant, counts: {}, uncounted });
		return { report };
	};
	const uncounted = task.facts.uncounted ?? toolchain.uncountable?.(task.build);
	if (uncounted !== undefined) return withoutCounts(uncounted);
	const { microarchitecture, models } = task;
	const predictor = createPredictor(
		{
			microarchitecture,
			target: task.build.target,
			models,
			named: namedIn(task.build.flags),
			unmodelled: task.facts.machines.flatMap(({ name, target, unmodelled: mcpu }) =>
				mcpu && target === task.build.target ? [{ machine: name, mcpu }] : []
			)
		},
		(command) => run('predict', command)
	);
	// Guessed loops are predicted while the program is counted; nearly always the hot one is among them.
	const { made, seen } = built.program;
	const count = (asked: CountRequest) =>
		runSteps(toolchain.count(task.build, made, seen, asked), sandbox, run);
	const [emulated] = await Promise.all([
		countVariant(task, seen, count),
		predictor.prepare(candidatePaths(functions, isaOf(task.build.target)))
	]);
	const counted = await countAnyhow(task, toolchain, built.program, emulated, onProcessor);
	if (!counted.ok) {
		report = { ...report, failure: explain(counted.failure) };
		emit({ type: 'inspected', variant: report });
		return { report };
	}
	if ('uncounted' in counted.value) return withoutCounts(counted.value.uncounted);
	const { counts, hot, others } = counted.value;
	const facts = countedFacts(task, counted.value, functions);
	report = { ...report, functions: reportFunctions(functions, counts), ...facts };
	const byAddress = Object.fromEntries(
		report.functions.flatMap(({ instructions }) =>
			instructions.map((instruction): [string, number] => [
				instruction.address,
				instruction.count ?? 0
			])
		)
	);
	emit({ type: 'counted', variant, counts: byAddress, ...facts });
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

// The order in which a job's variants are built in one sandbox.

/**
 * Builds all, so many at once. What had not enough memory beside another is built once more alone: the builds share the
 * sandbox's memory. Rejects with the first failure of ours, after which no other build begins.
 */
export async function buildAll<One>(
	all: readonly One[],
	atOnce: number,
	build: (one: One) => Promise<void>,
	lackedMemory: (one: One) => boolean
): Promise<void> {
	await eachAtOnce(atOnce, all, build);
	if (atOnce > 1 && all.length > 1) await eachAtOnce(1, all.filter(lackedMemory), build);
}
