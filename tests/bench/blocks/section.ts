/** Basic blocks of real programs: each measured, and predicted by every predictor; how far predictors may be trusted. */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isChained } from '../../../runner/src/blocks/bounds.ts';
import { categoryOf } from '../../../runner/src/blocks/category.ts';
import { readHostTexts } from '../../../runner/src/host/read.ts';
import type { BlockResults, MeasuredBlock } from '../../../runner/src/schema/blocks.ts';
import { openBench } from '../../integration/job-bench.ts';
import type { Context, Result, Section } from '../section.ts';
import { blocksOfProgram, measureBlocks, type Bench } from './measuring.ts';
import { predictBlocks } from './predicting.ts';
import { predictorsFor, type Asked } from './predictors.ts';
import { digest, resumed, save } from './results-file.ts';
import { sampleOf, type Sampled } from './sample.ts';
import { byPredictor, byKind, dropped, errorsByKind, worst } from './tables.ts';

export const blocks: Section = {
	name: 'blocks',
	about:
		'basic blocks of real programs in a straight line: measured, and predicted by llvm-mca, OSACA and bounds (BLOCKS=2000, SEED=1; goes on where it was interrupted)',
	run
};

async function run(context: Context): Promise<Result> {
	const seed = Number(process.env['SEED'] ?? 1);
	const wanted = context.quick ? 48 : Number(process.env['BLOCKS'] ?? 2000);
	const sample = await sampleOf(wanted, seed, (done, of) => context.at(done, of, 'programs'));
	const bench = await openBlockBench();
	context.onEnd(bench.close);
	const { microarchitecture } = bench.host;
	const asked = predictorsFor(microarchitecture, await osacaVersion());
	const all = await resumed(await emptyResults(bench, asked, seed));
	const known = new Set([...all.blocks, ...all.dropped].map((one) => one.digest));
	const isKnown = ({ block }: Sampled) => known.has(digest(block.text));
	const open = sample.blocks.filter((one) => !isKnown(one));
	if (known.size > 0) context.print(`${known.size} blocks were measured before.`);
	const done = () => sample.blocks.filter(isKnown).length;
	let file = await save(all);
	for (let from = 0; from < open.length; from += blocksOfProgram) {
		const some = open.slice(from, from + blocksOfProgram);
		const found = await results(bench, some, asked, seed + from);
		all.blocks.push(...found.blocks);
		all.dropped.push(...found.dropped);
		for (const { block } of some) known.add(digest(block.text));
		file = await save(all);
		context.at(done(), sample.blocks.length, 'blocks');
	}
	await bench.close();
	const mine = new Set(sample.blocks.map(({ block }) => digest(block.text)));
	const isMine = (one: { digest: string }) => mine.has(one.digest);
	const of: BlockResults = {
		...all,
		blocks: all.blocks.filter(isMine),
		dropped: all.dropped.filter(isMine)
	};
	const { processor } = bench.host;
	const texts = sample.blocks.map(({ block }) => block.text);
	return {
		tables: [byPredictor(of), errorsByKind(of), byKind(of), dropped(of), worst(of)],
		notes: [
			`On ${processor} (${microarchitecture}, microcode ${all.machine.microcode ?? 'not reported'}), seed ${seed}: ${texts.length} of ${sample.distinct} different blocks, equally many of each kind and length; ${of.blocks.length} remained. Digest of the sample: ${digest(texts.join('\n\n'))}.`,
			`Not taken: ${[...sample.excluded].map(([reason, count]) => `${reason} ${count}`).join(', ')}.`,
			'Intervals: 95 %, bootstrap over blocks. An error of a block is |predicted - measured| / measured. A straight line of copies is no loop: what a front end does in a loop is not in it.',
			`Every block with every answer: ${file}.`
		],
		data: of
	};
}

export const openBlockBench = () => openBench(`blocks-${randomUUID()}`, ['cc', 'osaca']);

export const osacaVersion = async (): Promise<string> => {
	const file = join(import.meta.dirname, '../../../images/osaca/requirements.txt');
	const version = /^osaca==(\S+)/m.exec(await readFile(file, 'utf8'))?.[1];
	if (!version) throw new Error(`${file} does not name OSACA's version.`);
	return version;
};

export async function emptyResults(
	{ host }: Bench,
	asked: readonly Asked[],
	seed: number
): Promise<BlockResults> {
	const { cpuinfo } = await readHostTexts();
	const microcode = /^microcode\s*: (\S+)$/m.exec(cpuinfo)?.[1];
	return {
		form: 1,
		machine: { host, ...(microcode === undefined ? {} : { microcode }) },
		seed,
		predictors: asked.map(({ predictor }) => predictor),
		blocks: [],
		dropped: []
	};
}

/** Measures some blocks, and asks every predictor about those that have a time. */
export async function results(
	bench: Bench,
	some: readonly Sampled[],
	asked: readonly Asked[],
	seed: number
): Promise<Pick<BlockResults, 'blocks' | 'dropped'>> {
	const costs = await measureBlocks(
		bench,
		some.map(({ block }) => block),
		seed
	);
	const at = new Date().toISOString();
	const kept = some.flatMap((one, index) => {
		const cost = costs[index];
		return cost && 'cycles' in cost ? [{ ...one, cycles: cost.cycles }] : [];
	});
	const [llvm, osaca] = [
		await bench.takeSandbox('tools', 'cc'),
		await bench.takeSandbox('tools', 'osaca')
	];
	try {
		const answers = await predictBlocks(
			{ llvm, osaca },
			kept.map(({ block }) => block),
			asked,
			bench.host.microarchitecture
		);
		return {
			blocks: kept.map(({ block, from, cycles }, index): MeasuredBlock => ({
				digest: digest(block.text),
				from,
				category: categoryOf(block),
				length: block.instructions.length,
				chained: isChained(block),
				text: block.text,
				cycles,
				at,
				answers: Object.fromEntries(
					[...answers].map(([id, own]) => [id, own[index] ?? { refused: 'It gave no answer.' }])
				)
			})),
			dropped: some.flatMap(({ block }, index) => {
				const cost = costs[index];
				return cost && 'dropped' in cost
					? [{ digest: digest(block.text), reason: cost.dropped }]
					: [];
			})
		};
	} finally {
		llvm.retire();
		osaca.retire();
	}
}
