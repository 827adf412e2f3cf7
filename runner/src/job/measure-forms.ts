/** Shell: measures the forms of instructions that blocks have, each as a chain and as a stream, in a sandbox as blocks are. */
import type { CodeBlock } from '../blocks/extract.ts';
import { formOf, registerFormOf } from '../blocks/forms.ts';
import { blockFromText } from '../blocks/from-text.ts';
import type { OwnFigures } from '../blocks/own-prediction.ts';
import { bridges, trialsOf, type Trials } from '../blocks/trials.ts';
import { figuresOf, type Times } from '../blocks/trial-figures.ts';
import type { CoreAccess } from '../core-queue.ts';
import type { Decoded } from '../inspect/listing.ts';
import type { PooledSandbox } from '../sandbox/pooled-sandbox.ts';
import { blocksOfProgram, measureBlocks } from './measure-blocks.ts';

/** `nop`s are no form of a block. What ends the line keeps them from being read as padding. */
const widthTrial = {
	form: 'nop',
	stream: { lines: [...Array.from({ length: 11 }, () => 'nop'), 'mov eax, 0x1'], instances: 12 }
};
/** Times that a trial's lines stand in the measured block: more if its time was not believed, so that what differs once weighs less. */
const repetitions = [1, 3, 3];
const loadLines = ['mov rcx, qword ptr [rcx]'];

/** The first instruction of each form, and of the form without memory of those that calculate with what they load. */
export function examplesOf(
	blocks: readonly Pick<CodeBlock, 'instructions'>[]
): Map<string, Decoded> {
	const examples = new Map<string, Decoded>();
	for (const instruction of blocks.flatMap(({ instructions }) => instructions))
		for (const one of [instruction, registerFormOf(instruction)]) {
			const form = one && formOf(one);
			if (one && form !== undefined && !examples.has(form)) examples.set(form, one);
		}
	return examples;
}

/**
 * Rejects with the signal's reason once it is aborted; the measuring core is free then.
 * @param known times of trials by their text that were measured before on this core; new ones are added. Undefined: no time could
 *   be believed
 */
export async function measureForms(
	needs: CoreAccess<PooledSandbox>,
	examples: ReadonlyMap<string, Decoded>,
	known: Times,
	seed: number,
	signal: AbortSignal,
	onSome: (done: number, of: number) => Promise<void> | void = () => {}
): Promise<OwnFigures> {
	const ofForms = [...examples].map(([form, example]) => ({ form, ...trialsOf(example) }));
	const trials: ({ form: string } & Trials)[] = [widthTrial, ...ofForms];
	const wanted = [
		loadLines,
		...Object.values(bridges),
		...trials.flatMap(({ chain, stream }) => [stream.lines, ...(chain ? [chain.lines] : [])])
	];
	const texts = new Set(wanted.map((lines) => lines.join('\n')).filter((text) => text !== ''));
	for (const [attempt, times] of repetitions.entries()) {
		const open = [...texts].filter((text) => known.get(text) === undefined);
		for (let from = 0; from < open.length; from += blocksOfProgram) {
			const some = open.slice(from, from + blocksOfProgram).flatMap((text) => {
				const block = blockFromText(Array.from({ length: times }, () => text).join('\n'));
				return block ? [{ text, block }] : [];
			});
			if (some.length === 0) continue;
			const blocks = some.map(({ block }) => block);
			const costs = await measureBlocks(needs, blocks, seed + attempt + from, signal);
			for (const [index, { text }] of some.entries()) {
				const cost = costs[index];
				known.set(text, cost && 'cycles' in cost ? cost.cycles.median / times : undefined);
			}
			await onSome(Math.min(from + blocksOfProgram, open.length), open.length);
		}
	}
	return figuresOf(trials, known, loadLines);
}
