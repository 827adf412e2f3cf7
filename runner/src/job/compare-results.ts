/** Shell: compares what a challenge's attempt returns with what the original returns, for data that a timed process had. */
import { randomInt } from 'node:crypto';
import { defined } from '@cyclelab/contract/defined';
import { sameChecksum } from '../measure/challenge.ts';
import { workOf } from '../measure/first-call.ts';
import { hasOwnRuntime } from '../measure/others.ts';
import { callsOf, countedAt, sameParameters } from '@cyclelab/contract/measure/place';
import type { PlaceState } from '../measure/plan-state.ts';
import { readProcess } from '../measure/process.ts';
import { onMeasuringCore } from '../core-queue.ts';
import type { Command } from '../sandbox/command.ts';
import { inForce } from '../sandbox/limits.ts';
import type { PooledSandbox } from '../sandbox/pooled-sandbox.ts';
import type { Job, RunEvent } from '@cyclelab/contract/schema/job';
import type { VariantReport } from '@cyclelab/contract/schema/report';
import { sum } from '@cyclelab/contract/measure/statistics';
import { countSeed, type CountRequest } from '../toolchains/harness-env.ts';
import type { Build, Counts } from '../toolchains/toolchain.ts';
import { toolchainOf, buildOf, sharedToolchain } from '../toolchains/toolchains.ts';
import { buildVariant, type Program } from './build-variant.ts';
import { countProgram } from './count-program.ts';
import type { Inspection, JobContext } from './job-context.ts';
import { withSandbox } from './own-kernels.ts';
import { nativeResults } from './step-variant.ts';

const compares = 'Its result is compared with the original’s for other data.';
/** Where nothing was timed: any seed but that of the count. */
const seedsFrom = countSeed + 1;
const seedsTo = 2 ** 31;

type Compared = NonNullable<VariantReport['otherResult']>;

/**
 * Emits `audited` with `otherResult` if the attempt's checksum is the goal's. That checksum is public, so a program can return
 * it without any work. Compared are a call of data that a timed process had, as it was counted and as it was timed, a later call if
 * the original's later calls return the same, and the instructions of both in calls and before the first. Nothing is emitted if the
 * original cannot be counted.
 * Rejects if we failed or the job was aborted.
 */
export async function compareResults(
	context: JobContext,
	job: Job,
	inspections: ReadonlyMap<string, Inspection>,
	places: readonly PlaceState[],
	emit: (event: RunEvent) => void,
	signal: AbortSignal
): Promise<void> {
	const { facts } = job;
	const { challenge } = facts;
	const goal = challenge?.goals.find(({ kind }) => kind === 'result');
	const variant = job.variants.find(({ id }) => id === challenge?.start.variant);
	const attempt = variant && inspections.get(variant.id);
	const checksum = attempt?.report.checksum;
	if (goal?.kind !== 'result' || variant?.original === undefined || checksum === undefined) return;
	if (!attempt?.program || attempt.report.failure || !sameChecksum(checksum, goal.checksum)) return;
	const { id } = variant;
	const build = buildOf(job, variant);
	const parameters = { ...countedAt(facts), ...challenge?.start.parameters };
	const timed = timedFor(places, id, parameters);
	const iterations = timed?.iterations ?? goal.iterations ?? facts.countedIterations;
	const seed = timed?.seed ?? randomInt(seedsFrom, seedsTo);
	const [, ...later] = callsOf(iterations);
	const meters = facts.meters.map((meter) => meter.id);
	const asked = { iterations, later, seed, parameters, meters };
	emit({ type: 'stage', stage: 'count', variant: id, notice: compares });
	const { image } = sharedToolchain(job);
	/** In a sandbox of its own: neither program leaves anything to the other. */
	const count = async (of: Build, program: Program, changed: Partial<CountRequest> = {}) => {
		const tools = context.takeSandbox('tools', image);
		const counted = await countProgram(tools, of, program, { ...asked, ...changed }, signal);
		return counted.ok ? counted.value : undefined;
	};
	/** A program that was stepped through has instructions that the emulator lacks: its results are the processor's. */
	const onProcessor = (of: Build, program: Program) =>
		withSandbox(context.takeSandbox('audit', image), signal, async (sandbox) => {
			for (const [name, bytes] of program.artifacts) await sandbox.put(name, bytes);
			const read = await nativeResults(of, toolchainOf(of.compiler), program, sandbox, asked);
			return read.ok ? { results: read.value, counts: new Map(), calls: [] } : undefined;
		});
	// The flags of an attempt are its own.
	const original = { ...build, flags: facts.flags, source: variant.original };
	const built = await withSandbox(context.takeSandbox('tools', image), signal, (sandbox) => {
		const task = { facts, build: original, edited: false };
		const run = (_stage: unknown, command: Command) => sandbox.run(command);
		return buildVariant(task, toolchainOf(build.compiler), sandbox, run, () => {});
	});
	if (!built.program) return;
	const expected = await count(original, built.program);
	if (expected === undefined) return;
	const isStepped = attempt.report.stepped !== undefined;
	const returned = await (isStepped
		? onProcessor(build, attempt.program)
		: count(build, attempt.program));
	const otherResult: Compared = { seed, original: expected.results[0] };
	const [result] = expected.results;
	const differs =
		timed &&
		!sameChecksum(timed.result, result) &&
		(await originalDiffers(context, job, original, built.program, timed.command, result, signal));
	if (timed && !differs) otherResult.timed = timed.result;
	if (returned) {
		otherResult.checksum = returned.results[0];
		const last = returned.results.at(-1);
		if (last !== undefined && isAlike(expected)) otherResult.later = last;
		const [call] = expected.calls;
		if (!isStepped && call)
			otherResult.setup = {
				attempt: setupWork(returned),
				original: setupWork(expected),
				call: sum([...call.counts.values()])
			};
		const isOfReport = sameParameters(parameters, countedAt(facts));
		const usual =
			isStepped || isOfReport
				? undefined
				: await count(build, attempt.program, { seed: countSeed });
		if (!isStepped && (isOfReport || usual)) {
			const isOwn = hasOwnRuntime(job.language);
			otherResult.instructions = instructionsIn(returned, iterations, isOwn);
			if (usual) otherResult.usual = instructionsIn(usual, iterations, isOwn);
		}
	}
	emit({ type: 'audited', variant: id, otherResult });
}

/** A timed process of the attempt at the challenge's place, with other data than that of the count if there is one. */
function timedFor(
	places: readonly PlaceState[],
	variant: string,
	parameters: PlaceState['place']['parameters']
): { command: Command; seed: number; iterations: number; result: string } | undefined {
	const there = places.find(
		({ place, failure }) =>
			!failure && place.variant === variant && sameParameters(place.parameters, parameters)
	);
	const timed = (there?.commands ?? []).flatMap((command, index) => {
		const first = there?.processes[index]?.first;
		const seed = Number(command.env['CYCLELAB_SEED']);
		return first ? [{ command, seed, iterations: first.n, result: first.result }] : [];
	});
	const others = timed.filter(({ seed }) => seed !== countSeed);
	return others.length > 0 ? others[randomInt(others.length)] : timed[0];
}

/** An order of threads that shows in the original's result shows in nearly every run. */
const timedRuns = 3;

/**
 * Whether the original, too, returns something else than `counted` when it is timed as the attempt was: the order of threads decides,
 * or instructions that an emulator executes otherwise. So it is if the original cannot be timed.
 */
async function originalDiffers(
	context: JobContext,
	job: Job,
	build: Build,
	{ made, artifacts }: Program,
	timed: Command,
	counted: string,
	signal: AbortSignal
): Promise<boolean> {
	const { image } = sharedToolchain(job);
	const { argv, uses } = toolchainOf(build.compiler).execute(build, made);
	const command = { ...timed, argv, ...defined({ uses }) };
	const takeSandbox = () =>
		job.facts.needs.cores > 1
			? context.takeWhole(image, signal)
			: context.takeSandbox('measure', image);
	const differs = async (sandbox: PooledSandbox) => {
		for (const [name, bytes] of artifacts) await sandbox.put(name, bytes);
		for (let run = 0; run < timedRuns; run++) {
			const output = await sandbox.run(command, signal);
			signal.throwIfAborted();
			const limits = inForce(command.limits, 'measure');
			const read = readProcess(output, build.variant, limits, job.facts.needs.cores);
			if (!read.ok || !sameChecksum(read.rows.first.result, counted)) return true;
		}
		return false;
	};
	const { coreQueue } = context;
	return onMeasuringCore({ takeSandbox, coreQueue }, differs, { image, signal });
}

/** Whether the first and the last call, which are as long, return the same: the kernel does not go on where it stopped. */
function isAlike({ results }: Counts): boolean {
	const last = results.at(-1);
	return last !== undefined && sameChecksum(results[0], last);
}

/** Instructions of the code that is shown until the first call begins. */
function setupWork({ counts, calls }: Pick<Counts, 'counts' | 'calls'>): number {
	return sum([...counts.values()]) - sum([...(calls[0]?.counts.values() ?? [])]);
}

/** From the difference of the two later calls, in which what each does once cancels. */
function instructionsIn(
	{ calls }: Pick<Counts, 'calls'>,
	iterations: number,
	isOwn: boolean
): number {
	const [, short, long] = calls;
	const half = callsOf(iterations)[1];
	if (!short || !long || half === iterations) throw new Error('a call was not counted');
	const work = (call: typeof short) => workOf(iterations, call, isOwn).instructions;
	return Math.max(0, work(long) - work(short)) / (iterations - half);
}
