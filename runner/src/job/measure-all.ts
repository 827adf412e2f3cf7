/** Shell: measures every variant that was built, place by place, when it is this job's turn on the measuring core. */
import type { Place } from '@cyclelab/exercises/schema';
import type { Rows } from '../measure/rows.ts';
import { measureAgain } from '../measure/again.ts';
import { budget } from '../measure/budget.ts';
import { startDeadline, commandWithin, outOfTime, type Deadline } from '../measure/deadline.ts';
import { longCallsCommand, longProcessesAtMost, provingSamples } from '../measure/long-calls.ts';
import { neighbourDoubt } from '../measure/neighbour-clock.ts';
import { lengthsAt } from '@cyclelab/contract/measure/place';
import { startPlan, acceptProcess, nextProcess, shownEarly } from '../measure/plan.ts';
import type { Plan, PlaceState, PlaceToMeasure } from '../measure/plan-state.ts';
import { onCores, inForce } from '../sandbox/limits.ts';
import type { PooledSandbox } from '../sandbox/pooled-sandbox.ts';
import type { FailureFacts } from '@cyclelab/contract/schema/failure';
import type { Job } from '@cyclelab/contract/schema/job';
import { toolchainOf, buildOf, sharedToolchain } from '../toolchains/toolchains.ts';
import type { Emit, Program } from './build-variant.ts';
import { onMeasuringCore } from '../core-queue.ts';
import type { Inspection, JobContext } from './job-context.ts';
import { readProcess } from '../measure/process.ts';
import { toSamples } from '../measure/samples.ts';
import type { Command, Sandbox } from '../sandbox/command.ts';

const waitsForNeighbour =
	'Another runner on this machine measures on the same core. This one goes on as soon as that is over, within a minute or so.';
const waitsForTools =
	'This exercise measures with all cores of the runner: it begins when tools that work for other runs have ended their step.';

const measuresAgain = `What was disturbed and decides a claim is measured again, for at most ${budget.againMs / 1000} s.`;

/** Variants of which counting has shown that there is nothing to measure. `nothingLeft` is aborted when all of them are. */
interface Hopeless {
	isHopeless: (variant: string) => boolean;
	nothingLeft: AbortSignal;
}

/**
 * `onPlace` is called for every place when it is measured or given up, for the first places also before that, and
 * again after a repetition of the places that `undecided` then names. An exercise that needs several cores is measured when
 * this job's own tools have done their work, `inspected`. Variants that are hopeless when the core is free are not measured.
 * Rejects if we failed or the job was aborted.
 */
export async function measureAll(
	context: JobContext,
	job: Job,
	built: ReadonlyMap<string, Inspection>,
	onPlace: (place: PlaceState) => void,
	undecided: () => readonly Place[],
	emit: Emit,
	signal: AbortSignal,
	inspected: Promise<unknown>,
	{ isHopeless, nothingLeft }: Hopeless
): Promise<number> {
	const { image, limits: limitsOf } = sharedToolchain(job);
	const programs = job.variants.flatMap((variant) => {
		const { id } = variant;
		const { program, report } = built.get(id) ?? {};
		if (!program || report?.failure) return [];
		const build = buildOf(job, variant);
		const toolchain = toolchainOf(build.compiler);
		return [{ id, program, toolchain, execute: toolchain.execute(build, program.made) }];
	});
	if (programs.length === 0) return 0;
	const { sweep } = job.facts;
	const values = sweep ? job.values.map((value) => ({ [sweep.name]: value })) : [{}];
	const places = programs.flatMap(({ id, execute }): PlaceToMeasure[] =>
		values.map((parameters) => ({ variant: id, execute, parameters }))
	);
	const needed = job.facts.needs.cores;
	if (needed > context.cores.length) {
		for (const place of places) onPlace(withoutCores(place, needed, context.cores.length));
		return 0;
	}
	const cores = needed > 1 ? context.cores : [];
	// C++ has the harness of C.
	const harness = job.language === 'cpp' ? 'c' : job.language;
	const doubt = (rows: Rows, variant: string): FailureFacts | undefined => {
		if (rows.hello.language !== harness) return forged(variant);
		const timed = programs.find(({ id }) => id === variant);
		return timed?.toolchain.doubt?.(rows, timed.program.seen, variant);
	};

	const edited = new Set(job.variants.flatMap(({ id, edited }) => (edited ? [id] : [])));
	const isEdited = (variant: string) => edited.has(variant);
	const wide = new Set(programs.flatMap(({ id, program }) => (hasVectors(program) ? [id] : [])));
	/** Threads on several cores sleep and wake, so that their clocks differ. */
	const clockDoubts = ({ places }: Plan) =>
		(cores.length > 0 ? [] : places).flatMap((state) => {
			const { variant, parameters } = state.place;
			const about = { isEdited, isWide: wide.has(variant) };
			const doubt = state.failure ? undefined : neighbourDoubt(state, places, about);
			const where = { kind: 'implausible', stage: 'measure', variant } as const;
			return doubt ? [{ state, parameters, failure: { ...where, ...doubt } }] : [];
		});

	let began = 0;
	const onTurn = () => {
		emit({ type: 'stage', stage: 'measure' });
		began = performance.now();
	};
	const onPosition = (position: number) => emit({ type: 'waiting', position });
	const measure = async (sandbox: PooledSandbox) => {
		const deadline = edited.size > 0 ? startDeadline(budget.editedRunMs) : undefined;
		await Promise.all(
			programs.flatMap(({ program }) =>
				[...program.artifacts].map(([name, bytes]) => sandbox.put(name, bytes))
			)
		);
		const run: PooledSandbox['run'] = (command) => sandbox.run(command, signal);
		const meters = job.facts.meters.map(({ id }) => id);
		const limits = onCores(limitsOf.measure, cores.length);
		const { of, to } = job.facts.question;
		const first = [to.parameters, of.parameters];
		const lengths = lengthsAt(job.facts);
		const hopeful = places.filter(({ variant }) => !isHopeless(variant));
		const plan = startPlan(hopeful, limits, seedOf(job.run), { meters, cores, lengths, first });
		if (context.runner.host.emulated) {
			await runUntimed(plan, { ...sandbox, run }, doubt, onPlace, signal);
			return;
		}
		/** The processes with long calls of a place, until they prove something. Those that fail prove nothing. */
		const longProcesses = async (asked: Command, { place, processes }: PlaceState) => {
			const usual = toSamples(processes);
			const rows: Rows[] = [];
			for (let i = 0; i < longProcessesAtMost && !provingSamples(rows, usual); i++) {
				signal.throwIfAborted();
				const command = commandWithin(asked, deadline);
				if (!command) break;
				const outcome = readProcess(await run(command), place.variant, inForce(limits, 'measure'));
				if (!outcome.ok || doubt(outcome.rows, place.variant)) break;
				rows.push(outcome.rows);
			}
			return rows;
		};
		const go = (part: Plan) =>
			measurePlaces(part, { ...sandbox, run }, doubt, onPlace, signal, deadline);
		let measured = await go(plan);
		for (let look = 0; look < budget.againLooks; look++) {
			const beside = clockDoubts(measured).flatMap(({ parameters }) =>
				job.variants.map(({ id }) => ({ variant: id, parameters }))
			);
			const again = measureAgain(measured, [...undecided(), ...beside]);
			if (!again) break;
			emit({ type: 'stage', stage: 'measure', notice: measuresAgain });
			measured = await go(again);
		}
		const judged = clockDoubts(measured);
		for (const { state, failure } of judged) onPlace({ ...state, failure });
		for (const state of cores.length > 0 ? [] : measured.places) {
			const isJudged = judged.some((one) => one.state === state);
			const asked =
				isJudged || !isEdited(state.place.variant) ? undefined : longCallsCommand(measured, state);
			const longCalls = asked && (await longProcesses(asked, state));
			if (longCalls && longCalls.length > 0) onPlace({ ...state, longCalls });
		}
	};
	const takeWhole = async () => {
		const waitsFor = (notice: string) => () => emit({ type: 'stage', stage: 'measure', notice });
		const sandbox = await context.takeWhole(image, signal, {
			onHeld: waitsFor(waitsForNeighbour),
			onWait: waitsFor(waitsForTools)
		});
		onTurn();
		return sandbox;
	};
	const takeOne = () =>
		context.takeSandbox('measure', image, {
			onHeld: () => emit({ type: 'stage', stage: 'measure', notice: waitsForNeighbour }),
			onReleased: onTurn
		});
	const takeSandbox = cores.length > 0 ? takeWhole : takeOne;
	if (cores.length > 0) await inspected;
	// A job that needs all cores has its turn when it has them all (`takeWhole`), not with the measuring core alone.
	const wait = {
		image,
		onPosition,
		...(cores.length > 0 ? {} : { onTurn }),
		signal: AbortSignal.any([signal, nothingLeft])
	};
	try {
		await onMeasuringCore({ takeSandbox, coreQueue: context.coreQueue }, measure, wait);
	} catch (cause) {
		if (cause !== nothingLeft.reason) throw cause;
		return 0;
	}
	const measuredMs = performance.now() - began;
	context.onStageSeconds('measure', measuredMs / 1000);
	return measuredMs;
}

function withoutCores(place: PlaceToMeasure, needed: number, has: number): PlaceState {
	const failure: FailureFacts = {
		kind: 'too-few-cores',
		stage: 'measure',
		variant: place.variant,
		needed,
		has
	};
	return { place, processes: [], commands: [], spentMs: 0, done: true, failure };
}

/** Whether a program has instructions on vectors of 256 or 512 bits. */
const hasVectors = ({ seen }: Program) =>
	seen.functions.some(({ instructions }) =>
		instructions.some(({ text }) => /\b[yz]mm\d/.test(text))
	);

/** Every harness names its language in its rows; rows with another language are forged. */
const forged = (variant: string): FailureFacts => ({
	kind: 'implausible',
	stage: 'measure',
	variant,
	bound: 'harness',
	reason: "The measurement's rows name the harness of another language."
});

/** Equal for the same run, so that it is reproducible; different runs vary layout and data. */
function seedOf(run: string): number {
	return [...run].reduce((seed, letter) => (seed * 31 + letter.charCodeAt(0)) % 1_000_003, 7);
}

/**
 * Resolves to the finished plan. `onPlace` is called for every finished place, and before the first of them is finished once
 * for each place that has numbers already. `doubt` returns why a process's rows are not to
 * be believed, if so. A process that still runs at the `deadline` is killed, and the places left are given up. Rejects
 * with the signal's reason between two processes once it is aborted.
 */
export async function measurePlaces(
	start: Plan,
	sandbox: Sandbox,
	doubt: (rows: Rows, variant: string) => FailureFacts | undefined,
	onPlace: (place: PlaceState) => void,
	signal: AbortSignal,
	deadline?: Deadline
): Promise<Plan> {
	const limits = inForce(start.limits, 'measure');
	const announced = new Set(start.places.flatMap(({ done }, index) => (done ? [index] : [])));
	const early = new Set(
		start.places.flatMap(({ place, processes }) => (processes.length > 0 ? [place] : []))
	);
	let plan = start;
	for (let next = nextProcess(plan); next; next = nextProcess(plan)) {
		signal.throwIfAborted();
		const variant = plan.places[next.index]?.place.variant ?? '';
		const command = commandWithin(next.command, deadline);
		const output = command && (await sandbox.run(command));
		const isCut = output?.timedOut && command && command.limits.wallMs < start.limits.wallMs;
		if (deadline && (!output || isCut)) plan = outOfTime(plan, deadline.limitMs);
		else if (output) {
			const outcome = readProcess(output, variant, limits, Math.max(1, start.cores.length));
			const failure = outcome.ok ? doubt(outcome.rows, variant) : undefined;
			const { wallMs } = outcome;
			plan = acceptProcess(plan, next.index, failure ? { wallMs, ok: false, failure } : outcome);
		}
		for (const state of shownEarly(plan)) {
			if (early.has(state.place)) continue;
			early.add(state.place);
			onPlace(state);
		}
		for (const [index, state] of plan.places.entries()) {
			if (!state.done || announced.has(index)) continue;
			announced.add(index);
			onPlace(state);
		}
	}
	return plan;
}

/**
 * What takes the place of measuring under an emulator: one process of the harness at each place, so that its rows, checks and
 * meters are proven. How long anything took is not kept. As `measurePlaces`; a place is done when its process has ended.
 */
export async function runUntimed(
	{ places, limits, seed, ...extras }: Plan,
	sandbox: Sandbox,
	doubt: (rows: Rows, variant: string) => FailureFacts | undefined,
	onPlace: (place: PlaceState) => void,
	signal: AbortSignal
): Promise<{ places: PlaceState[] }> {
	const tried: PlaceState[] = [];
	for (const { place } of places) {
		signal.throwIfAborted();
		let plan = startPlan([place], limits, seed, extras);
		const cores = Math.max(1, extras.cores.length);
		const isOpen = ({ processes, failure }: PlaceState) => processes.length === 0 && !failure;
		for (let next = nextProcess(plan); next && plan.places.some(isOpen); next = nextProcess(plan)) {
			const output = await sandbox.run(next.command);
			const outcome = readProcess(output, place.variant, inForce(limits, 'measure'), cores);
			const failure = outcome.ok ? doubt(outcome.rows, place.variant) : undefined;
			const { wallMs } = outcome;
			plan = acceptProcess(plan, 0, failure ? { wallMs, ok: false, failure } : outcome);
		}
		for (const state of plan.places) {
			const done = { ...state, processes: [], commands: [], spentMs: 0, done: true };
			tried.push(done);
			onPlace(done);
		}
	}
	return { places: tried };
}
