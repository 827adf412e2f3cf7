/** Shell: asks every predictor about every block. */
import { chainBound } from '../blocks/bounds.ts';
import type { CodeBlock } from '../blocks/extract.ts';
import { refuse, refuseModel } from '../inspect/assembly.ts';
import type { LoopPath } from '../inspect/loop-path.ts';
import { predictCommand, readPrediction, refused } from '../inspect/predict.ts';
import type { McaAnswer, Question } from '../inspect/predict.ts';
import { askOsaca } from './second-opinions.ts';
import { renameWidth } from '../measure/width.ts';
import type { PooledSandbox } from '../sandbox/pooled-sandbox.ts';
import { stepLimits } from '../sandbox/limits.ts';
import type { BlockAnswer } from '@cyclelab/contract/schema/blocks';
import type { Asked } from '../blocks/predictors.ts';

/** Of one call: more are faster, but an instruction that one model cannot read refuses all blocks of a call. */
const blocksOfCall = 16;

/** `osaca` is needed only if OSACA is among the predictors. */
export type Sandboxes = {
	llvm: Pick<PooledSandbox, 'run'>;
	osaca?: Pick<PooledSandbox, 'run'>;
};

/** Of one block: each predictor's answer by its id. */
export const answersTo = (
	index: number,
	all: ReadonlyMap<string, readonly BlockAnswer[]>
): Record<string, BlockAnswer> =>
	Object.fromEntries(
		[...all].map(([id, answers]) => [id, answers[index] ?? { refused: 'It gave no answer.' }])
	);

/** Each predictor's answers by its id, in the order of the blocks. Rejects between two calls once the signal is aborted. */
export async function predictBlocks(
	sandboxes: Sandboxes,
	blocks: readonly CodeBlock[],
	asked: readonly Asked[],
	microarchitecture: string,
	signal: AbortSignal
): Promise<ReadonlyMap<string, BlockAnswer[]>> {
	const paths = blocks.map(pathOf);
	const found = new Map<string, BlockAnswer[]>();
	/** The leading model's figures of each instruction, which the bounds are computed of. */
	let leading: McaAnswer[] = [];
	for (const { predictor, by } of asked) {
		signal.throwIfAborted();
		if ('question' in by) {
			const answers = await askMca(sandboxes.llvm, paths, by.question);
			if (by.question.detailed) leading = answers;
			found.set(predictor.id, answers.map(cyclesOf));
		} else if ('bound' in by) {
			const bounds = blocks.map((block, index): BlockAnswer => {
				const answer = leading[index];
				if (!answer || 'refusal' in answer)
					return { refused: answer?.refusal.reason ?? 'The model gave no answer.' };
				return boundsOf(block, answer.predicted, microarchitecture)[by.bound];
			});
			found.set(predictor.id, bounds);
		} else {
			const { osaca } = sandboxes;
			if (!osaca) throw new Error('OSACA is asked in a sandbox of its own, and there is none.');
			const answers: BlockAnswer[] = [];
			for (const { instructions } of blocks) {
				const reason =
					refuse({ instructions }, 'x86-64', 'OSACA') ??
					refuseModel({ instructions }, by.osaca.model);
				const opinion =
					reason === undefined
						? await askOsaca(osaca, instructions, by.osaca, 1, signal)
						: { refusal: reason };
				answers.push('refusal' in opinion ? { refused: opinion.refusal } : opinion.cyclesPerLoop);
			}
			found.set(predictor.id, answers);
		}
	}
	return found;
}

const cyclesOf = (answer: McaAnswer): BlockAnswer =>
	'predicted' in answer ? answer.predicted.cyclesPerLoop : { refused: answer.refusal.reason };

export const pathOf = ({ instructions, text }: CodeBlock): LoopPath => ({
	symbol: 'block',
	header: instructions[0]?.address ?? 0,
	instructions,
	key: text,
	blocks: []
});

async function askMca(
	sandbox: Sandboxes['llvm'],
	paths: readonly LoopPath[],
	question: Question
): Promise<McaAnswer[]> {
	const ask = async (some: readonly LoopPath[]) =>
		readPrediction(
			await sandbox.run(predictCommand(some, question, stepLimits.predict)),
			some,
			question
		);
	const found = new Map<LoopPath, McaAnswer>();
	const open = paths.filter((path) => {
		const reason = refuseModel(path, question.model);
		if (reason !== undefined) found.set(path, refused(question, reason));
		return reason === undefined;
	});
	for (let from = 0; from < open.length; from += blocksOfCall) {
		const some = open.slice(from, from + blocksOfCall);
		for (const [index, answer] of (await ask(some)).entries()) {
			const path = some[index];
			if (!path) continue;
			const isAlone = 'predicted' in answer || some.length === 1;
			found.set(path, isAlone ? answer : ((await ask([path]))[0] ?? answer));
		}
	}
	return paths.map((path) => found.get(path) ?? refused(question, 'llvm-mca gave no answer.'));
}

/** Micro-operations, ports and latencies are the leading model's; the width is the vendor's. Cycles of a pass. */
function boundsOf(
	block: CodeBlock,
	predicted: Extract<McaAnswer, { predicted: unknown }>['predicted'],
	microarchitecture: string
) {
	const width =
		block.instructions.length / (renameWidth(microarchitecture) ?? predicted.dispatchWidth);
	const ports = predicted.blockReciprocalThroughput;
	const latencies = (predicted.instructions ?? []).map(({ latency }) => latency);
	const chain = chainBound(block, latencies);
	return { width, ports, chain, largest: Math.max(width, ports, chain) };
}
