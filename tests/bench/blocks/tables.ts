/** The results of the blocks as tables for people. Pure. */
import { lengthEnds, lengthRange } from '../../../runner/src/blocks/category.ts';
import { byFactor } from '../../../runner/src/blocks/farthest.ts';
import { scored, type ScoredBlock, type Range } from '@cyclelab/contract/blocks/score';
import { Category, type BlockResults, type MeasuredBlock } from '@cyclelab/contract/schema/blocks';
import { fixed } from '../numbers.ts';
import type { Table } from '../section.ts';

const percent = (value: number) => fixed(100 * value);
const range = ([low, high]: Range, words: (value: number) => string) =>
	`${words(low)}-${words(high)}`;
const hundredths = (value: number) => fixed(value, 3);

/** A predictor's answers; blocks that it refused are absent. */
const pairsOf = (blocks: readonly MeasuredBlock[], id: string): ScoredBlock[] =>
	blocks.flatMap(({ answers, cycles }) => {
		const predicted = answers[id];
		return typeof predicted === 'number' ? [{ predicted, measured: cycles.median }] : [];
	});

const leaderOf = ({ predictors }: BlockResults) => predictors[0]?.id ?? '';

type BlockKind = { name: string; isOne: (block: MeasuredBlock) => boolean };

const kinds: readonly BlockKind[] = [
	...Category.options.map((category) => ({
		name: category,
		isOne: (block: MeasuredBlock) => block.category === category
	})),
	...lengthEnds.map((end) => ({
		name: `${lengthRange(end)} instructions`,
		isOne: ({ length }: MeasuredBlock) => lengthRange(length) === lengthRange(end)
	})),
	{ name: 'with a chain', isOne: ({ chained }) => chained },
	{ name: 'without a chain', isOne: ({ chained }) => !chained }
];

export function byPredictor({ predictors, blocks }: BlockResults): Table {
	const rows = predictors
		.map(({ id }) => ({ id, ...scored(pairsOf(blocks, id)) }))
		.sort((a, b) => a.mape - b.mape);
	return {
		headings: [
			'predictor',
			'blocks',
			'refused',
			'MAPE %',
			'of',
			"Kendall's tau",
			'of',
			'within 10 %',
			'of'
		],
		rows: rows.map(({ id, blocks: answered, mape, tau, withinTenth, intervals }) => [
			id,
			`${answered}`,
			`${blocks.length - answered}`,
			percent(mape),
			range(intervals.mape, percent),
			hundredths(tau),
			range(intervals.tau, hundredths),
			percent(withinTenth),
			range(intervals.withinTenth, percent)
		])
	};
}

/** Every predictor's error by category, length and chain, with its interval. */
export function errorsByKind({ predictors, blocks }: BlockResults): Table {
	return {
		headings: ['MAPE %', ...kinds.map(({ name }) => name)],
		rows: predictors.map(({ id }) => [
			id,
			...kinds.map(({ isOne }) => {
				const { blocks: count, mape, intervals } = scored(pairsOf(blocks.filter(isOne), id));
				return count === 0 ? 'none' : `${percent(mape)} (${range(intervals.mape, percent)})`;
			})
		])
	};
}

export const dropped = (results: BlockResults): Table => ({
	headings: ['not kept, because the block', 'blocks'],
	rows: [...Map.groupBy(results.dropped, ({ reason }) => reason)]
		.sort(([, a], [, b]) => b.length - a.length)
		.map(([reason, some]) => [reason, `${some.length}`])
});

/** Blocks on which the leading predictor is farthest from the measurement, by the factor between. */
export function worst(results: BlockResults): Table {
	return {
		headings: ['farthest from the model', 'digest', 'from', 'predicted', 'measured'],
		rows: byFactor(results.blocks, leaderOf(results))
			.slice(0, 20)
			.map(({ block: { text, digest, from, cycles }, predicted }) => [
				text.replaceAll('\n', '; ').slice(0, 100),
				digest,
				from,
				fixed(predicted, 2),
				fixed(cycles.median, 2)
			])
	};
}
