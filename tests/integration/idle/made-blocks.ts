/** A report of blocks as an idle runner sends it, with figures of the test. Pure. */
import { digest } from '../../../runner/src/blocks/digest.ts';
import type { Category, MeasuredBlock, Predictor } from '@cyclelab/contract/schema/blocks';
import { ownPredictor } from '../../../runner/src/blocks/own-prediction.ts';
import type { BlockReport } from '@cyclelab/contract/schema/gateway';
import type { LoopWhy } from '@cyclelab/contract/schema/loop-why';
import type { Why } from '@cyclelab/contract/schema/why';

const own: Predictor = {
	id: 'llvm-mca 22, znver5',
	tool: 'llvm-mca',
	version: '22',
	model: 'znver5',
	exact: true,
	options: ['--mcpu=znver5']
};
const other: Predictor = { ...own, id: 'llvm-mca 22, znver3', model: 'znver3', exact: false };
const chain: Predictor = { ...own, id: 'bound: chain', tool: 'bound', options: [] };
const measuredHere = ownPredictor('nested');

/** Cycles of a pass: of the measurement, of the processor's own model, and of the longest chain. */
type Figures = { measured: number; own: number; chain: number; category?: Category };

export function madeBlock(name: string, figures: Figures): MeasuredBlock {
	const { measured, category = 'scalar' } = figures;
	return {
		digest: digest(name),
		from: 'a test',
		category,
		length: 2,
		chained: true,
		text: `imul rax, rax\nadd rax, 0x${Buffer.from(name).toString('hex')}`,
		cycles: { median: measured, low: measured * 0.99, high: measured * 1.01 },
		at: '2026-01-02T03:04:05.000Z',
		answers: {
			[own.id]: figures.own,
			[other.id]: { refused: 'The model does not know imul.' },
			[chain.id]: figures.chain
		}
	};
}

const around = (median: number) => ({ median, low: 0.99 * median, high: 1.01 * median });
const instead = (cycles: number) => ({
	cycles: around(cycles),
	saved: { median: 12 - cycles, low: 11.9 - cycles, high: 12.1 - cycles }
});

/** Interventions on a block of `madeBlock` that took 12 cycles: its chain is the limit, and one variant faulted. */
export const madeWhy: Why = {
	at: '2026-01-02T03:05:05.000Z',
	whole: around(12),
	tried: [
		{ kind: 'nop-added', result: instead(12) },
		{ kind: 'break', register: 'rax', result: instead(3) },
		{ kind: 'leave-out', at: 0, result: instead(6) },
		{ kind: 'leave-out', at: 1, result: { dropped: 'touches too many pages' } }
	],
	left: 2,
	limits: [{ limit: 'chain', by: 1, saved: { median: 9, low: 8.9, high: 9.1 } }],
	model: {
		bounds: { limit: 'chain', cycles: 4, agrees: true },
		analysis: { limit: 'units', resources: 60, registers: 30, memory: 0, agrees: false }
	}
};

/** The same of a hot loop. */
export const madeLoopWhy: LoopWhy = {
	text: 'imul rax, rax\nadd rax, 0x1',
	predictor: own,
	predicted: 4,
	why: madeWhy
};

/** The block with an answer by figures of its forms: a chain of a multiplication and an addition. */
export const withOwnAnswer = (block: MeasuredBlock): MeasuredBlock => ({
	...block,
	answers: { ...block.answers, [measuredHere.id]: 4 },
	figures: {
		slot: 0.125,
		load: 4,
		forms: [
			{ form: 'imul r64, r64', latency: around(3), throughput: around(1), at: block.at },
			{ form: 'add r64, i', throughput: around(0.25), at: block.at }
		]
	}
});

export const madeReport = (
	blocks: MeasuredBlock[],
	dropped: BlockReport['dropped'] = []
): BlockReport => ({ predictors: [own, other, chain, measuredHere], blocks, dropped });
