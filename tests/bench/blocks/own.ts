/** Shell: beside the other predictors, bounds of figures that were measured on the same core (`runner/src/blocks/own-prediction.ts`). */
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { digest } from '../../../runner/src/blocks/digest.ts';
import { blockFromText } from '../../../runner/src/blocks/from-text.ts';
import { examplesOf } from '../../../runner/src/blocks/form-trials.ts';
import {
	ownPrediction,
	ownPredictor,
	type Sharing
} from '../../../runner/src/blocks/own-prediction.ts';
import type { TrialTime } from '../../../runner/src/blocks/trial-figures.ts';
import { measureForms } from '../../../runner/src/job/measure-forms.ts';
import type { BlockAnswer, BlockResults } from '@cyclelab/contract/schema/blocks';
import { Interval } from '@cyclelab/contract/schema/measurement';
import type { openBench } from '../../integration/job/job-bench.ts';
import { folder } from './results-file.ts';

const sharings: readonly Sharing[] = ['sum', 'nested'];

type Needs = {
	workshop: Awaited<ReturnType<typeof openBench>>['workshop'];
	seed: number;
	signal: AbortSignal;
	at: (done: number, of: number) => void;
};

/** The results with two more predictors. Times of forms that were measured before on this machine are read from their file. */
export async function withOwnPredictions(
	results: BlockResults,
	needs: Needs
): Promise<BlockResults> {
	const { workshop, seed, signal, at } = needs;
	const { host, microcode } = results.machine;
	const key = digest(JSON.stringify([host, microcode]), 8);
	const file = join(folder, `measured-forms-${host.microarchitecture}-${key}.json`);
	const known = await timesIn(file);
	const blocks = results.blocks.map(({ text }) => blockFromText(text));
	const examples = examplesOf(blocks.filter((block) => block !== undefined));
	const figures = await measureForms(workshop, examples, known, seed, signal, async (done, of) => {
		await saveTimes(file, known);
		at(done, of);
	});
	const answer = (index: number, sharing: Sharing): BlockAnswer => {
		const block = blocks[index];
		return block
			? ownPrediction(block, figures, sharing)
			: { refused: 'Its text is not read as the instructions that it was made of.' };
	};
	return {
		...results,
		predictors: [...results.predictors, ...sharings.map(ownPredictor)],
		blocks: results.blocks.map((block, index) => ({
			...block,
			answers: {
				...block.answers,
				...Object.fromEntries(
					sharings.map((sharing) => [ownPredictor(sharing).id, answer(index, sharing)])
				)
			}
		}))
	};
}

/** By a trial's text; null if no time could be believed. */
const SavedTimes = z.record(
	z.string().max(2000),
	z.strictObject({ cycles: Interval, at: z.iso.datetime() }).nullable()
);

async function timesIn(file: string): Promise<Map<string, TrialTime | undefined>> {
	const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
		if (error.code === 'ENOENT') return '{}';
		throw error;
	});
	const saved = SavedTimes.safeParse(JSON.parse(text));
	if (!saved.success)
		throw new Error(`${file} cannot be read. Remove it to measure the forms again.`);
	return new Map(Object.entries(saved.data).map(([trial, time]) => [trial, time ?? undefined]));
}

async function saveTimes(
	file: string,
	times: ReadonlyMap<string, TrialTime | undefined>
): Promise<void> {
	await mkdir(folder, { recursive: true });
	const saved = Object.fromEntries([...times].map(([trial, time]) => [trial, time ?? null]));
	await writeFile(`${file}.new`, `${JSON.stringify(saved)}\n`);
	await rename(`${file}.new`, file);
}
