/** Each loop to judge, of the self-test or after a lesson, compiles, and llvm-mca gives the figures that its answer states. */
import { randomUUID } from 'node:crypto';
import { loadExercises, loadSelfTest, loadTransfer } from '@cyclelab/exercises/load';
import type { Target } from '@cyclelab/exercises/schema';
import { beforeAll, expect, test } from 'vitest';
import type { Prediction } from '@cyclelab/contract/schema/prediction';
import type { Report, VariantReport } from '@cyclelab/contract/schema/report';
import { isaOf } from '../../../runner/src/inspect/isa-of.ts';
import { decode } from '../../../runner/src/inspect/objdump.ts';
import { createPredictor } from '../../../runner/src/job/predictor.ts';
import type { PooledSandbox } from '../../../runner/src/sandbox/pooled-sandbox.ts';
import { jobOf } from '../../bench/exercises/one-run.ts';
import { benchForAll } from '../hooks.ts';

const folders = await Promise.all([loadSelfTest(), loadTransfer()]);
const loops = folders.flatMap(({ about, loops: asked }) =>
	asked.map((loop) => ({ ...loop, about }))
);
const { exercises } = await loadExercises();
const freePlay = exercises.find(({ facts }) => facts.free);

const bench = benchForAll(['cc'], { calibrates: false, shares: true });
let tools: PooledSandbox;
beforeAll(async () => void (tools = await bench.takeSandbox('tools', 'cc')));

/** As free play inspects it, with this machine's model. */
async function inspected({ sources, target }: (typeof loops)[number]): Promise<Report> {
	if (!freePlay) throw new Error('there is no free play');
	const wish = { language: 'c', target, sources, variants: Object.keys(sources), models: 'host' };
	const job = jobOf(freePlay, { ...wish, stages: ['inspect'] }, randomUUID());
	return (await bench.run(job)).report;
}

/** What llvm-mca says of the loop by the model of a processor, which leads where that processor measures. */
async function predictionsOf({ hotLoop }: VariantReport, mcpu: string, target: Target) {
	if (!hotLoop) return [];
	const instructions = hotLoop.instructions.map(({ address, text }) =>
		decode(Number.parseInt(address, 16), text, isaOf(target))
	);
	const header = instructions[0]?.address ?? NaN;
	const path = { symbol: hotLoop.symbol, header, instructions, key: mcpu, blocks: [0] };
	const task = { microarchitecture: mcpu, target, models: 'host' } as const;
	const answers = createPredictor(task, (command) => tools.run(command)).answers({
		...hotLoop,
		path
	});
	let predictions: Prediction[] = [];
	for await (const answer of answers) predictions = answer.predictions;
	return predictions;
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
	const predicted: (string | undefined)[] = [];
	for (const { variant, mcpu, noalias } of loop.predicted) {
		const asked = of(variant);
		const predictions = asked ? await predictionsOf(asked, mcpu, loop.target) : [];
		predicted.push(
			predictions
				.find((prediction) => prediction.noalias === noalias)
				?.cyclesPerIteration.toFixed(2)
		);
	}
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
