/** Shell: builds and counts a job's programs as a run does, and executes each once. */
import {
	buildOf,
	sharedToolchain,
	toolchainOf
} from '../../../runner/src/toolchains/toolchains.ts';
import { countProgram } from '../../../runner/src/job/count-program.ts';
import { conclude, emptyReport } from '../../../runner/src/job/conclude.ts';
import { inspectAll } from '../../../runner/src/job/inspect-all.ts';
import type { Inspection } from '../../../runner/src/job/job-context.ts';
import { nextProcess, startPlan } from '../../../runner/src/measure/plan.ts';
import { readProcess } from '../../../runner/src/measure/process.ts';
import { apply } from '@cyclelab/contract/measure/progress';
import { inForce, onCores } from '../../../runner/src/sandbox/limits.ts';
import type { Job } from '@cyclelab/contract/schema/job';
import type { Report } from '@cyclelab/contract/schema/report';
import type { CountRequest } from '../../../runner/src/toolchains/harness-env.ts';
import type { Bench } from '../job/job-bench.ts';

type Inspections = ReadonlyMap<string, Inspection>;

const { signal } = new AbortController();

/** The report of an inspection, and its programs. */
export async function inspect(
	{ workshop }: Pick<Bench, 'workshop'>,
	job: Job
): Promise<{ report: Report; inspections: Inspections }> {
	let report = emptyReport(job, workshop, new Date());
	const inspections = await inspectAll(
		workshop,
		job,
		(event) => (report = apply(report, event) ?? report),
		() => {},
		signal
	);
	return { report: conclude(job, report, [], new Date()), inspections };
}

/**
 * Runs one process of each variant, timed, at the first value of its sweep. Returns "ran" or the failure. An exercise that
 * needs several cores has all of them; every other one runs beside the tools, where it waits for no measurement of another
 * suite: its times are read for contradictions, and nothing is claimed about them.
 */
export async function runOnce(
	{ workshop }: Pick<Bench, 'workshop'>,
	job: Job,
	inspections: Inspections
): Promise<[variant: string, outcome: string][]> {
	const { sweep, needs, meters } = job.facts;
	const parameters = sweep ? { [sweep.name]: sweep.values[0] ?? 0 } : {};
	const { image, limits } = sharedToolchain(job);
	const cores = needs.cores > 1 ? workshop.cores : [];
	const wanted = onCores(limits.measure, cores.length);
	const sandbox =
		cores.length > 0
			? await workshop.takeWhole(image, signal)
			: await workshop.takeSandbox('audit', image);
	try {
		const outcomes: [string, string][] = [];
		for (const variant of job.variants) {
			const build = buildOf(job, variant);
			const program = inspections.get(variant.id)?.program;
			if (!program) throw new Error(`${variant.id} was not built.`);
			for (const [name, bytes] of program.artifacts) await sandbox.put(name, bytes);
			const execute = toolchainOf(build.compiler).execute(build, program.made);
			const plan = startPlan([{ variant: variant.id, execute, parameters }], wanted, 1, {
				meters: meters.map(({ id }) => id),
				cores
			});
			const process = nextProcess(plan);
			if (!process) throw new Error('A new plan has no process to run.');
			const output = await sandbox.run(process.command);
			const outcome = readProcess(
				output,
				variant.id,
				inForce(wanted, 'measure'),
				Math.max(1, cores.length)
			);
			outcomes.push([variant.id, outcome.ok ? 'ran' : JSON.stringify(outcome.failure)]);
		}
		return outcomes;
	} finally {
		sandbox.retire();
	}
}

/** The value that a variant returns in a count run. */
export async function stopsAt(
	{ workshop, takeSandbox }: Pick<Bench, 'workshop' | 'takeSandbox'>,
	job: Job,
	id: string,
	asked: CountRequest
): Promise<bigint> {
	const variant = job.variants.find((variant) => variant.id === id);
	const { inspections } = await inspect({ workshop }, job);
	const program = inspections.get(id)?.program;
	if (!variant || !program) throw new Error(`${id} was not built.`);
	const build = buildOf(job, variant);
	const tools = takeSandbox('tools', sharedToolchain(job).image);
	const counted = await countProgram(tools, build, program, asked, signal);
	if (!counted.ok) throw new Error(JSON.stringify(counted.failure));
	return BigInt(`0x${counted.value.results[0]}`);
}
