/** Disagreements of the model and the processor, each reduced to a few instructions: a report for the model's authors. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CodeBlock } from '../../../runner/src/blocks/extract.ts';
import { digest } from '../../../runner/src/blocks/digest.ts';
import { byFactor } from '../../../runner/src/blocks/farthest.ts';
import { blockFromText } from '../../../runner/src/blocks/from-text.ts';
import { predictorsFor, type Asked } from '../../../runner/src/blocks/predictors.ts';
import {
	disagrees,
	nextOf,
	shapeOf,
	withoutOne,
	withoutShapes,
	type Disagreement
} from '../../../runner/src/blocks/reduce.ts';
import { answersFor } from '../../../runner/src/job/block-answers.ts';
import { blocksOfProgram } from '../../../runner/src/job/measure-blocks.ts';
import type { MeasuredBlock } from '@cyclelab/contract/schema/blocks';
import { openBench } from '../../integration/job/job-bench.ts';
import type { Context, SectionResult, Section } from '../section.ts';
import { fixed } from '../numbers.ts';
import { reportOf } from './report.ts';
import { newestResults } from './newest.ts';
import { folder } from './results-file.ts';

export const reduce: Section = {
	name: 'reduce',
	about:
		'the farthest blocks of the newest results, each without the instructions that its disagreement does not need (REDUCE=3 blocks)',
	run
};

/** A block with what the leading predictor and the processor say of it, measured now. */
type ComparedBlock = { block: CodeBlock; known: MeasuredBlock; disagreement: Disagreement };

async function run(context: Context): Promise<SectionResult> {
	const wanted = context.quick ? 1 : Number(process.env['REDUCE'] ?? 3);
	const { blocks, predictors, machine } = await newestResults();
	const bench = await openBench(`reduce-${digest(`${process.pid}`, 8)}`, ['cc']);
	context.onEnd(bench.close);
	const { microarchitecture } = bench.host;
	const asked = predictorsFor(microarchitecture, undefined);
	const leader = asked[0]?.predictor.id ?? '';
	if (leader !== predictors[0]?.id || machine.host.identity !== bench.host.identity)
		throw new Error(
			'The newest results are of another processor or model. Run npm run bench:blocks first.'
		);

	const stepsOf = async (
		some: readonly CodeBlock[],
		ask: readonly Asked[]
	): Promise<ComparedBlock[]> => {
		const steps: ComparedBlock[] = [];
		for (let from = 0; from < some.length; from += blocksOfProgram) {
			const part = some.slice(from, from + blocksOfProgram);
			const found = await answersFor(
				bench.workshop,
				part.map((block) => ({ block, from: 'a reduction' })),
				{ asked: ask, microarchitecture },
				1,
				new AbortController().signal
			);
			for (const known of found.blocks) {
				const block = part.find(({ text }) => text === known.text);
				const predicted = known.answers[leader];
				if (block && typeof predicted === 'number')
					steps.push({ block, known, disagreement: { predicted, measured: known.cycles } });
			}
		}
		return steps;
	};

	const reports: string[] = [];
	/** Shapes of the single instructions that disagreements were reduced to: the same cause is not reported again. */
	const shapes = new Set<string>();
	let explained = 0;
	const rows: string[][] = [];
	for (const {
		block: { text, from }
	} of byFactor(blocks, leader)) {
		if (reports.length === wanted) break;
		const given = blockFromText(text);
		const block = given && withoutShapes(given, shapes);
		const [first] = block ? await stepsOf([block], asked.slice(0, 1)) : [];
		// A disturbance of that measurement is gone now, or the instructions that were left out are the cause.
		if (!first || !disagrees(first.disagreement)) {
			if (given && block?.text !== given.text) explained++;
			continue;
		}
		let last = first;
		for (;;) {
			const tried = await stepsOf(withoutOne(last.block), asked.slice(0, 1));
			const next = nextOf(first.disagreement, tried);
			if (!next) break;
			last = next;
		}
		const [whole] = await stepsOf([last.block], asked);
		if (!whole || !disagrees(whole.disagreement)) continue;
		const count = ({ instructions }: CodeBlock) => `${instructions.length}`;
		if (whole.block.instructions.length === 1) shapes.add(shapeOf(whole.block.text));
		rows.push([
			whole.block.text.replaceAll('\n', '; '),
			from,
			count(first.block),
			count(whole.block),
			fixed(whole.disagreement.predicted, 2),
			fixed(whole.disagreement.measured.median, 2)
		]);
		reports.push(
			reportOf({
				machine: { ...machine, host: bench.host },
				predictors: asked.map(({ predictor }) => predictor),
				block: whole.known,
				llvmMca: bench.llvmMca,
				first: { instructions: first.block.instructions.length, from, ...first.disagreement }
			})
		);
		context.at(reports.length, wanted, 'blocks');
	}
	const file = join(folder, `disagreements-${microarchitecture}.md`);
	await mkdir(folder, { recursive: true });
	await writeFile(file, reports.join('\n'));
	return {
		tables: [
			{ headings: ['reduced to', 'from', 'of', 'instructions', 'predicted', 'measured'], rows }
		],
		notes: [
			`${reports.length} reports: ${file}.`,
			`${explained} other blocks agree, or are not measured, without the instructions that are reported above.`
		],
		data: rows
	};
}
