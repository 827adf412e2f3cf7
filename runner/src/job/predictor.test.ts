/** Whom the predictor asks and in which order, with a plain function for the sandbox. */
import { expect, test } from 'vitest';
import { ended } from '../../fixtures/outputs.ts';
import { pathOf } from '../../fixtures/predict/loops.ts';
import type { Command, Output } from '../sandbox/command.ts';
import { createPredictor, type PredictorResult, type ToPredict } from './predictor.ts';

const chain = pathOf('x86-64', ['imul rax, rcx', 'dec rdi', 'jne 0x1000']);
const host: ToPredict = { microarchitecture: 'znver5', target: 'x86-64', models: 'host' };

/** Every call runs out of time. */
const slow = () => ended({ exit: { signal: 'SIGKILL' }, timedOut: true });

async function ask(
	task: ToPredict,
	answer: (command: Command) => Output,
	{ path = chain, pathCoverage = 1, prepare = false } = {}
) {
	const asked: string[] = [];
	const predictor = createPredictor(task, (command) => {
		const options = command.argv.filter((word) => /^--(mcpu|noalias|timeline$|bottle)/.test(word));
		asked.push(options.join(' '));
		return Promise.resolve(answer(command));
	});
	if (prepare) await predictor.prepare([path]);
	const told: PredictorResult[] = [];
	for await (const one of predictor.answers({ path, pathCoverage, sourceIterations: 1 }))
		told.push(one);
	return { asked, told };
}

const inTime = (model: string) =>
	`llvm-mca did not end in time with its ${model} model. Try another model or a shorter loop.`;

test('a model that ran out of time is not asked with the other assumption', async () => {
	const { asked, told } = await ask(host, slow);
	expect(asked).toEqual(['--mcpu=znver5']);
	const first = { mcpu: 'znver5', noalias: true, reason: inTime('Znver4') };
	expect(told).toEqual([
		{ predictions: [], refusals: [first] },
		{ predictions: [], refusals: [first, { ...first, noalias: false }] }
	]);
});

test('every other model is asked all the same', async () => {
	const { asked } = await ask({ ...host, target: 'arm64', models: 'all' }, slow, {
		path: pathOf('arm64', ['mul x0, x0, x1', 'b.ne 0x1000'])
	});
	expect(asked).toEqual([
		'--mcpu=neoverse-v2',
		...['cortex-a55', 'cortex-a72', 'neoverse-n1', 'neoverse-n2', 'neoverse-v1'].map(
			(mcpu) => `--mcpu=${mcpu}`
		),
		...['neoverse-v3', 'ampere1', 'a64fx', 'exynos-m5', 'thunderx2t99'].map(
			(mcpu) => `--mcpu=${mcpu}`
		)
	]);
});

test('about an atomic instruction of ARMv8.1 only models are asked that know it', async () => {
	const { asked, told } = await ask({ ...host, target: 'arm64', models: 'all' }, slow, {
		path: pathOf('arm64', ['swpal w0, w1, [x2]', 'b.ne 0x1000'])
	});
	expect(asked).toEqual(['a64fx', 'exynos-m5', 'thunderx2t99'].map((mcpu) => `--mcpu=${mcpu}`));
	expect(told[0]?.refusals).toEqual([
		{
			mcpu: 'neoverse-v2',
			noalias: true,
			reason:
				'llvm-mca has no figures for swpal in its NeoverseV2 model; the same operation by load and store exclusive, as for armv8-a, it can predict.'
		}
	]);
});

test('a loop without one path is refused before anything is asked', async () => {
	const { asked, told } = await ask(host, slow, { pathCoverage: 0.5 });
	expect(asked).toEqual([]);
	expect(told).toEqual([
		{
			predictions: [],
			refusals: [
				{
					mcpu: 'znver5',
					noalias: true,
					reason:
						'The passes of the loop take different ways, only 50 % of them the most frequent one; llvm-mca predicts a single way.'
				}
			]
		}
	]);
});

test('a guess that was refused is asked again, alone', async () => {
	const { asked } = await ask(host, slow, { prepare: true });
	expect(asked).toEqual(['--mcpu=znver5', '--mcpu=znver5']);
});

test('an unknown processor is refused as having no model, and another model leads', async () => {
	const { asked, told } = await ask(
		{ microarchitecture: 'generic', target: 'arm64', models: 'host' },
		slow,
		{ path: pathOf('arm64', ['mul x0, x0, x1', 'b.ne 0x1000']) }
	);
	expect(asked).toEqual(['--mcpu=neoverse-v2']);
	expect(told[0]?.refusals).toEqual([
		{
			mcpu: 'generic',
			noalias: true,
			reason: "LLVM has no model of this runner's processor (generic)."
		},
		{ mcpu: 'neoverse-v2', noalias: true, reason: inTime('NeoverseV2') }
	]);
});

test("for a document's machine without an LLVM model, the refusal names the model that answers to its name", async () => {
	const machine = { machine: 'MacBook Pro, Apple M1 Max', mcpu: 'apple-m1' };
	const arm: ToPredict = { ...host, target: 'arm64', unmodelled: [machine] };
	const path = pathOf('arm64', ['mul x0, x0, x1', 'b.ne 0x1000']);
	const said = async (models: ToPredict['models']) => {
		const { asked, told } = await ask({ ...arm, models }, slow, { path });
		expect(asked).not.toContain('--mcpu=apple-m1');
		return told.map(({ refusals }) => refusals.find(({ mcpu }) => mcpu === 'apple-m1'));
	};
	const refusal = {
		mcpu: 'apple-m1',
		noalias: true,
		reason:
			"LLVM has no model of MacBook Pro, Apple M1 Max, the document's machine: what it calls apple-m1 is its model of Cyclone, Apple's core of 2013. The models above are of other cores."
	};
	expect(await said('all')).toEqual([refusal, refusal]);
	expect(await said('host')).toEqual([undefined, undefined]);
});

/** What llvm-mca writes of two regions that take so many cycles a pass. `storing`: of its first region's instructions. */
const simulated = (
	{ argv }: Command,
	cycles: number,
	resources: string[],
	storing: boolean[] = []
): Output => {
	const option = (name: string) =>
		argv.find((word) => word.startsWith(`--${name}=`))?.split('=')[1];
	const passes = Number(option('iterations'));
	const region = (name: string, copies: number) => ({
		Name: name,
		Instructions: [],
		InstructionInfoView: {
			InstructionList: storing.map((mayStore, index) => ({
				Instruction: index,
				Latency: 1,
				NumMicroOpcodes: 1,
				RThroughput: 1,
				hasUnmodeledSideEffects: false,
				mayLoad: true,
				mayStore
			}))
		},
		SummaryView: {
			Iterations: passes,
			Instructions: 3 * copies * passes,
			TotaluOps: passes,
			TotalCycles: cycles * copies * passes,
			BlockRThroughput: 1,
			DispatchWidth: 6
		}
	});
	const answer = {
		CodeRegions: [region('once-0', 1), region('twice-0', 2)],
		TargetInfo: { CPUName: option('mcpu'), Resources: resources }
	};
	return ended({ stdout: Buffer.from(JSON.stringify(answer)) });
};

test('an older llvm-mca is asked last, of a whole run alone, and its figures stand beside', async () => {
	const ask22And19 = (models: ToPredict['models']) =>
		ask({ microarchitecture: 'skylake', target: 'x86-64', models }, (command) => {
			const older = command.argv[0] === '/usr/bin/llvm-mca-19';
			if (!command.argv.includes('--mcpu=skylake') || !command.argv.includes('--json'))
				return slow();
			return simulated(command, older ? 30 : 3, ['SKLPort0']);
		});
	const { told } = await ask22And19('all');
	const shown = told.map(({ predictions }) =>
		predictions.map(({ mcpu, noalias, cyclesPerIteration, older }) => [
			mcpu,
			noalias,
			cyclesPerIteration,
			older?.llvm,
			older?.model,
			older?.cyclesPerIteration
		])
	);
	const without = [undefined, undefined, undefined];
	const aliasing = ['skylake', false, 3, ...without];
	expect(shown).toEqual([
		[['skylake', true, 3, ...without]],
		[['skylake', true, 3, ...without], aliasing],
		[['skylake', true, 3, '19', 'SkylakeClient', 30], aliasing]
	]);
	expect((await ask22And19('host')).told).toHaveLength(2);
});

test.each([
	['stores', [false, true, false], ['--mcpu=skylake', '--mcpu=skylake --noalias=false']],
	['does not store', [false, false, false], ['--mcpu=skylake']]
])('of a loop that %s, the prediction with aliasing is there', async (_, storing, commands) => {
	const task: ToPredict = { microarchitecture: 'skylake', target: 'x86-64', models: 'host' };
	const { asked, told } = await ask(task, (command) =>
		simulated(command, 5, ['SKLPort0'], storing)
	);
	expect(asked).toEqual(commands);
	const [default_, aliasing] = told.at(-1)?.predictions ?? [];
	expect(default_?.instructions).toHaveLength(3);
	const { instructions: __, ...figures } = default_ ?? {};
	expect(aliasing).toEqual({ ...figures, noalias: false });
});

/** A loop that loads and stores, of which every question takes `cycles` a pass: the passes that were asked for. */
async function passesAsked(cycles: number, path = chain) {
	const task: ToPredict = { microarchitecture: 'skylake', target: 'x86-64', models: 'host' };
	const passes: (string | undefined)[] = [];
	const { told } = await ask(
		task,
		(command) => {
			passes.push(command.argv.find((word) => word.startsWith('--iterations=')));
			return simulated(command, cycles, ['SKLPort0'], [false, true, false]);
		},
		{ path }
	);
	return {
		passes,
		predicted: told.at(-1)?.predictions.map((prediction) => prediction.cyclesPerLoop)
	};
}

test('a loop that waits for its stores is simulated with aliasing for fewer passes, if they take cycles enough', async () => {
	expect(await passesAsked(21)).toEqual({
		passes: ['--iterations=180', '--iterations=48'],
		predicted: [21, 21]
	});
	expect(await passesAsked(4)).toEqual({
		passes: ['--iterations=180', '--iterations=48', '--iterations=180'],
		predicted: [4, 4]
	});
});

test('the models of processors that flags name are asked beside the leading one, each once', async () => {
	const answered = { ...host, named: ['sapphirerapids', 'znver5', 'generic'] };
	const { asked } = await ask(answered, slow);
	expect(asked).toEqual(['--mcpu=znver5', '--mcpu=sapphirerapids']);
	const all = await ask({ ...answered, models: 'all' }, slow);
	expect(all.asked.filter((one) => one === '--mcpu=sapphirerapids')).toHaveLength(1);
});
