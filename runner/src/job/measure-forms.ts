/** Shell: measures the forms of instructions that blocks have, each as a chain and as a stream, in a sandbox as blocks are. */
import type { BlockCost } from '../blocks/cost.ts';
import {
	commonTexts,
	repetitions,
	textsOf,
	trialsOfForms,
	widthTrial
} from '../blocks/form-trials.ts';
import { blockFromText } from '../blocks/from-text.ts';
import type { OwnFigures } from '../blocks/own-prediction.ts';
import { figuresOf, type TrialTime } from '../blocks/trial-figures.ts';
import type { CoreAccess } from '../core-queue.ts';
import type { Decoded } from '../inspect/listing.ts';
import type { PooledSandbox } from '../sandbox/pooled-sandbox.ts';
import { blocksOfProgram, measureBlocks } from './measure-blocks.ts';

/**
 * Costs of a pass of each trial, in order. Rejects with the signal's reason once it is aborted; the measuring core is free then.
 * @param some at most `blocksOfProgram`; `times` is how often a trial's lines stand in what is measured
 * @param seed of stack and environment
 */
export async function measureTrials(
	needs: CoreAccess<PooledSandbox>,
	some: readonly { text: string; times: number }[],
	seed: number,
	signal: AbortSignal
): Promise<BlockCost[]> {
	const blocks = some.map(({ text, times }) =>
		blockFromText(Array.from({ length: times }, () => text).join('\n'))
	);
	const read = blocks.filter((block) => block !== undefined);
	const costs = read.length === 0 ? [] : await measureBlocks(needs, read, seed, signal);
	return some.map(({ times }, index): BlockCost => {
		const block = blocks[index];
		if (!block) return { dropped: 'is not read as instructions' };
		const cost = costs[read.indexOf(block)];
		if (!cost || 'dropped' in cost) return cost ?? { dropped: 'was not measured' };
		const { median, low, high } = cost.cycles;
		return { cycles: { median: median / times, low: low / times, high: high / times } };
	});
}

/**
 * All forms at once. Rejects with the signal's reason once it is aborted; the measuring core is free then.
 * @param known times of trials by their text that were measured before on this core; new ones are added. Undefined: no time could
 *   be believed
 */
export async function measureForms(
	needs: CoreAccess<PooledSandbox>,
	examples: ReadonlyMap<string, Decoded>,
	known: Map<string, TrialTime | undefined>,
	seed: number,
	signal: AbortSignal,
	onSome: (done: number, of: number) => Promise<void> | void = () => {}
): Promise<OwnFigures> {
	const trials = [widthTrial, ...trialsOfForms(examples)];
	const texts = new Set([...commonTexts, ...textsOf(trials)]);
	for (const [attempt, times] of repetitions.entries()) {
		const open = [...texts].filter((text) => known.get(text) === undefined);
		for (let from = 0; from < open.length; from += blocksOfProgram) {
			const some = open.slice(from, from + blocksOfProgram).map((text) => ({ text, times }));
			const costs = await measureTrials(needs, some, seed + attempt + from, signal);
			const at = new Date().toISOString();
			for (const [index, { text }] of some.entries()) {
				const cost = costs[index];
				known.set(text, cost && 'cycles' in cost ? { cycles: cost.cycles, at } : undefined);
			}
			await onSome(Math.min(from + blocksOfProgram, open.length), open.length);
		}
	}
	const figures = figuresOf(trials, known);
	if (!figures)
		throw new Error('The latency of a load could not be measured. Try again on an idle core.');
	return figures;
}
