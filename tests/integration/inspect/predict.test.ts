/** Predictions of llvm-mca and OSACA in real sandboxes: a tool that hangs is ended, and other models still predict. */
import type { Target } from '@cyclelab/exercises/schema';
import { beforeAll, expect, test } from 'vitest';
import { pathOf } from '../../../runner/fixtures/predict/loops.ts';
import { hexadecimal } from '../../../runner/src/inspect/listing.ts';
import type { LoopPath } from '../../../runner/src/inspect/loop-path.ts';
import { modelOf, offeredModels } from '../../../runner/src/inspect/models.ts';
import { predictCommand, readPrediction } from '../../../runner/src/inspect/predict.ts';
import { askOpinions, type LoopToAsk } from '../../../runner/src/job/second-opinions.ts';
import { createPredictor, type PredictorResult } from '../../../runner/src/job/predictor.ts';
import { stepLimits } from '../../../runner/src/sandbox/limits.ts';
import type { PooledSandbox } from '../../../runner/src/sandbox/pooled-sandbox.ts';
import type { RunEvent } from '@cyclelab/contract/schema/job';
import { poolForAll } from '../hooks.ts';

const pool = poolForAll('osaca');
let sandbox: PooledSandbox;
beforeAll(async () => void (sandbox = await pool.take('tools', 'osaca')));

const path = (target: Target, ...texts: string[]): LoopPath => pathOf(target, texts);
const found = (of: LoopPath) => ({ path: of, pathCoverage: 1, sourceIterations: 2 });

async function last(answers: AsyncGenerator<PredictorResult>): Promise<PredictorResult[]> {
	const all: PredictorResult[] = [];
	for await (const answer of answers) all.push(answer);
	return all;
}

const saves = path('x86-64', 'xsave [rax]', 'dec rdi', 'jne 0x1000');

test.each(['sapphirerapids', 'alderlake'])(
	'llvm-mca hangs on xsave for %s: the time limit ends it with a sentence',
	async (mcpu) => {
		const model = modelOf(mcpu);
		if (!model) throw new Error(`${mcpu} is not in the list`);
		const question = { model, noalias: true, host: true, detailed: true };
		const limits = { ...stepLimits.predict, wallMs: 2_000 };
		const output = await sandbox.run(predictCommand([saves], question, limits));
		expect(readPrediction(output, [saves], question)).toEqual([
			{
				refusal: {
					mcpu,
					noalias: true,
					reason: `llvm-mca did not end in time with its ${model.model} model. Try another model or a shorter loop.`
				}
			}
		]);
	}
);

test('llvm-mca predicts the longest permitted loop within its limits', async () => {
	const texts = Array.from(
		{ length: 399 },
		(_, i) => `vfmadd231pd ymm${i % 16}, ymm1, ymmword ptr [rsi + ${32 * i}]`
	);
	const long = path('x86-64', ...texts, 'jne 0x1000');
	const task = { microarchitecture: 'znver4', target: 'x86-64', models: 'all' } as const;
	const answers = await last(
		createPredictor(task, (command) => sandbox.run(command)).answers(found(long))
	);
	expect(answers.at(-1)?.refusals).toEqual([]);
	expect(answers.at(-1)?.predictions).toHaveLength(2 * offeredModels('x86-64').length);
	expect(answers.at(-1)?.predictions[0]?.timeline).toHaveLength(400);
});

test('the prediction of the leading model comes first, then its views and the other models, then what llvm-mca 19 says', async () => {
	const chain = path('arm64', 'mul x0, x0, x1', 'subs x2, x2, #0x1', 'b.ne 0x1000 <kernel+0x10>');
	const task = { microarchitecture: 'znver5', target: 'arm64', models: 'all' } as const;
	const predictor = createPredictor(task, (command) => sandbox.run(command));
	const [first, all, besideOlder, ...more] = await last(predictor.answers(found(chain)));
	expect(more).toEqual([]);
	expect(besideOlder?.predictions.map(({ noalias, older }) => !noalias || !!older)).toEqual(
		all?.predictions.map(() => true)
	);
	expect(besideOlder?.predictions.map(({ older: _, ...prediction }) => prediction)).toEqual(
		all?.predictions
	);
	expect(
		first?.predictions.map(({ model, host, timeline }) => ({ model, host, timeline }))
	).toEqual([{ model: 'NeoverseV2', host: false, timeline: undefined }]);
	expect(all?.predictions).toHaveLength(2 * offeredModels('arm64').length);
	const [leading, ...others] = all?.predictions ?? [];
	expect(leading?.instructions).toHaveLength(3);
	const timed = (row: number) => leading?.timeline?.[row];
	const operand = (register: string, row: number) => ({ operand: { register, row } });
	const [mul, subs, branch] = ['0x1000', '0x1004', '0x1008'].map((address) => ({
		address,
		dispatched: 0
	}));
	expect([0, 1, 2, 3, 4, 5].map(timed)).toEqual([
		{ ...mul, pass: 0, issued: 1, executed: 3, retired: 4 },
		{ ...subs, pass: 0, issued: 1, executed: 2, retired: 4, waits: { retire: 0 } },
		{ ...branch, pass: 0, issued: 2, executed: 3, retired: 4, waits: operand('flags', 1) },
		{ ...mul, pass: 1, issued: 3, executed: 5, retired: 6, waits: operand('x0', 0) },
		{
			...subs,
			pass: 1,
			issued: 2,
			executed: 3,
			retired: 6,
			waits: { ...operand('x2', 1), retire: 3 }
		},
		{
			...branch,
			pass: 1,
			issued: 3,
			executed: 4,
			retired: 6,
			waits: { ...operand('flags', 4), retire: 3 }
		}
	]);
	expect(leading?.bottlenecks).toContain('Register Dependencies');
	for (const { instructions, timeline, bottlenecks } of others)
		expect({ instructions, timeline, bottlenecks }).toEqual({});
});

/** A variant's loop as a job passes it to OSACA. */
const judged = (variant: string, { instructions }: LoopPath): LoopToAsk => ({
	variant,
	functions: [{ symbol: 'kernel', address: 0x1000, instructions }],
	hotLoop: {
		symbol: 'kernel',
		instructions: instructions.map(({ address, text }) => ({
			address: hexadecimal(address),
			text
		})),
		share: 1,
		pathCoverage: 1,
		sourceIterations: 2,
		badges: []
	}
});

async function opinions(
	microarchitecture: string,
	target: Target,
	...variants: LoopToAsk[]
): Promise<RunEvent[]> {
	const said: RunEvent[] = [];
	await askOpinions(variants, {
		microarchitecture,
		target,
		takeSandbox: () => pool.take('tools', 'osaca'),
		emit: (event) => said.push(event),
		signal: new AbortController().signal
	});
	return said;
}

const add = path('x86-64', 'vaddsd xmm0, xmm0, xmm1', 'add rcx, 0x1', 'cmp rcx, r8', 'jne 0x1000');

test('OSACA predicts loops whose instructions it has, and gives a reason for other loops', async () => {
	// From 50 instructions on, OSACA as published starts processes that a sandbox forbids.
	const pair = ['add rax, rbx', 'add rbx, rax'];
	const long = path('x86-64', ...Array.from({ length: 26 }, () => pair).flat());
	const divides = path('x86-64', 'div rbx', 'lock inc qword ptr [rax]', 'dec rcx', 'jne 0x1000');
	const said = await opinions(
		'znver5',
		'x86-64',
		judged('add', add),
		judged('divides', divides),
		judged('long', long)
	);
	expect(said).toEqual([
		{
			type: 'opinion',
			variant: 'add',
			secondOpinion: {
				tool: 'osaca',
				version: '0.7.1',
				architecture: 'ZEN4',
				exact: false,
				cyclesPerLoop: 3,
				cyclesPerIteration: 1.5,
				portPressure: 0.5,
				loopCarried: 3
			}
		},
		{
			type: 'opinion',
			variant: 'divides',
			secondOpinion: {
				refusal:
					'OSACA has no figures for div, lock inc in its ZEN4 model, so it has none for the loop.'
			}
		},
		{
			type: 'opinion',
			variant: 'long',
			secondOpinion: {
				tool: 'osaca',
				version: '0.7.1',
				architecture: 'ZEN4',
				exact: false,
				cyclesPerLoop: 52,
				cyclesPerIteration: 26,
				portPressure: 13,
				loopCarried: 52
			}
		}
	]);
});
