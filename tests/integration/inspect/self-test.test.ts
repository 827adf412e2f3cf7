/** Each loop to judge, of the self-test or after a lesson, compiles, and llvm-mca gives the figures that its answer states. */
import { randomUUID } from 'node:crypto';
import { loadExercises, loadSelfTest, loadTransfer } from '@cyclelab/exercises/load';
import { expect, test } from 'vitest';
import type { Report } from '@cyclelab/contract/schema/report';
import { jobOf } from '../../bench/exercises/one-run.ts';
import { benchForAll } from '../hooks.ts';

const folders = await Promise.all([loadSelfTest(), loadTransfer()]);
const loops = folders.flatMap(({ about, loops: asked }) =>
	asked.map((loop) => ({ ...loop, about }))
);
const { exercises } = await loadExercises();
const freePlay = exercises.find(({ facts }) => facts.free);

const bench = benchForAll(['cc'], { calibrates: false, shares: true });

/** As free play inspects it, with every model. */
async function inspected({ sources, target }: (typeof loops)[number]): Promise<Report> {
	if (!freePlay) throw new Error('there is no free play');
	const wish = { language: 'c', target, sources, variants: Object.keys(sources), models: 'all' };
	const job = jobOf(freePlay, { ...wish, stages: ['inspect'] }, randomUUID());
	return (await bench.run(job)).report;
}

/** Addresses differ from link to link. */
const shown = (text: string) =>
	text.replace(/^(j\w+|b\.\w+) .*/, '$1 …').replaceAll(/0x[0-9a-f]{5,}/g, '…');

test.each(loops)('$id: llvm-mca predicts what the answer states', async (loop) => {
	const { about } = loop;
	const { variants, toolchain } = await inspected(loop);
	expect(toolchain.llvmMca).toBe(about.llvmMca);
	expect(about.compiler).toBe(`clang ${toolchain.version}`);
	const of = (kernel: string) => variants.find(({ id }) => id === kernel);
	const predicted = loop.predicted.map(({ variant, mcpu, noalias }) =>
		of(variant)
			?.predictions.find((prediction) => prediction.mcpu === mcpu && prediction.noalias === noalias)
			?.cyclesPerIteration.toFixed(2)
	);
	expect(predicted).toEqual(loop.predicted.map(({ cycles }) => cycles.toFixed(2)));
	expect(variants.map(({ failure, compilerText }) => failure?.title ?? compilerText)).toEqual(
		variants.map(() => '')
	);
	if (loop.assembly)
		expect(of(loop.assembly.variant)?.hotLoop?.instructions.map(({ text }) => shown(text))).toEqual(
			loop.assembly.lines
		);
	if (loop.unpredicted) expect(of(loop.unpredicted.variant)?.predictions).toEqual([]);
});
