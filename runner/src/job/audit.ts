/** Shell: has every changed variant that was counted and measured observed in a run that is timed. */
import type { Language } from '@cyclelab/exercises/schema';
import { compareAudit, type Audited } from '../measure/audit.ts';
import {
	auditWallMs,
	auditWords,
	callsOf,
	loopOf,
	movableAt,
	partOf,
	type CountedCode
} from '../measure/watched.ts';
import { isNearlyAll, partsOf } from '../measure/audit-parts.ts';
import { readCalls, readObserved, type Observed, type Reading } from '../measure/observed.ts';
import {
	harnessCode,
	samplingCode,
	writtenCode,
	writtenCodeHint,
	writtenHarness,
	writtenHarnessHint
} from '../measure/written-code.ts';
import { reportFunctions } from '../inspect/listing.ts';
import { explain } from '@cyclelab/contract/measure/explain';
import { hasOwnRuntime, othersDoubt } from '../measure/others.ts';
import { countedAt, placeSuffix, sameParameters } from '@cyclelab/contract/measure/place';
import type { PlaceState } from '../measure/plan-state.ts';
import { observedProcess } from '../measure/observed-process.ts';
import { defined } from '@cyclelab/contract/defined';
import type { DataWork, VariantReport } from '@cyclelab/contract/schema/report';
import type { Job, RunEvent } from '@cyclelab/contract/schema/job';
import { agreed, agreedParts, type Outcome } from './audit-agreed.ts';
import { buildOf, sharedToolchain } from '../toolchains/toolchains.ts';
import { auditCounted } from './audit-counted.ts';
import type { Program } from './build-variant.ts';
import { callCounter, type CountCalls } from './count-calls.ts';
import { countedElsewhere } from './count-elsewhere.ts';
import { countSeed } from '../toolchains/harness-env.ts';
import { budget } from '../measure/budget.ts';
import { commandWithin, startDeadline, type Deadline } from '../measure/deadline.ts';
import { onMeasuringCore } from '../core-queue.ts';
import type { Command, Sandbox } from '../sandbox/command.ts';
import type { PooledSandbox } from '../sandbox/pooled-sandbox.ts';
import type { Inspection, JobContext } from './job-context.ts';

/** Languages whose kernel gets its argument in a known register, and whose code is at fixed addresses. */
const argumentOf: Partial<Record<Language, 'rdi' | 'rax'>> = {
	c: 'rdi',
	cpp: 'rdi',
	rs: 'rdi',
	cr: 'rdi',
	go: 'rax'
};
const justInTime =
	'Not checked against a run that is timed: code that is compiled while it runs is at other addresses there.';
const severalCores =
	'Not checked against a run that is timed: it works on several cores, of which one would be observed.';
const byClock =
	'Not checked against a run that is timed: the challenge asks for work that a clock decides, and clocks run differently while instructions are counted.';
const otherTarget = 'Not checked against a run that is timed: there is no observer for arm64.';

const noSampling =
	'Not checked against a run that is timed: the harness was not found in the program.';
const noTimeLeft =
	'Not checked against a run that is timed: the time that a run has for it is over.';
const notCountedThere =
	'Not checked against a run that is timed: it cannot be counted with the parameters that it was timed with.';
const observes = 'An observer compares a run that is timed with the run that was counted.';

/**
 * Emits `audited` for each changed variant that was `measured`, of which `places` has the processes. A doubt is reported only if a
 * second run, in which another call is observed, leads to one too. Observed runs are on the measuring core, as timed ones are, and
 * have as much time there together. Rejects if we failed or the job was aborted.
 */
export async function auditAll(
	context: JobContext,
	job: Job,
	inspections: ReadonlyMap<string, Inspection>,
	measured: readonly { id: string }[],
	places: readonly PlaceState[],
	emit: (event: RunEvent) => void,
	signal: AbortSignal
): Promise<void> {
	const wanted = job.variants.filter(
		({ id, edited }) => edited && measured.some((one) => one.id === id)
	);
	let deadline: Deadline | undefined;
	const within = (command: Command) =>
		commandWithin(command, (deadline ??= startDeadline(budget.editedRunMs)));
	for (const variant of wanted) {
		const inspection = inspections.get(variant.id);
		if (!inspection?.program || inspection.report.failure) continue;
		signal.throwIfAborted();
		emit({ type: 'stage', stage: 'measure', variant: variant.id, notice: observes });
		const audited = await audit(context, job, variant, inspection, places, within, signal);
		const { id } = variant;
		const where = { kind: 'implausible', stage: 'measure', variant: id } as const;
		emit({
			type: 'audited',
			variant: id,
			...('doubt' in audited
				? {
						failure: {
							...explain({
								...where,
								bound: audited.bound ?? 'timedWork',
								reason: audited.doubt
							}),
							...audited.proven
						}
					}
				: {
						audit: 'checked' in audited ? audited.checked : audited.unchecked,
						...defined({ dataWork: audited.dataWork })
					})
		});
	}
}

async function audit(
	context: JobContext,
	job: Job,
	variant: Job['variants'][number],
	{ report, program, others }: Inspection,
	places: readonly PlaceState[],
	within: (command: Command) => Command | undefined,
	signal: AbortSignal
): Promise<Audited & { dataWork?: DataWork | undefined }> {
	const argument = argumentOf[job.language];
	const hasRuntime = hasOwnRuntime(job.language);
	if (job.facts.needs.cores > 1) return { unchecked: severalCores };
	const workOfOthers = hasRuntime ? undefined : othersDoubt(report, others);
	if (workOfOthers !== undefined) return { doubt: workOfOthers, bound: 'otherThreads' };
	if (job.target !== 'x86-64') return { unchecked: otherTarget };
	if (!argument || !program) return { unchecked: justInTime };
	const timed = observedProcess(places, variant.id, countedAt(job.facts));
	if (!timed) return { unchecked: justInTime };
	const { command, rows, parameters } = timed;
	const file = program.artifacts.get(command.uses?.[0] ?? '');
	const sampling = file && samplingCode(file);
	if (!file || sampling === undefined) return { unchecked: noSampling };
	const harness = harnessCode(file);
	const isOfReport = sameParameters(parameters, countedAt(job.facts));
	const code = isOfReport
		? report
		: await countedElsewhere(context, job, variant, program, parameters, signal);
	if (!code) return { unchecked: notCountedThere };
	const loop = loopOf(code, hasRuntime);
	const calls = callsOf(code);
	if (!calls) return 'unchecked' in loop ? loop : { unchecked: justInTime };
	const { image } = sharedToolchain(job);
	const iterations =
		code.stepped?.iterations ?? code.countedIterations ?? job.facts.countedIterations;
	const takeTools = () => context.takeSandbox('tools', image);
	const build = buildOf(job, variant);
	const count = callCounter(takeTools, build, program, parameters, signal);
	const several =
		hasRuntime || isNearlyAll(code)
			? undefined
			: await severalParts(code, program, iterations, count);
	let dataWork: DataWork | undefined;
	// With a runtime, its threads go on beside the observed one. A program that ended with code that was moved is observed without.
	let mayMove = job.language !== 'go';
	const once = async (sandbox: Sandbox, loop: ReturnType<typeof loopOf>): Promise<Outcome> => {
		const watched = 'unchecked' in loop ? calls : loop;
		const moved = mayMove && 'marker' in loop ? movableAt(code.functions, loop.marker) : 0;
		const observe = async <Seen extends object>(isCounted: boolean, read: Reading<Seen>) => {
			const limits = { ...command.limits, wallMs: auditWallMs };
			const audit = auditWords(watched, {
				argument,
				runtime: hasRuntime,
				isCounted,
				moved,
				sampling,
				samples: rows.samples.length,
				harness
			});
			const asked = within({ ...command, limits, audit });
			if (!asked) return { unchecked: noTimeLeft };
			const output = await sandbox.run(asked);
			signal.throwIfAborted();
			const seen = read(output.stdout.toString('latin1'), hasRuntime);
			if ('ended' in seen) mayMove = false;
			return seen;
		};
		const one = await observe(false, readObserved);
		const written = 'code' in one ? writtenDoubt(code, one, file) : undefined;
		if (written) return written;
		if ('unchecked' in loop) return loop;
		if (!('code' in one)) return one;
		// A second process takes no steps, for which the harness's time would be spent before all its samples are taken.
		const all = moved > 0 ? await observe(true, readCalls) : { calls: [] };
		const saysNothing = 'unchecked' in all && !('late' in all);
		if (!('calls' in all) && !saysNothing) return all;
		const observed = { ...one, calls: 'calls' in all ? all.calls : [] };
		const compared = compareAudit(code, { ...loop, isSteady: true }, observed, hasRuntime);
		if (!('doubt' in compared)) return compared;
		// The emulator cannot count other calls of it.
		if (code.stepped) return compareAudit(code, loop, observed, hasRuntime);
		// Its work may depend on how many iterations it does: as many are counted, of the same data.
		const { functions } = program.seen;
		const seed = Number(command.env['CYCLELAB_SEED']);
		const { dataWork: shown, ...outcome } = await auditCounted(
			{ code, functions, loop, iterations, observed, seed, hasRuntime, dataWork },
			count
		);
		dataWork ??= shown;
		return outcome;
	};
	const observe = async (sandbox: PooledSandbox) => {
		for (const [name, bytes] of program.artifacts) await sandbox.put(name, bytes);
		const own = { ...sandbox, run: (command: Command) => sandbox.run(command, signal) };
		const whole = await agreed(() => once(own, loop));
		return several && !('doubt' in whole)
			? agreedParts(whole, several, (part) => agreed(() => once(own, partOf(code, part) ?? loop)))
			: whole;
	};
	const audited = await onMeasuringCore(context, observe, { image, signal });
	const { challenge } = job.facts;
	const isByClock = challenge?.byClock === true && challenge.start.variant === variant.id;
	if ('doubt' in audited && isByClock) return { unchecked: byClock };
	const checked =
		'checked' in audited && !isOfReport
			? { checked: `${audited.checked} Both runs were${placeSuffix(job.facts, parameters)}.` }
			: audited;
	return { ...checked, dataWork };
}

/** Of its first call alone: the report's counts have what it executed before, and no timed call repeats that. */
async function severalParts(
	code: CountedCode & Pick<VariantReport, 'stepped'>,
	{ seen }: Program,
	iterations: number,
	count: CountCalls
): Promise<ReturnType<typeof partsOf>> {
	if (code.stepped) return partsOf(code, iterations);
	const [call] = (await count(countSeed, iterations)) ?? [];
	const functions = call && reportFunctions(seen.functions, call.counts);
	return functions && partsOf({ ...code, functions }, iterations);
}

/** Proven where code in memory is not that of the program's file. */
function writtenDoubt(
	code: CountedCode,
	observed: Pick<Observed, 'code' | 'harness'>,
	file: Buffer
): Audited | undefined {
	const harness = writtenHarness(observed, file);
	if (harness !== undefined)
		return { doubt: harness, bound: 'rulerLength', proven: { hint: writtenHarnessHint } };
	const own = writtenCode(code, observed, file);
	return own === undefined
		? undefined
		: { doubt: own, bound: 'writtenCode', proven: { hint: writtenCodeHint } };
}
