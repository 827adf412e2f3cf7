/** Basic blocks of real programs: each measured, and predicted by every predictor; how far predictors may be trusted. */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { digest } from '../../../runner/src/blocks/digest.ts';
import { predictorsFor, type Asked } from '../../../runner/src/blocks/predictors.ts';
import { microcodeIn } from '../../../runner/src/host/describe.ts';
import { readHostTexts } from '../../../runner/src/host/read.ts';
import { answersFor, type Sampled } from '../../../runner/src/job/block-answers.ts';
import { blocksOfProgram } from '../../../runner/src/job/measure-blocks.ts';
import type { BlockResults } from '@cyclelab/contract/schema/blocks';
import { openBench } from '../../integration/job/job-bench.ts';
import type { Context, SectionResult, Section } from '../section.ts';
import { withOwnPredictions } from './own.ts';
import { resumed, save } from './results-file.ts';
import { sampleOf } from './sample.ts';
import { byPredictor, dropped, errorsByKind, worst } from './tables.ts';

export const blocks: Section = {
	name: 'blocks',
	about:
		'basic blocks of real programs in a straight line: measured, and predicted by llvm-mca, OSACA, bounds, and figures of this core (BLOCKS=2000, SEED=1; goes on where it was interrupted)',
	run
};

async function run(context: Context): Promise<SectionResult> {
	const seed = Number(process.env['SEED'] ?? 1);
	const wanted = context.quick ? 48 : Number(process.env['BLOCKS'] ?? 2000);
	const sample = await sampleOf(wanted, seed, (done, of) => context.at(done, of, 'programs'));
	const bench = await openBlockBench();
	context.onEnd(bench.close);
	const { microarchitecture } = bench.host;
	const asked = predictorsFor(microarchitecture, await osacaVersion());
	const all = await resumed(await emptyResults(bench, asked, seed));
	const known = new Set([...all.blocks, ...all.dropped].map((block) => block.digest));
	const isKnown = ({ block }: Sampled) => known.has(digest(block.text));
	const open = sample.blocks.filter((block) => !isKnown(block));
	if (known.size > 0) context.print(`${known.size} blocks were measured before.`);
	const done = () => sample.blocks.filter(isKnown).length;
	const about = { asked, microarchitecture };
	const { signal } = new AbortController();
	let file = await save(all);
	for (let from = 0; from < open.length; from += blocksOfProgram) {
		const some = open.slice(from, from + blocksOfProgram);
		const found = await answersFor(bench.workshop, some, about, seed + from, signal);
		all.blocks.push(...found.blocks);
		all.dropped.push(...found.dropped);
		for (const { block } of some) known.add(digest(block.text));
		file = await save(all);
		context.at(done(), sample.blocks.length, 'blocks');
	}
	const mine = new Set(sample.blocks.map(({ block }) => digest(block.text)));
	const isMine = (block: { digest: string }) => mine.has(block.digest);
	const of = await withOwnPredictions(
		{ ...all, blocks: all.blocks.filter(isMine), dropped: all.dropped.filter(isMine) },
		{
			workshop: bench.workshop,
			seed,
			signal,
			at: (done, trials) => context.at(done, trials, 'trials of instructions')
		}
	);
	await bench.close();
	const { processor } = bench.host;
	const texts = sample.blocks.map(({ block }) => block.text);
	return {
		tables: [byPredictor(of), errorsByKind(of), dropped(of), worst(of)],
		notes: [
			`On ${processor} (${microarchitecture}, microcode ${all.machine.microcode ?? 'not reported'}), seed ${seed}: ${texts.length} of ${sample.distinct} different blocks, equally many of each kind and length; ${of.blocks.length} remained. Digest of the sample: ${digest(texts.join('\n\n'))}.`,
			`Not taken: ${[...sample.excluded].map(([reason, count]) => `${reason} ${count}`).join(', ')}.`,
			'Intervals: 95 %, bootstrap over blocks. An error of a block is |predicted - measured| / measured. A straight line of copies is no loop: what a front end does in a loop is not in it.',
			`Every block with every answer: ${file}.`
		],
		data: of
	};
}

const openBlockBench = () => openBench(`blocks-${randomUUID()}`, ['cc', 'osaca']);

const osacaVersion = async (): Promise<string> => {
	const file = join(import.meta.dirname, '../../../images/osaca/requirements.txt');
	const version = /^osaca==(\S+)/m.exec(await readFile(file, 'utf8'))?.[1];
	if (!version) throw new Error(`${file} does not name OSACA's version.`);
	return version;
};

async function emptyResults(
	{ host }: Pick<Awaited<ReturnType<typeof openBench>>, 'host'>,
	asked: readonly Asked[],
	seed: number
): Promise<BlockResults> {
	const { cpuinfo } = await readHostTexts();
	const microcode = microcodeIn(cpuinfo);
	return {
		form: 1,
		machine: { host, ...(microcode === undefined ? {} : { microcode }) },
		seed,
		predictors: asked.map(({ predictor }) => predictor),
		blocks: [],
		dropped: []
	};
}
