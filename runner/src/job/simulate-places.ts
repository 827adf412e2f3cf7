/** Shell: has the calls of built programs traced, simulates their loads, stores and branches, and predicts with these events. */
import { languageNames } from '@cyclelab/exercises/names';
import type { Parameters, Target } from '@cyclelab/exercises/schema';
import { geometryOf, type Geometry } from '../events/geometry.ts';
import { placeRates } from '../events/rates.ts';
import { simulate, type Simulated } from '../events/simulate.ts';
import { readTrace } from '../events/trace.ts';
import type { Timed } from '../events/timing.ts';
import {
	costsOf,
	predictionWithEvents,
	timedOf,
	type Costs,
	type ModelLoads
} from '../events/with-events.ts';
import { assembly } from '../inspect/assembly.ts';
import { isaOf } from '../inspect/isa-of.ts';
import { countCommand } from '../inspect/count.ts';
import { hexadecimal, type Decoded } from '../inspect/listing.ts';
import type { LoopPath } from '../inspect/loop-path.ts';
import { leadingModel } from '../inspect/models.ts';
import { oneCopyOf } from '../inspect/one-copy.ts';
import {
	predictCommand,
	readPrediction,
	type Predicted,
	type Question
} from '../inspect/predict.ts';
import { predictionBeside } from '@cyclelab/contract/measure/prediction-beside';
import { countedAt } from '@cyclelab/contract/measure/place';
import { stepLimits } from '../sandbox/limits.ts';
import type { PooledSandbox } from '../sandbox/pooled-sandbox.ts';
import type { HotLoop } from '@cyclelab/contract/schema/code';
import type { PlaceEvents } from '@cyclelab/contract/schema/events';
import type { Job } from '@cyclelab/contract/schema/job';
import type { Point } from '@cyclelab/contract/schema/measurement';
import { allInstructions } from '@cyclelab/contract/measure/instructions';
import type { VariantReport } from '@cyclelab/contract/schema/report';
import { countSeed } from '../toolchains/harness-env.ts';
import { toolchainOf, buildOf } from '../toolchains/toolchains.ts';
import type { Emit, Program } from './build-variant.ts';
import type { Inspection, JobContext } from './job-context.ts';

/**
 * Of all places of a job, ms. Events come after everything else, when the measuring core serves the next run already; the end of the run
 * waits for them, because a report that has ended never changes: it is stored, shared and answered from memory.
 */
const usualMs = 5000;
/** Longest that they wait for other jobs whose assembly somebody waits for, ms: where people type without a pause, events come all the same. */
const longestWaitMs = 1000;
/**
 * Instructions of all traced calls together: a short trace is enough of a loop whose lines and branches repeat (`Simulated`); of another loop
 * several times what the trace keeps, so that the caches are warm.
 */
const tracedInstructions = [250_000, 8_000_000];
/** One that warms the caches up, and one that is counted. */
const leastCalls = 2;
/** More would fill the harness's rows. */
const mostCalls = 64;

type ToTrace = {
	variant: string;
	program: Program;
	report: VariantReport;
	hotLoop: HotLoop;
	/** All instructions of the listing, and the hot loop's, as they were decoded. */
	code: readonly Decoded[];
	path: readonly Decoded[];
	parameters: Parameters;
	/** Of a call: as many as a timed one has, if one was timed. */
	iterations: number;
};

/**
 * Emits `simulated` for each place that was measured, or for the place that was counted where nothing is measured. Rejects if we
 * failed or the job was aborted.
 * @param points what was measured, by variant
 */
export async function simulatePlaces(
	context: JobContext,
	job: Job,
	inspections: ReadonlyMap<string, Inspection>,
	points: ReadonlyMap<string, readonly Point[]>,
	emit: Emit,
	signal: AbortSignal
): Promise<void> {
	if (job.models !== 'all') return;
	const { host, measuredCaches } = context.runner;
	const places = placesOf(job, inspections, points);
	const refuse = ({ variant, parameters }: ToTrace, refusal: string) =>
		emit({ type: 'simulated', variant, events: { parameters, refusal } });
	const geometry = simulatedGeometry(job, context.runner);
	if ('refusal' in geometry) {
		for (const place of places) refuse(place, geometry.refusal);
		return;
	}
	const costs = costsOf(host, measuredCaches, geometry.core);
	const { simulationMs = usualMs } = context;
	const late = performance.now() + simulationMs;
	let waitedMs = 0;
	const giveWay = async () => {
		const before = performance.now();
		await context.giveWay?.(longestWaitMs - waitedMs, signal);
		waitedMs += performance.now() - before;
	};
	const byImage = Map.groupBy(
		places,
		({ variant }) => toolchainOf(buildFor(job, variant).compiler).image
	);
	for (const [image, group] of byImage) {
		const sandbox = await context.takeSandbox('tools', image);
		try {
			const put = new Set<string>();
			const figuresOf = new Map<string, Figures>();
			for (const place of group) {
				await giveWay();
				signal.throwIfAborted();
				if (performance.now() - waitedMs > late) {
					refuse(
						place,
						`The simulation of the run’s places was ended after ${simulationMs / 1000} s.`
					);
					continue;
				}
				if (!put.has(place.variant))
					for (const [name, bytes] of place.program.artifacts) await sandbox.put(name, bytes);
				put.add(place.variant);
				const simulated = await simulatePlace(job, place, { geometry, sandbox, giveWay, signal });
				if ('refusal' in simulated) {
					refuse(place, simulated.refusal);
					continue;
				}
				const { path, variant, parameters } = place;
				const rates = placeRates(simulated, sourceIterationsOf(place, simulated), path);
				const figures = figuresOf.get(variant) ?? noFigures();
				figuresOf.set(variant, figures);
				const asking = { costs, geometry, figures, sandbox, signal, host };
				await giveWay();
				const prediction = await predict(job, place, simulated, asking);
				emit({ type: 'simulated', variant, events: { parameters, ...rates, prediction } });
			}
		} finally {
			sandbox.retire();
		}
	}
}

/** What is simulated, or a sentence why nothing is. */
function simulatedGeometry(
	{ facts, language, target }: Job,
	{ host, measuredCaches }: JobContext['runner']
): Geometry | { refusal: string } {
	if (target !== host.arch)
		return {
			refusal:
				'Events are simulated for the processor of the runner, and this code is for another architecture.'
		};
	if (host.emulated) return { refusal: 'Events are not simulated on an emulated runner.' };
	if (language === 'cs')
		return {
			refusal: `Events of ${languageNames[language]} are not simulated: its code is made by a runtime whose own loads and stores would be among them.`
		};
	if (facts.needs.cores > 1)
		return {
			refusal: 'Events are simulated for one thread, and this exercise measures several.'
		};
	return (
		geometryOf(host, measuredCaches) ?? {
			refusal:
				'Events are not simulated: this host does not report the sets and ways of its caches.'
		}
	);
}

const buildFor = (job: Job, id: string) => {
	const variant = job.variants.find((one) => one.id === id);
	if (!variant) throw new Error(`the job has no variant ${id}`);
	return buildOf(job, variant);
};

/** Of each variant its first place, then of each its second, so that the time that there is serves all. */
function placesOf(
	job: Job,
	inspections: ReadonlyMap<string, Inspection>,
	points: ReadonlyMap<string, readonly Point[]>
): ToTrace[] {
	const lists = [...inspections].map(([variant, { report, program }]): ToTrace[] => {
		const { hotLoop } = report;
		if (!program || !hotLoop) return [];
		const code = program.seen.functions.flatMap(({ instructions }) => instructions);
		const byAddress = new Map(code.map((one) => [hexadecimal(one.address), one]));
		const path = hotLoop.instructions.flatMap(({ address }) => byAddress.get(address) ?? []);
		const shared = { variant, program, report, hotLoop, code, path };
		const measured = (points.get(variant) ?? []).filter((point) => point.measured);
		if (measured.length === 0) {
			const iterations = report.countedIterations ?? job.facts.countedIterations;
			return [{ ...shared, parameters: countedAt(job.facts), iterations }];
		}
		return measured.map(({ parameters, measured: { raw } = { raw: [] } }) => ({
			...shared,
			parameters,
			iterations: Math.min(...raw.map(({ iterations }) => iterations))
		}));
	});
	const longest = Math.max(0, ...lists.map(({ length }) => length));
	return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list[at] ?? [])).flat();
}

const isStepped =
	'The emulator, which traces loads, stores and branches, lacks instructions of this program; they were counted by steps on the processor.';

type Tracing = {
	geometry: Geometry;
	sandbox: PooledSandbox;
	/** Lets other jobs go first whose assembly somebody waits for. */
	giveWay: () => Promise<void>;
	signal: AbortSignal;
};

async function simulatePlace(
	job: Job,
	place: ToTrace,
	tracing: Tracing
): Promise<Simulated | { refusal: string }> {
	const { report, iterations } = place;
	if (report.stepped) return { refusal: isStepped };
	const instructions = Math.max(1, (allInstructions(report) ?? 1) * iterations);
	const lengths = tracedInstructions.map((traced) =>
		Math.ceil(Math.min(mostCalls, Math.max(leastCalls, traced / instructions)))
	);
	let simulated: Simulated | { refusal: string } | undefined;
	for (const calls of new Set(lengths)) {
		simulated = await simulateCalls(job, place, calls, tracing);
		if ('refusal' in simulated || simulated.isSettled) break;
	}
	return simulated ?? { refusal: 'No call of the program was traced.' };
}

async function simulateCalls(
	job: Job,
	{ variant, program, code, path, parameters, iterations }: ToTrace,
	calls: number,
	{ geometry, sandbox, giveWay, signal }: Tracing
): Promise<Simulated | { refusal: string }> {
	const build = buildFor(job, variant);
	const toolchain = toolchainOf(build.compiler);
	const artifact = `${variant}.trace`;
	const command = countCommand(
		{ ...toolchain.execute(build, program.made), counts: `${variant}.counts`, trace: artifact },
		build.target,
		{
			iterations,
			later: new Array<number>(calls - 1).fill(iterations),
			seed: countSeed,
			parameters,
			meters: job.facts.meters.map(({ id }) => id)
		},
		stepLimits.count
	);
	const output = await sandbox.run(command, signal);
	signal.throwIfAborted();
	const bytes = output.fetched?.get(artifact);
	if (output.exit.code !== 0 || output.timedOut || !bytes)
		return {
			refusal: output.timedOut
				? `Tracing took longer than ${stepLimits.count.wallMs / 1000} s.`
				: 'The traced program did not come to its end.'
		};
	const trace = readTrace(bytes);
	if (!trace) return { refusal: 'The program disturbed the tracing of its loads and stores.' };
	if (trace.threads > 1)
		return { refusal: 'Events are simulated for one thread, and this program has several.' };
	const [first] = path;
	await giveWay();
	const simulated = first && simulate({ trace, calls, geometry, code, header: first.address });
	return simulated ?? { refusal: 'The traced part of the program has no pass of the hot loop.' };
}

/** Counts of passes that differ by less are of the same loop: calls have remainders. */
const remainder = 0.02;

/** The same at this place: at another value of a sweep than the counted one the loop can be entered more or less often. */
function sourceIterationsOf({ hotLoop, iterations }: ToTrace, { passesOfCall }: Simulated): number {
	const { sourceIterations } = oneCopyOf(hotLoop);
	const here = iterations / passesOfCall;
	return Math.abs(here / sourceIterations - 1) <= remainder ? sourceIterations : here;
}

/** What llvm-mca's model has of the instructions that were asked for so far. */
type Figures = {
	width: number;
	loads: ModelLoads;
	/** Names of the units, in the order of their numbers. */
	units: string[];
	/** By address. */
	timed: Map<number, Timed>;
};

const noFigures = (): Figures => ({
	width: 1,
	loads: { general: 0, vector: 0, nextVector: 0 },
	units: [],
	timed: new Map()
});

type Asking = {
	costs: Costs | undefined;
	geometry: Geometry;
	figures: Figures;
	sandbox: PooledSandbox;
	signal: AbortSignal;
	host: JobContext['runner']['host'];
};

/** More instructions would take llvm-mca longer than a learner waits. */
const mostFigures = 2000;

async function predict(
	job: Job,
	place: ToTrace,
	simulated: Simulated,
	{ costs, geometry, figures, sandbox, signal, host }: Asking
): Promise<NonNullable<PlaceEvents['prediction']>> {
	const none = (why: string) => ({ refusal: `There is no prediction with events: ${why}.` });
	const { hotLoop, report, path, code } = place;
	const sourceIterations = sourceIterationsOf(place, simulated);
	const leading = leadingModel(host.microarchitecture, job.target);
	if (!leading?.host) return none('llvm-mca has no model of this processor');
	if (!costs) return none('this runner has not measured its caches yet');
	const { steps } = simulated;
	const executed = [...new Set(steps.at.subarray(0, steps.count))]
		.sort((a, b) => a - b)
		.flatMap((place) => code[place] ?? []);
	const missing = executed.filter(({ address }) => !figures.timed.has(address));
	if (missing.length > mostFigures) return none('the loop executes too many instructions');
	if (missing.length > 0) {
		const question = { ...leading, noalias: true, detailed: true };
		const inLoop = new Set(path);
		const groups = [true, false].map((isIn) => missing.filter((one) => inLoop.has(one) === isIn));
		const isRead = await addFigures(groups, figures, question, sandbox, signal);
		if (!isRead) return none('llvm-mca cannot read an instruction that was executed');
	}
	const own = predictionBeside(report.predictions);
	const predicted = predictionWithEvents({
		own: own && (own.cyclesPerIteration * oneCopyOf(hotLoop).sourceIterations) / sourceIterations,
		model: leading.model.model,
		path,
		simulated,
		sourceIterations,
		listing: code,
		code: code.map(({ address }) => figures.timed.get(address)),
		core: geometry.core,
		width: figures.width,
		units: figures.units.length,
		modelLoads: figures.loads,
		costs
	});
	return 'unknown' in predicted ? none(predicted.unknown) : predicted;
}

/**
 * Asks llvm-mca for the figures of instructions; false if it cannot read them. It shares the units out among the instructions of a
 * loop, so the hot loop's must not share them with what is executed beside it.
 */
async function addFigures(
	groups: readonly (readonly Decoded[])[],
	figures: Figures,
	question: Question,
	sandbox: PooledSandbox,
	signal: AbortSignal
): Promise<boolean> {
	const { target, hangs } = question.model;
	const readable = groups
		.map((group) =>
			group.filter((one) => assembly(one, target) !== undefined && !hangs?.test(one.mnemonic))
		)
		.filter((group) => group.length > 0);
	const isa = isaOf(target);
	const answers = await ask([loads[target], ...readable], question, sandbox, signal);
	const [ofLoads, ...found] = answers;
	const [general, vector] = ofLoads?.instructions ?? [];
	if (!ofLoads || !general || !vector) return false;
	figures.width = ofLoads.dispatchWidth;
	figures.loads = {
		general: general.latency,
		vector: vector.latency,
		nextVector: vector.reciprocalThroughput
	};
	const unitOf = (name: string): number => {
		const at = figures.units.indexOf(name);
		return at < 0 ? figures.units.push(name) - 1 : at;
	};
	readable.forEach((group, number) =>
		group.forEach((one, at) => {
			const figure = found[number]?.instructions?.[at];
			if (figure) figures.timed.set(one.address, timedOf(one, figure, isa, unitOf, figures.loads));
		})
	);
	return true;
}

/** The answer for each of the loops; none if one of them cannot be read. */
async function ask(
	loops: readonly (readonly Decoded[])[],
	question: Question,
	sandbox: PooledSandbox,
	signal: AbortSignal
): Promise<Predicted[]> {
	const paths = loops.map((instructions): LoopPath => ({
		symbol: '',
		header: 0,
		instructions,
		key: '',
		blocks: []
	}));
	const output = await sandbox.run(predictCommand(paths, question, stepLimits.predict), signal);
	return readPrediction(output, paths, question).flatMap((answer) =>
		'predicted' in answer ? answer.predicted : []
	);
}

const load = (mnemonic: string, ...operands: string[]): Decoded => ({
	address: 0,
	text: `${mnemonic} ${operands.join(', ')}`,
	mnemonic,
	prefixes: [],
	operands
});

/** Loads of a general register and of a vector. */
const loads: Record<Target, readonly [Decoded, Decoded]> = {
	'x86-64': [load('mov', 'rax', 'qword ptr [rax]'), load('movups', 'xmm0', 'xmmword ptr [rax]')],
	arm64: [load('ldr', 'x0', '[x0]'), load('ldr', 'q0', '[x0]')]
};
