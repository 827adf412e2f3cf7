/** Shell: counts variants once more, at parameters that their reports' counts are not of. */
import { defined } from '@cyclelab/contract/defined';
import type { Parameters } from '@cyclelab/exercises/schema';
import { countedAt, sameParameters } from '@cyclelab/contract/measure/place';
import type { PlaceState } from '../measure/plan-state.ts';
import type { CountedCode } from '../measure/watched.ts';
import { reportFunctions } from '../inspect/listing.ts';
import type { Job } from '@cyclelab/contract/schema/job';
import type { Report, VariantReport } from '@cyclelab/contract/schema/report';
import type { Command } from '../sandbox/command.ts';
import type { CountRequest } from '../toolchains/harness-env.ts';
import { buildOf, sharedToolchain, toolchainOf } from '../toolchains/toolchains.ts';
import type { Program } from './build-variant.ts';
import { countProgram } from './count-program.ts';
import { countVariant } from './count-variant.ts';
import { countedFacts } from './counted-facts.ts';
import { pointOf } from './conclude.ts';
import type { Inspection, JobContext } from './job-context.ts';
import { countAnyhow } from './step-variant.ts';

/**
 * What a report would have with these parameters; undefined if the variant cannot be counted there.
 * Rejects if we failed or the job was aborted.
 */
export async function countedElsewhere(
	context: JobContext,
	job: Job,
	variant: Job['variants'][number],
	program: Program,
	parameters: Parameters,
	signal: AbortSignal
): Promise<(CountedCode & Pick<VariantReport, 'stepped' | 'countedIterations'>) | undefined> {
	const { host } = context.runner;
	const { image } = sharedToolchain(job);
	const build = buildOf(job, variant);
	// A sweep is counted at its first value.
	const { sweep } = job.facts;
	const values = sweep ? [parameters[sweep.name] ?? NaN] : [];
	const facts = { ...job.facts, ...(sweep ? { sweep: { ...sweep, values } } : {}) };
	const { edited } = variant;
	const task = { facts, build, edited, microarchitecture: host.microarchitecture };
	const count = (asked: CountRequest) =>
		countProgram(context.takeSandbox('tools', image), build, program, asked, signal);
	const emulated = await countVariant(task, program.seen, count);
	const take = async () => {
		const sandbox = await context.takeSandbox('audit', image);
		return { ...sandbox, run: (command: Command) => sandbox.run(command, signal) };
	};
	const toolchain = toolchainOf(build.compiler);
	const counted = await countAnyhow(task, toolchain, program, emulated, { host, take });
	if (!counted.ok || 'uncounted' in counted.value) return undefined;
	return {
		functions: reportFunctions(program.seen.functions, counted.value.counts),
		...countedFacts(task, counted.value, program.seen.functions)
	};
}

/**
 * The places, with a count of their own where edited code is too quick for the count of another place: its work may depend on the
 * parameter, which the exercise does not know. Rejects if we failed or the job was aborted.
 */
export async function countDoubted(
	context: JobContext,
	job: Job,
	inspections: ReadonlyMap<string, Inspection>,
	places: readonly PlaceState[],
	report: Report,
	signal: AbortSignal
): Promise<PlaceState[]> {
	const counted: PlaceState[] = [];
	for (const state of places) {
		const { variant: id, parameters } = state.place;
		const { failure } = pointOf(job, state, report);
		const isTooQuick = failure?.kind === 'implausible' && failure.bound === 'instructionsPerCycle';
		const variant = job.variants.find((one) => one.id === id && one.edited);
		const program = inspections.get(id)?.program;
		const isElsewhere = isTooQuick && !sameParameters(parameters, countedAt(job.facts));
		const there =
			isElsewhere && variant && program
				? await countedElsewhere(context, job, variant, program, parameters, signal)
				: undefined;
		counted.push({ ...state, ...defined({ counted: there?.instructionsPerIteration }) });
	}
	return counted;
}
