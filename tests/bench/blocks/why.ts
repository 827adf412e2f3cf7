/** The resources that limit a block, by intervention and by the model. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CodeBlock } from '../../../runner/src/blocks/extract.ts';
import { digest } from '../../../runner/src/blocks/digest.ts';
import { byFactor } from '../../../runner/src/blocks/farthest.ts';
import { blockFromText } from '../../../runner/src/blocks/from-text.ts';
import { predictorsFor } from '../../../runner/src/blocks/predictors.ts';
import { answersFor } from '../../../runner/src/job/block-answers.ts';
import { explainBlock } from '../../../runner/src/job/explain-block.ts';
import { MeasuredBlock } from '@cyclelab/contract/schema/blocks';
import type { Interval } from '@cyclelab/contract/schema/measurement';
import type { Tried } from '@cyclelab/contract/schema/why';
import { openBench } from '../../integration/job/job-bench.ts';
import { fixed } from '../numbers.ts';
import type { Context, SectionResult, Section, Table } from '../section.ts';
import { newestResults } from './newest.ts';
import { folder } from './results-file.ts';

export const why: Section = {
	name: 'why',
	about:
		'what the time of the farthest blocks depends on: each is measured with an instruction left out, a chain broken, a register for a load (WHY=3 blocks, or BLOCK="imul rax, rcx; add rdx, 0x1")',
	run
};

async function run(context: Context): Promise<SectionResult> {
	const given = process.env['BLOCK'];
	const wanted = given === undefined ? (context.quick ? 1 : Number(process.env['WHY'] ?? 3)) : 1;
	const candidates = given === undefined ? await farthestBlocks() : [readBlock(given)];
	const bench = await openBench(`why-${digest(`${process.pid}`, 8)}`, ['cc']);
	context.onEnd(bench.close);
	const { microarchitecture } = bench.host;
	const asked = predictorsFor(microarchitecture, undefined);
	const { signal } = new AbortController();
	const explained: MeasuredBlock[] = [];
	let lost = 0;
	for (const candidate of candidates) {
		if (explained.length === wanted) break;
		const about = { asked, microarchitecture };
		const { blocks } = await answersFor(bench.workshop, [candidate], about, 1, signal);
		const [measured] = blocks;
		const found =
			measured &&
			(await explainBlock(
				bench.workshop,
				{ block: candidate.block, answers: measured.answers, asked },
				1,
				signal
			));
		// The bounds of its form hold for what the sandbox returned.
		if (found && !('dropped' in found))
			explained.push(MeasuredBlock.parse({ ...measured, why: found }));
		else lost++;
		context.at(explained.length, wanted, 'blocks');
	}
	const file = join(folder, `why-${microarchitecture}.json`);
	await mkdir(folder, { recursive: true });
	await writeFile(file, `${JSON.stringify(explained, undefined, '\t')}\n`);
	return {
		tables: [
			summary(explained, asked[0]?.predictor.id ?? ''),
			...explained.map((block) => variants(block))
		],
		notes: [
			'Saved: cycles of a pass that the block takes longer than the variant in the same program. A limit is a resource whose relief shortened the block beyond the intervals and by 2 % or more.',
			`Blocks without a time that could be believed this time: ${lost}. Everything: ${file}.`
		],
		data: explained
	};
}

function readBlock(given: string): { block: CodeBlock; from: string } {
	const block = blockFromText(given.split(/\s*;\s*/).join('\n'));
	if (!block)
		throw new Error(
			`BLOCK is not read as instructions: ${given}. Write them as objdump does, in lower case with hexadecimal constants, separated by semicolons.`
		);
	return { block, from: 'BLOCK' };
}

async function farthestBlocks() {
	const { blocks, predictors } = await newestResults();
	return byFactor(blocks, predictors[0]?.id ?? '').flatMap(({ block: { text, from } }) => {
		const block = blockFromText(text);
		return block ? [{ block, from }] : [];
	});
}

function summary(blocks: readonly MeasuredBlock[], leader: string): Table {
	return {
		headings: ['block', 'predicted', 'measured', 'limits (saved)', 'by bounds', 'by llvm-mca'],
		rows: blocks.map(({ text, answers, why: found }) => {
			const predicted = answers[leader];
			const { bounds, analysis } = found?.model ?? {};
			return [
				text.replaceAll('\n', '; ').slice(0, 80),
				typeof predicted === 'number' ? fixed(predicted, 2) : 'refused',
				fixed(found?.whole.median ?? 0, 2),
				(found?.limits ?? [])
					.map(({ limit, saved }) => `${limit} (${fixed(saved.median, 2)})`)
					.join(', ') || (found?.tried.some(isDropped) ? 'not known' : 'no single one'),
				bounds ? said(bounds.limit, bounds.agrees) : 'nothing',
				analysis ? said(analysis.limit ?? 'none', analysis.agrees) : 'nothing'
			];
		})
	};
}

const said = (limit: string, agrees: boolean | undefined) =>
	agrees === undefined ? limit : `${limit}, ${agrees ? 'agrees' : 'differs'}`;

const isDropped = ({ result }: Tried) => 'dropped' in result;

function variants({ digest: name, text, why: found }: MeasuredBlock): Table {
	const lines = text.split('\n');
	const what = ({ kind, at, register }: Tried) =>
		[kind, register, at === undefined ? undefined : lines[at]].filter(Boolean).join(' ');
	return {
		headings: [`intervention on ${name}`, 'cycles', 'of', 'saved', 'of'],
		rows: (found?.tried ?? []).map((one) => {
			const { result } = one;
			if ('dropped' in result) return [what(one), result.dropped, '', '', ''];
			const range = ({ low, high }: Interval) => `${fixed(low, 2)} to ${fixed(high, 2)}`;
			const { cycles, saved } = result;
			return [
				what(one),
				fixed(cycles.median, 2),
				range(cycles),
				fixed(saved.median, 2),
				range(saved)
			];
		})
	};
}
