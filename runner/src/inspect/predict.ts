/**
 * llvm-mca on passes through loops. Each path is a region with its body once and another with its body twice, simulated
 * for the same number of iterations N in one call. So (cycles2 - cycles1) / N is the steady cost of one pass: the slope
 * between N and 2N passes, without the ramp-up and the drain of the pipeline. (Equal to two calls, see the test.)
 */
import type { Command, Limits, Output } from '../sandbox/command.ts';
import { olderLlvmMca } from '../sandbox/llvm.ts';
import { hexadecimal } from './listing.ts';
import type { LoopPath } from './loop-path.ts';
import { argvOf, region, source } from './mca-input.ts';
import type { Model } from './models.ts';
import type { Prediction, Refusal } from '@cyclelab/contract/schema/prediction';
import { errorWords, isModel, McaOutput, type McaRegion } from './mca-output.ts';
import { parseJson } from './parse-json.ts';

/**
 * Passes of the first region: fewer where there is more to simulate. A multiple of 60, because a model often repeats its
 * schedule after 2 to 6 passes, and the slope is exact over whole repetitions. Of 240 slopes of the exercises' loops (znver4,
 * skylake-avx512, neoverse-v2), 230 are those over 600 passes with 180 passes, and 197 with 200; the others differ by at most
 * 0.7 and 1 %. With 120 passes, 235 are equal and one differs by 4 %.
 */
const iterationsFor = (instructions: number) =>
	Math.max(20, Math.min(180, 60 * Math.floor(40_000 / Math.max(1, instructions) / 60)));

/**
 * Passes that are enough for a loop that waits for its own stores: its slope over 48 passes is that over 200, because the
 * wait repeats with every pass. llvm-mca's time grows with cycles times the instructions that wait, so such a loop takes it
 * longest: 42 ms for 200 passes of store-forwarding's `word`, 14 for 48 (emeraldrapids). Tried with 220 loops of libc, perl,
 * bash and libcrypto that load and store, by four models of each architecture: of 1,755 slopes of 5 cycles and more, 1,747
 * are equal, and the others differ by at most 1.4 %.
 */
const fewPasses = 48;
const fewestCycles = 240;

/**
 * `host`: the model of the processor that measures. `detailed`: with figures for each instruction. `few`: by few passes.
 */
export type Question = {
	model: Model;
	noalias: boolean;
	host: boolean;
	detailed: boolean;
	few?: boolean;
};

/** The question by few passes, where that is less to simulate. */
export const byFewPasses = (path: LoopPath, question: Question): Question | undefined =>
	passesOf([path]) > fewPasses ? { ...question, few: true } : undefined;

/** Whether few passes took enough cycles for a slope as fine as that of many passes of a short loop. */
export const isFineEnough = ({ cyclesPerLoop }: Predicted): boolean =>
	cyclesPerLoop * fewPasses >= fewestCycles;

/** llvm-mca's prediction of one path, in passes; `toPrediction` adds the source's iterations, `withOlder` the older version. */
export type Predicted = Omit<Prediction, 'cyclesPerIteration' | 'older'>;
export type McaAnswer = { predicted: Predicted } | { refusal: Refusal };

/** `paths`: only paths that `refuse` (assembly.ts) accepts. */
export function predictCommand(
	paths: readonly LoopPath[],
	{ model, noalias, detailed, few }: Question,
	limits: Limits
): Command {
	const { target } = model;
	const regions = paths.flatMap(({ instructions }, index) => [
		...region(`once-${index}`, instructions, target),
		...region(`twice-${index}`, [...instructions, ...instructions], target)
	]);
	return {
		argv: [
			...argvOf(model),
			'--json',
			`--iterations=${passesOf(paths, few)}`,
			...(noalias ? [] : ['--noalias=false']),
			...(detailed ? [] : ['--resource-pressure=false'])
		],
		env: {},
		stdin: source(regions, target),
		limits
	};
}

/** Iterations each region is simulated for. */
export const passesOf = (paths: readonly LoopPath[], few = false) =>
	few
		? fewPasses
		: iterationsFor(paths.reduce((total, { instructions }) => total + instructions.length, 0));

/** The answer for each path, in order. One instruction that llvm-mca cannot read refuses all paths of the call. */
export function readPrediction(
	output: Output,
	paths: readonly LoopPath[],
	question: Question
): McaAnswer[] {
	const refuseAll = (reason: string): McaAnswer[] => paths.map(() => refused(question, reason));
	if (output.timedOut || output.exit.signal === 'SIGXCPU')
		return refuseAll(
			`llvm-mca did not end in time with its ${question.model.model} model. Try another model or a shorter loop.`
		);
	if (output.outOfMemory || output.truncated)
		return refuseAll('llvm-mca needed too much memory or wrote too much; try a shorter loop.');
	if (output.exit.code !== 0)
		return refuseAll(errorWords(output.stderr.toString('utf8'), question.model));
	const parsed = McaOutput.safeParse(parseJson(output.stdout.toString('utf8')));
	if (!parsed.success) return refuseAll('llvm-mca gave an answer that could not be read.');
	const { CodeRegions, TargetInfo } = parsed.data;
	const { model } = question;
	// An unknown name gives a notice, exit code 0 and another model; the resources show which model was used.
	if (TargetInfo.CPUName !== model.mcpu || !isModel(TargetInfo.Resources, model))
		return refuseAll(
			`llvm-mca used another model than ${model.model} for ${model.mcpu}; the toolchain and the list of models differ.`
		);
	const byName = new Map(CodeRegions.map((region) => [region.Name, region]));
	return paths.map((path, index) => {
		const once = byName.get(`once-${index}`);
		const twice = byName.get(`twice-${index}`);
		const length = path.instructions.length;
		const passes = passesOf(paths, question.few);
		if (
			!once ||
			!twice ||
			once.SummaryView.Iterations !== passes ||
			once.SummaryView.Instructions !== length * passes ||
			twice.SummaryView.Instructions !== 2 * length * passes
		)
			return refused(question, 'llvm-mca did not simulate all instructions of the loop.');
		return { predicted: predictedOf(path, once, twice, TargetInfo.Resources, question) };
	});
}

export const refused = (
	{ model, noalias }: Pick<Question, 'model' | 'noalias'>,
	reason: string
): McaAnswer => ({
	refusal: { mcpu: model.mcpu, noalias, reason }
});

function predictedOf(
	path: LoopPath,
	once: McaRegion,
	twice: McaRegion,
	resources: readonly string[],
	{ model, noalias, host, detailed }: Question
): Predicted {
	const passes = once.SummaryView.Iterations;
	const cyclesPerLoop = (twice.SummaryView.TotalCycles - once.SummaryView.TotalCycles) / passes;
	return {
		model: model.model,
		mcpu: model.mcpu,
		exact: model.exact,
		host,
		noalias,
		dispatchWidth: once.SummaryView.DispatchWidth,
		cyclesPerLoop,
		blockReciprocalThroughput: once.SummaryView.BlockRThroughput,
		uopsPerLoop: once.SummaryView.TotaluOps / passes,
		ipc: cyclesPerLoop > 0 ? path.instructions.length / cyclesPerLoop : 0,
		...(detailed ? { instructions: details(path, once, resources) } : {})
	};
}

function details(
	path: LoopPath,
	{ InstructionInfoView, ResourcePressureView }: McaRegion,
	resources: readonly string[]
): NonNullable<Prediction['instructions']> {
	return path.instructions.flatMap(({ address }, index) => {
		const info = InstructionInfoView.InstructionList[index];
		if (!info) return [];
		const pressure = (ResourcePressureView?.ResourcePressureInfo ?? [])
			.filter(({ InstructionIndex }) => InstructionIndex === index)
			.map(({ ResourceIndex, ResourceUsage }) => ({
				resource: resources[ResourceIndex] ?? '',
				cycles: ResourceUsage
			}))
			.filter(({ resource }) => resource !== '');
		return [
			{
				address: hexadecimal(address),
				latency: info.Latency,
				uops: info.NumMicroOpcodes,
				reciprocalThroughput: info.RThroughput,
				pressure,
				mayLoad: info.mayLoad,
				mayStore: info.mayStore,
				sideEffects: info.hasUnmodeledSideEffects
			}
		];
	});
}

/** `sourceIterations`: k, iterations of the source per pass (`hot-loop.ts`). */
export const toPrediction = (predicted: Predicted, sourceIterations: number): Prediction => ({
	...predicted,
	cyclesPerIteration: predicted.cyclesPerLoop / sourceIterations
});

/** A prediction, with the prediction of an older llvm-mca for the same path. */
export const withOlder = (
	prediction: Prediction,
	{ model, exact, cyclesPerLoop }: Predicted,
	sourceIterations: number
): Prediction => ({
	...prediction,
	older: {
		llvm: olderLlvmMca.version,
		model,
		exact,
		cyclesPerIteration: cyclesPerLoop / sourceIterations
	}
});
