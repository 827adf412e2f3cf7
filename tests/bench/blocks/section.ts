/** Basic blocks of real programs: each measured, and predicted by every predictor; how far predictors may be trusted. */
import { createHash, randomUUID } from 'node:crypto';
import {
	categories,
	categoryOf,
	lengthOf,
	stratified
} from '../../../runner/src/blocks/category.ts';
import { isChained } from '../../../runner/src/blocks/bounds.ts';
import type { BlockCost } from '../../../runner/src/blocks/cost.ts';
import { extractBlocks, type CodeBlock } from '../../../runner/src/blocks/extract.ts';
import { scored, type Pair, type Range } from '../../../runner/src/blocks/score.ts';
import { openBench } from '../../integration/job-bench.ts';
import { fixed } from '../numbers.ts';
import type { Context, Result, Section, Table } from '../section.ts';
import { blocksOfProgram, measureBlocks } from './measuring.ts';
import { predictBlocks, type Predictions } from './predicting.ts';
import { codeOf, programs } from './programs.ts';

export const blocks: Section = {
	name: 'blocks',
	about:
		'basic blocks of real programs in a straight line: measured, and predicted by llvm-mca and by bounds (BLOCKS=2000, SEED=1)',
	run
};

type Sampled = { block: CodeBlock; from: string };
type Measured = Sampled & { cost: BlockCost };

async function run(context: Context): Promise<Result> {
	const seed = Number(process.env['SEED'] ?? 1);
	const wanted = context.quick ? 48 : Number(process.env['BLOCKS'] ?? 2000);
	const { sample, counts } = await sampleOf(wanted, seed, context);
	const bench = await openBench(`blocks-${randomUUID()}`);
	context.onEnd(bench.close);
	const measured: Measured[] = [];
	for (let from = 0; from < sample.length; from += blocksOfProgram) {
		const some = sample.slice(from, from + blocksOfProgram);
		const costs = await measureBlocks(
			bench,
			some.map(({ block }) => block),
			seed + from
		);
		for (const [index, one] of some.entries()) {
			const cost = costs[index];
			if (cost) measured.push({ ...one, cost });
		}
		context.at(measured.length, sample.length, 'blocks measured');
	}
	const kept = measured.flatMap(({ cost, ...one }) =>
		'cycles' in cost ? [{ ...one, cycles: cost.cycles }] : []
	);
	const sandbox = await bench.takeSandbox('tools', 'cc');
	const predictions = await predictBlocks(
		sandbox,
		kept.map(({ block }) => block),
		bench.host.microarchitecture,
		(done, of) => context.at(done, of, 'predictors')
	);
	sandbox.retire();
	await bench.close();
	const texts = sample.map(({ block }) => block.text);
	return {
		tables: [
			byPredictor(kept, predictions),
			byKind(kept, predictions),
			dropped(measured),
			worst(kept, predictions)
		],
		notes: [
			`On ${bench.host.processor} (${bench.host.microarchitecture}), seed ${seed}: ${sample.length} of ${counts.distinct} different blocks of ${programs.length} programs, equally many of each kind and length; ${kept.length} remained. Digest of the sample: ${digest(texts.join('\n\n'))}.`,
			`Not taken: ${[...counts.excluded].map(([reason, count]) => `${reason} ${count}`).join(', ')}.`,
			'Intervals: 95 %, bootstrap over blocks. An error of a block is |predicted - measured| / measured. A straight line of copies is no loop: what a front end does in a loop is not in it.'
		],
		data: {
			seed,
			processor: bench.host.processor,
			microarchitecture: bench.host.microarchitecture,
			blocks: kept.map(({ block, from, cycles }, index) => ({
				digest: digest(block.text),
				from,
				category: categoryOf(block),
				length: block.instructions.length,
				chained: isChained(block),
				cycles,
				predicted: Object.fromEntries([...predictions].map(([name, all]) => [name, all[index]]))
			})),
			dropped: Object.fromEntries(reasons(measured))
		}
	};
}

const digest = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16);

/** Blocks that stand in several programs count for the first. */
async function sampleOf(wanted: number, seed: number, context: Context) {
	const all = new Map<string, Sampled>();
	const excluded = new Map<string, number>();
	for (const [index, program] of programs.entries()) {
		const found = extractBlocks(await codeOf(program, seed + index));
		for (const block of found.blocks)
			if (!all.has(block.text)) all.set(block.text, { block, from: program.from });
		for (const [reason, count] of found.excluded)
			excluded.set(reason, (excluded.get(reason) ?? 0) + count);
		context.at(index + 1, programs.length, 'programs');
	}
	const chosen = stratified(
		[...all.values()].map(({ block }) => block),
		wanted,
		seed
	);
	return {
		sample: chosen.flatMap(({ text }) => all.get(text) ?? []),
		counts: { distinct: all.size, excluded }
	};
}

type Kept = Sampled & { cycles: { median: number } };

const pairsOf = (kept: readonly Kept[], predicted: readonly (number | undefined)[]): Pair[] =>
	kept.flatMap(({ cycles }, index) => {
		const one = predicted[index];
		return one === undefined ? [] : [{ predicted: one, measured: cycles.median }];
	});

const percent = (value: number) => fixed(100 * value);
const range = ([low, high]: Range, words: (value: number) => string) =>
	`${words(low)}-${words(high)}`;
const hundredths = (value: number) => fixed(value, 3);

function byPredictor(kept: readonly Kept[], predictions: Predictions): Table {
	const rows = [...predictions]
		.map(([name, predicted]) => ({ name, ...scored(pairsOf(kept, predicted)) }))
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
		rows: rows.map(({ name, blocks, mape, tau, withinTenth, intervals }) => [
			name,
			`${blocks}`,
			`${kept.length - blocks}`,
			percent(mape),
			range(intervals.mape, percent),
			hundredths(tau),
			range(intervals.tau, hundredths),
			percent(withinTenth),
			range(intervals.withinTenth, percent)
		])
	};
}

/** The first predictor, the model of this processor, by category, length and chain. */
function byKind(kept: readonly Kept[], predictions: Predictions): Table {
	const [[name, predicted] = ['', []]] = [...predictions];
	const kinds: [string, (one: Kept) => boolean][] = [
		...categories.map((category): [string, (one: Kept) => boolean] => [
			category,
			({ block }) => categoryOf(block) === category
		]),
		...[...new Set(kept.map(({ block }) => lengthOf(block)))]
			.sort((a, b) => parseInt(a) - parseInt(b))
			.map((length): [string, (one: Kept) => boolean] => [
				`${length} instructions`,
				({ block }) => lengthOf(block) === length
			]),
		['with a chain', ({ block }) => isChained(block)],
		['without a chain', ({ block }) => !isChained(block)]
	];
	return {
		headings: [name, 'blocks', 'MAPE %', 'of', "Kendall's tau", 'within 10 %'],
		rows: kinds.map(([kind, isOne]) => {
			const some = kept.flatMap((one, index) =>
				isOne(one) ? [{ one, predicted: predicted[index] }] : []
			);
			const { blocks, mape, tau, withinTenth, intervals } = scored(
				pairsOf(
					some.map(({ one }) => one),
					some.map((each) => each.predicted)
				)
			);
			return [
				kind,
				`${blocks}`,
				percent(mape),
				range(intervals.mape, percent),
				hundredths(tau),
				percent(withinTenth)
			];
		})
	};
}

function reasons(measured: readonly Measured[]): [string, number][] {
	const all = measured.flatMap(({ cost }) => ('dropped' in cost ? [cost.dropped] : []));
	return [...Map.groupBy(all, (reason) => reason)].map(([reason, some]) => [reason, some.length]);
}

const dropped = (measured: readonly Measured[]): Table => ({
	headings: ['not kept, because the block', 'blocks'],
	rows: reasons(measured)
		.sort(([, a], [, b]) => b - a)
		.map(([reason, count]) => [reason, `${count}`])
});

/** Blocks on which the model of this processor is farthest from the measurement, by the factor between. */
function worst(kept: readonly Kept[], predictions: Predictions): Table {
	const [[, predicted] = ['', []]] = [...predictions];
	const all = kept.flatMap((one, index) => {
		const cycles = predicted[index];
		return cycles === undefined ? [] : [{ ...one, predicted: cycles }];
	});
	const factor = (one: (typeof all)[number]) =>
		Math.abs(Math.log(Math.max(one.predicted, 0.01) / one.cycles.median));
	return {
		headings: ['farthest from the model', 'from', 'predicted', 'measured'],
		rows: all
			.sort((a, b) => factor(b) - factor(a))
			.slice(0, 12)
			.map(({ block, from, predicted: cycles, cycles: { median } }) => [
				block.text.replaceAll('\n', '; ').slice(0, 100),
				from,
				fixed(cycles, 2),
				fixed(median, 2)
			])
	};
}
