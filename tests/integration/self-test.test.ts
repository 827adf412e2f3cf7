/** Each loop of the self-test compiles, and llvm-mca gives the figures that its answer states. */
import { randomUUID } from 'node:crypto';
import { loadExercises } from '@cyclelab/exercises/load';
import { loadSelfTest } from '@cyclelab/exercises/load-self-test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Report } from '../../runner/src/schema/report.ts';
import { jobOf } from '../bench/exercises/one-run.ts';
import { openBench } from './job-bench.ts';

const { about, loops } = await loadSelfTest();
const { exercises } = await loadExercises();
const freePlay = exercises.find(({ facts }) => facts.free);

let bench: Awaited<ReturnType<typeof openBench>>;
beforeAll(async () => {
	bench = await openBench(`test-${randomUUID()}`, ['cc'], { calibrates: false, shares: true });
}, 600_000);
afterAll(() => bench?.close());

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
	const { variants, toolchain } = await inspected(loop);
	expect(toolchain.llvmMca).toBe(about.llvmMca);
	expect(about.compiler).toBe(`clang ${toolchain.version}`);
	const of = (kernel: string) => variants.find(({ id }) => id === kernel);
	const predicted = loop.predicted.map(({ variant, mcpu, noalias }) =>
		of(variant)
			?.predictions.find((one) => one.mcpu === mcpu && one.noalias === noalias)
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
