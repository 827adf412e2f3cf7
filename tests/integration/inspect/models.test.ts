/** llvm-mca handles models and regions as `runner/src/inspect` assumes. */
import { beforeAll, expect, test } from 'vitest';
import { isaOf } from '../../../runner/src/inspect/isa-of.ts';
import type { Target } from '@cyclelab/exercises/schema';
import type { LoopPath } from '../../../runner/src/inspect/loop-path.ts';
import { McaOutput } from '../../../runner/src/inspect/mca-output.ts';
import { olderModelOf } from '../../../runner/src/inspect/models-19.ts';
import { allModels, modelOf, type Model } from '../../../runner/src/inspect/models.ts';
import { decode } from '../../../runner/src/inspect/objdump.ts';
import { predictCommand, readPrediction } from '../../../runner/src/inspect/predict.ts';
import type { Command } from '../../../runner/src/sandbox/command.ts';
import { stepLimits } from '../../../runner/src/sandbox/limits.ts';
import type { PooledSandbox } from '../../../runner/src/sandbox/pooled-sandbox.ts';
import { poolForAll } from '../hooks.ts';

const pool = poolForAll('cc');
let sandbox: PooledSandbox;
beforeAll(async () => void (sandbox = await pool.take('tools', 'cc')));

const run = (command: Command) => sandbox.run(command);

const path = (target: Target, ...texts: string[]): LoopPath => {
	const isa = isaOf(target);
	const instructions = texts.map((text, index) => decode(0x1000 + index, text, isa));
	return { symbol: 'kernel', header: 0x1000, instructions, key: texts.join(';'), blocks: [0] };
};
const loopsOf: Record<Target, LoopPath[]> = {
	'x86-64': [
		path('x86-64', 'imul rax, rcx', 'dec rdi', 'jne 0x1000'),
		path('x86-64', 'mov dword ptr [rsi], eax', 'add eax, dword ptr [rsi]', 'dec rdi', 'jne 0x1000'),
		path('x86-64', 'vaddps ymm0, ymm0, ymmword ptr [rsi]', 'add rsi, 0x20', 'dec rdi', 'jne 0x1000')
	],
	arm64: [
		path('arm64', 'mul x0, x0, x1', 'subs x2, x2, #0x1', 'b.ne 0x1000 <kernel+0x10>'),
		path('arm64', 'str w0, [x1]', 'ldr w3, [x1]', 'add w0, w0, w3', 'tbz w4, #0x0, 0x1000'),
		path(
			'arm64',
			'ldr q1, [x1], #0x10',
			'fadd v0.4s, v0.4s, v1.4s',
			'adrp x4, 0x11000',
			'cbnz x2, 0x1000'
		)
	]
};

/** Latency of a multiplication in cycles, for models where it is not 3. */
const multiplication: Record<string, number> = {
	znver1: 4,
	znver2: 4,
	'cortex-a53': 4,
	'cortex-a55': 4,
	'cortex-a72': 5,
	'cortex-a76': 5,
	'neoverse-n1': 4,
	'neoverse-n2': 2,
	'neoverse-v1': 2,
	'neoverse-v2': 2,
	'neoverse-n3': 2,
	'neoverse-v3': 2,
	'neoverse-v3ae': 2,
	'cortex-a57': 5,
	'cortex-a510': 5,
	a64fx: 5,
	thunderx2t99: 5,
	tsv110: 4
};

const olderModels = allModels.flatMap(({ mcpu }) => olderModelOf(mcpu) ?? []);

test.each(olderModels)('llvm-mca 19 predicts $mcpu with the model $model', async (model) => {
	const loops = loopsOf[model.target];
	const question = { model, noalias: true, host: false, detailed: false };
	const output = await run(predictCommand(loops, question, stepLimits.predict));
	const answers = readPrediction(output, loops, question);
	expect(answers.map((answer) => 'predicted' in answer && answer.predicted.model)).toEqual(
		loops.map(() => model.model)
	);
});

test.each(allModels)('llvm-mca predicts $mcpu with the model $model', async (model) => {
	const loops = loopsOf[model.target];
	const question = { model, noalias: true, host: true, detailed: true };
	const answers = readPrediction(
		await run(predictCommand(loops, question, stepLimits.predict)),
		loops,
		question
	);
	expect(answers.map((answer) => 'predicted' in answer && answer.predicted.model)).toEqual(
		loops.map(() => model.model)
	);
	const [chain] = answers;
	expect(chain && 'predicted' in chain && Math.round(chain.predicted.cyclesPerLoop)).toBe(
		multiplication[model.mcpu] ?? 3
	);
});

test.each(allModels.filter(({ dispatch }) => dispatch !== undefined))(
	'$mcpu dispatches $dispatch a cycle, fewer than in its model',
	async (model) => {
		const nops = [path(model.target, ...Array<string>(240).fill('nop'))];
		const width = async (asked: Model) => {
			const question = { model: asked, noalias: true, host: false, detailed: false };
			const output = await run(predictCommand(nops, question, stepLimits.predict));
			const [answer] = readPrediction(output, nops, question);
			if (!answer || !('predicted' in answer))
				throw new Error(`There is no prediction for ${model.mcpu}.`);
			return answer.predicted.dispatchWidth;
		};
		const { dispatch, ...own } = model;
		expect(await width(model)).toBe(dispatch);
		expect(await width(own)).toBeGreaterThan(dispatch ?? 0);
	}
);

test.each([true, false])(
	'two copies of a body take as long as two passes (no aliasing: %j)',
	async (noalias) => {
		const model = modelOf('znver4');
		if (!model) throw new Error('There is no model znver4.');
		const loops = loopsOf['x86-64'];
		const question = { model, noalias, host: false, detailed: false };
		const command = predictCommand(loops, question, stepLimits.predict);
		const cycles = async (passes: number) => {
			const argv = command.argv.map((word) =>
				word.replace(/^--iterations=.*/, `--iterations=${passes}`)
			);
			const { stdout } = await run({ ...command, argv });
			const parsed = McaOutput.parse(JSON.parse(stdout.toString('utf8')));
			return new Map(
				parsed.CodeRegions.map(({ Name, SummaryView }) => [Name, SummaryView.TotalCycles])
			);
		};
		const [shorter, longer] = [await cycles(200), await cycles(400)];
		for (const index of loops.keys())
			expect(shorter.get(`twice-${index}`)).toBe(longer.get(`once-${index}`));
	}
);

/** Instructions that llvm-mca cannot predict for a target and model, and the reported sentence. */
const refusals: [Target, string, string, string][] = [
	[
		'x86-64',
		'znver4',
		'frobnicate rax, rcx',
		"llvm-mca reports: invalid instruction mnemonic 'frobnicate'."
	],
	...['neoverse-n1', 'neoverse-n2', 'neoverse-v1', 'neoverse-v2', 'cortex-a55'].map(
		(mcpu): [Target, string, string, string] => [
			'arm64',
			mcpu,
			'ldaddal x0, x1, [x2]',
			`llvm-mca has no figures for ldaddal in its ${modelOf(mcpu)?.model} model.`
		]
	),
	[
		'arm64',
		'cortex-a72',
		'ldaddal x0, x1, [x2]',
		'llvm-mca reports: instruction requires: lse (ldaddal x0, x1, [x2]).'
	],
	[
		'arm64',
		'neoverse-n1',
		'ptrue p0.s',
		'llvm-mca reports: instruction requires: sve or sme (ptrue p0.s).'
	]
];

test.each(refusals)('on %s, %s refuses %s', async (target, mcpu, text, reason) => {
	const model = modelOf(mcpu);
	if (!model) throw new Error(`There is no model ${mcpu}.`);
	const question = { model, noalias: true, host: true, detailed: true };
	const odd = [path(target, text)];
	const output = await run(predictCommand(odd, question, stepLimits.predict));
	expect(readPrediction(output, odd, question)).toEqual([
		{ refusal: { mcpu, noalias: true, reason } }
	]);
});
