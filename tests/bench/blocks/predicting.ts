/** Shell: asks every predictor about every block. */
import { chainBound } from '../../../runner/src/blocks/bounds.ts';
import type { CodeBlock } from '../../../runner/src/blocks/extract.ts';
import { refuseModel } from '../../../runner/src/inspect/assembly.ts';
import type { LoopPath } from '../../../runner/src/inspect/loop-path.ts';
import { leadingModel, offeredModels, type Model } from '../../../runner/src/inspect/models.ts';
import { olderModelOf } from '../../../runner/src/inspect/models-19.ts';
import {
	predictCommand,
	readPrediction,
	type McaAnswer,
	type Question
} from '../../../runner/src/inspect/predict.ts';
import { renameWidth } from '../../../runner/src/measure/width.ts';
import type { Sandbox } from '../../../runner/src/sandbox/command.ts';
import { llvmVersion, olderLlvmMca } from '../../../runner/src/sandbox/llvm.ts';
import { stepLimits } from '../../../runner/src/sandbox/limits.ts';

/** Cycles of a pass by predictor, in the order of the blocks; absent where it refused the block. */
export type Predictions = Map<string, (number | undefined)[]>;

/** Of one call: more are faster, but an instruction that one model cannot read refuses all blocks of a call. */
const blocksOfCall = 16;

export async function predictBlocks(
	sandbox: Pick<Sandbox, 'run'>,
	blocks: readonly CodeBlock[],
	microarchitecture: string,
	onDone: (done: number, of: number) => void
): Promise<Predictions> {
	const leader = leadingModel(microarchitecture, 'x86-64');
	if (!leader) throw new Error('There is no model for x86-64.');
	const host = leader.model;
	const older = olderModelOf(host.mcpu);
	const questions: [string, Question][] = [
		[`llvm-mca ${llvmVersion}, ${host.mcpu}`, asked(host, true, true)],
		[`llvm-mca ${llvmVersion}, ${host.mcpu}, may alias`, asked(host, false)],
		...(older
			? [
					[`llvm-mca ${olderLlvmMca.version}, ${host.mcpu}`, asked(older, true)] satisfies [
						string,
						Question
					]
				]
			: []),
		...offeredModels('x86-64')
			.filter(({ mcpu }) => mcpu !== host.mcpu)
			.map((model): [string, Question] => [
				`llvm-mca ${llvmVersion}, ${model.mcpu}`,
				asked(model, true)
			])
	];
	const paths = blocks.map(pathOf);
	const found: Predictions = new Map();
	let leading: McaAnswer[] = [];
	for (const [at, [name, question]] of questions.entries()) {
		const answers = await askAll(sandbox, paths, question);
		if (at === 0) leading = answers;
		found.set(
			name,
			answers.map((one) => ('predicted' in one ? one.predicted.cyclesPerLoop : undefined))
		);
		onDone(at + 1, questions.length);
	}
	const bounds = blocks.map((block, index) => boundsOf(block, leading[index], microarchitecture));
	found.set(
		'bound: width',
		bounds.map(({ width }) => width)
	);
	found.set(
		'bound: ports of the model',
		bounds.map(({ ports }) => ports)
	);
	found.set(
		'bound: chain',
		bounds.map(({ chain }) => chain)
	);
	found.set(
		'largest bound',
		bounds.map(({ largest }) => largest)
	);
	return found;
}

const asked = (model: Model, noalias: boolean, detailed = false): Question => ({
	model,
	noalias,
	host: false,
	detailed
});

const pathOf = ({ instructions, text }: CodeBlock): LoopPath => ({
	symbol: 'block',
	header: instructions[0]?.address ?? 0,
	instructions,
	key: text,
	blocks: []
});

async function askAll(
	sandbox: Pick<Sandbox, 'run'>,
	paths: readonly LoopPath[],
	question: Question
): Promise<McaAnswer[]> {
	const ask = async (some: readonly LoopPath[]) =>
		readPrediction(
			await sandbox.run(predictCommand(some, question, stepLimits.predict)),
			some,
			question
		);
	const answers: McaAnswer[] = [];
	for (let from = 0; from < paths.length; from += blocksOfCall) {
		const some = paths.slice(from, from + blocksOfCall);
		const refused = some.map((path) => refuseModel(path, question.model));
		const open = some.filter((_, index) => refused[index] === undefined);
		const together = open.length > 0 ? await ask(open) : [];
		const alone: McaAnswer[] = [];
		for (const [index, answer] of together.entries()) {
			const path = open[index];
			alone.push(
				'predicted' in answer || open.length === 1 || !path
					? answer
					: ((await ask([path]))[0] ?? answer)
			);
		}
		let next = 0;
		for (const reason of refused) {
			const answer = reason === undefined ? alone[next++] : undefined;
			answers.push(
				answer ?? {
					refusal: { mcpu: question.model.mcpu, noalias: question.noalias, reason: reason ?? '' }
				}
			);
		}
	}
	return answers;
}

type Bounds = { width?: number; ports?: number; chain?: number; largest?: number };

/** Micro-operations, ports and latencies are the leading model's; the width is the vendor's. Undefined if it refused. */
function boundsOf(
	block: CodeBlock,
	answer: McaAnswer | undefined,
	microarchitecture: string
): Bounds {
	if (!answer || !('predicted' in answer)) return {};
	const { predicted } = answer;
	const wide = renameWidth(microarchitecture) ?? predicted.dispatchWidth;
	const width = block.instructions.length / wide;
	const ports = predicted.blockReciprocalThroughput;
	const latencies = (predicted.instructions ?? []).map(({ latency }) => latency);
	const chain = chainBound(block, latencies);
	return { width, ports, chain, largest: Math.max(width, ports, chain) };
}
