/** Shell: holds what timed processes of changed variants returned against what counted processes return for the same data. */
import { explain } from '@cyclelab/contract/measure/explain';
import { sameChecksum } from '../measure/challenge.ts';
import { observedProcess, type TimedProcess } from '../measure/observed-process.ts';
import { countedAt, sameParameters } from '@cyclelab/contract/measure/place';
import type { PlaceState } from '../measure/plan-state.ts';
import { readProcess } from '../measure/process.ts';
import {
	isSame,
	laterResult,
	sameResult,
	type Results,
	type SameResult
} from '../measure/same-result.ts';
import type { Sandbox } from '../sandbox/command.ts';
import { inForce } from '../sandbox/limits.ts';
import type { Job } from '@cyclelab/contract/schema/job';
import { countSeed } from '../toolchains/harness-env.ts';
import type { Emit } from './build-variant.ts';
import { buildOf, sharedToolchain, toolchainOf } from '../toolchains/toolchains.ts';
import { countProgram } from './count-program.ts';
import type { Inspection, JobContext } from './job-context.ts';
import { withSandbox } from './own-kernels.ts';
import { nativeResults } from './step-variant.ts';

/**
 * Emits `audited` with a sentence about their results for each changed variant that was measured and counted, or with the failure.
 * Compared are the processes of the data that was counted, and the one that will be observed. Rejects if we failed or the job was
 * aborted.
 */
export async function compareTimed(
	context: JobContext,
	job: Job,
	inspections: ReadonlyMap<string, Inspection>,
	places: readonly PlaceState[],
	emit: Emit,
	signal: AbortSignal
): Promise<void> {
	if (job.facts.needs.cores > 1) return;
	for (const variant of job.variants.filter(({ edited }) => edited)) {
		const { id } = variant;
		const inspection = inspections.get(id);
		if (!inspection?.program || inspection.report.failure) continue;
		if (inspection.report.checksum === undefined) continue;
		signal.throwIfAborted();
		const compared = await compare(context, job, variant, inspection, places, signal);
		if (!compared) continue;
		const where = { kind: 'implausible', stage: 'measure', variant: id } as const;
		emit({
			type: 'audited',
			variant: id,
			...('note' in compared
				? { results: compared.note }
				: { failure: explain({ ...where, ...compared }) })
		});
	}
}

async function compare(
	context: JobContext,
	job: Job,
	variant: Job['variants'][number],
	{ program, report }: Inspection,
	places: readonly PlaceState[],
	signal: AbortSignal
): Promise<SameResult | undefined> {
	const { facts } = job;
	if (!program) return undefined;
	const build = buildOf(job, variant);
	const { image } = sharedToolchain(job);
	const inAudit = <Value>(run: (sandbox: Sandbox) => Promise<Value>) =>
		withSandbox(context.takeSandbox('audit', image), signal, async (sandbox) => {
			for (const [name, bytes] of program.artifacts) await sandbox.put(name, bytes);
			return run(sandbox);
		});
	const countedCalls = async (
		{ command, parameters }: TimedProcess,
		[iterations, ...later]: CountedLengths
	) => {
		const asked = {
			iterations,
			later,
			seed: seedOf(command),
			parameters,
			meters: facts.meters.map(({ id }) => id)
		};
		// The emulator executes other code than the processor of a program that was stepped: its sums may be rounded otherwise.
		const ended = await (report.stepped
			? inAudit((sandbox) =>
					nativeResults(build, toolchainOf(build.compiler), program, sandbox, asked)
				)
			: countProgram(context.takeSandbox('tools', image), build, program, asked, signal));
		if (!ended.ok) return [];
		return 'results' in ended.value ? ended.value.results : ended.value;
	};
	const counted = async (timed: TimedProcess) =>
		(await countedCalls(timed, [timed.rows.first.n]))[0];
	const again = ({ command }: TimedProcess) =>
		inAudit(async (sandbox) => {
			const output = await sandbox.run(command);
			const read = readProcess(output, variant.id, inForce(command.limits, 'measure'));
			return read.ok ? read.rows.first.result : undefined;
		});
	const resultsOf = async (timed: TimedProcess, known?: string): Promise<Results> => {
		const { rows } = timed;
		const first = {
			seed: seedOf(timed.command),
			iterations: rows.first.n,
			result: rows.first.result
		};
		const results = { timed: first, counted: known ?? (await counted(timed)) };
		if (isSame(results)) return results;
		return {
			...results,
			timedAgain: await again(timed),
			countedAgain: await counted(timed)
		};
	};
	const results: Results[] = [];
	const parameters = countedAt(facts);
	for (const place of places) {
		if (place.place.variant !== variant.id || place.failure) continue;
		if (!sameParameters(place.place.parameters, parameters)) continue;
		for (const [index, command] of place.commands.entries()) {
			const rows = place.processes[index];
			if (rows?.first.n !== facts.countedIterations || seedOf(command) !== countSeed) continue;
			results.push(await resultsOf({ command, rows, parameters }, report.checksum));
		}
	}
	const observed = observedProcess(places, variant.id, parameters);
	if (observed) {
		const seed = seedOf(observed.command);
		const later = laterResult(observed.rows, Math.random());
		const { n } = observed.rows.first;
		const isKnown = seed === countSeed && !later;
		const [first, one] = isKnown
			? []
			: await countedCalls(observed, later ? [n, later.iterations] : [n]);
		// What is kept from call to call may be as it was after a power of two of iterations, or after every second call.
		const [, two, three] = later
			? await countedCalls(observed, [1, later.iterations, later.iterations])
			: [];
		if (seed !== countSeed) results.push(await resultsOf(observed, first));
		// All timed calls of that length return the same, and all counted ones do: each side has its result twice.
		const isKept = [two, three].some(
			(other) => one === undefined || other === undefined || !sameChecksum(one, other)
		);
		if (later && !isKept) {
			const twice = { timedAgain: later.result, counted: one, countedAgain: two };
			if (results.every(isSame))
				results.push({ timed: { seed, ...later }, ...twice, isLater: true });
		}
	}
	return results.length === 0 ? undefined : sameResult(results, report);
}

/** Of the calls of one process: the emulator counts three. */
type CountedLengths =
	| readonly [number]
	| readonly [number, number]
	| readonly [number, number, number];

const seedOf = ({ env }: TimedProcess['command']): number => Number(env['CYCLELAB_SEED']);
