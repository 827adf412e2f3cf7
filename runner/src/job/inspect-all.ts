/** Shell: builds the variants of a job, two at once, then analyses them one by one, in one sandbox. */
import type { ImageName } from '@cyclelab/images/recipes';
import type { Command } from '../sandbox/command.ts';
import type { PooledSandbox } from '../sandbox/pooled-sandbox.ts';
import type { Stage } from '../schema/failure.ts';
import type { Job } from '../schema/job.ts';
import { isLasting } from '../schema/lasting.ts';
import { analyseVariant } from './analyse-variant.ts';
import type { Build } from '../toolchains/toolchain.ts';
import { toolchainOf } from '../toolchains/toolchains.ts';
import { buildAll } from './build-all.ts';
import { buildOf, compilersIn, reportedToolchain, sharedToolchain } from './builds.ts';
import { announceStages } from './announce-stages.ts';
import { buildVariant, type Emit, type ToInspect } from './build-variant.ts';
import { contentKey } from './cache.ts';
import type { Inspection, JobContext } from './job-context.ts';

/**
 * Resolves when all are analysed. `onBuilt` is called before that, once all are built: measuring needs no more.
 * Rejects if we failed or the job was aborted.
 */
export async function inspectAll(
	context: JobContext,
	job: Job,
	emit: Emit,
	onBuilt: (built: ReadonlyMap<string, Inspection>) => void,
	signal: AbortSignal
): Promise<ReadonlyMap<string, Inspection>> {
	const { facts, models } = job;
	const several =
		compilersIn(job).some((one) => one !== job.compiler) ||
		job.variants.some(({ atomics }) => atomics);
	const { microarchitecture } = context.runner.host;
	const inspections = new Map<string, Inspection>();
	const fresh: { task: ToInspect; key: string }[] = [];
	// Changed variants come first.
	for (const variant of job.variants.toSorted((a, b) => +b.edited - +a.edited)) {
		const { id, edited } = variant;
		const build = buildOf(job, variant);
		const compiledBy = reportedToolchain(build, context.toolchains);
		const task = {
			facts,
			build,
			edited,
			microarchitecture,
			models,
			...(several ? { compiledBy } : {})
		};
		const key = contentKey({ ...task, image: compiledBy.image });
		const known = await context.inspections.get(key);
		if (known) {
			inspections.set(id, known);
			replay(known, emit);
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
			const end = beginStage({ stage, variant, ...(notice === undefined ? {} : { notice }) });
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
	try {
		for (const group of groups) {
			const sandbox = await context.takeSandbox('tools', sharedToolchain(job).image);
			for (const { task } of group) sandboxOf.set(task.build.variant, sandbox);
			const { image } = sharedToolchain(job);
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
