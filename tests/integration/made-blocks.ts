/** A report of blocks as an idle runner sends it, with figures of the test. Pure. */
import { digest } from '../../runner/src/blocks/digest.ts';
import type { Category, MeasuredBlock, Predictor } from '@cyclelab/runner/schema/blocks';
import type { BlockReport } from '@cyclelab/runner/schema/gateway';

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

export const madeReport = (
	blocks: MeasuredBlock[],
	dropped: BlockReport['dropped'] = []
): BlockReport => ({ predictors: [own, other, chain], blocks, dropped });
