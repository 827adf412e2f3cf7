import { describe, expect, test } from 'vitest';
import { Exercise, toldIn } from '@cyclelab/exercises/schema';
import { isSlowLine, lineOf, noticeOf, planRun, queueOf, serves } from './plan.ts';
import { RunRequest, type RunnerSummary } from './schema.ts';

const runner = (
	id: string,
	arch: 'x86-64' | 'arm64',
	state: 'ready' | 'degraded' = 'ready',
	reason?: string
) => ({
	id,
	arch,
	measures: [arch],
	inspects: ['x86-64' as const, 'arm64' as const],
	state,
	...(reason === undefined ? {} : { reason })
});
const intel = runner('intel', 'x86-64');
const arm = runner('arm', 'arm64');

describe('the line a run waits in', () => {
	test("is its target's, whether or not somebody measures it now", () => {
		expect(
			queueOf({ compilers: ['gcc-14'], target: 'x86-64', stages: ['inspect', 'measure'] }, [])
		).toBe('x86-64');
		expect(
			queueOf({ compilers: ['gcc-14'], target: 'arm64', stages: ['inspect', 'measure'] }, [intel])
		).toBe('arm64');
		expect(
			queueOf({ compilers: ['gcc-14'], target: 'arm64', stages: ['inspect'] }, [intel, arm])
		).toBe('arm64');
	});

	test('is of a runner with the cross tools if it is only inspected and nobody measures its target', () => {
		expect(queueOf({ compilers: ['gcc-14'], target: 'arm64', stages: ['inspect'] }, [intel])).toBe(
			'x86-64'
		);
		expect(queueOf({ compilers: ['gcc-14'], target: 'arm64', stages: ['inspect'] }, [])).toBe(
			'arm64'
		);
	});

	test('is of the runner it names', () => {
		expect(
			queueOf({ compilers: ['gcc-14'], target: 'x86-64', runner: 'intel', stages: ['measure'] }, [
				intel
			])
		).toBe('x86-64.intel');
	});

	test('is one of its own for builds that may take a minute', () => {
		const slow = {
			compilers: ['crystal-1.14'],
			target: 'x86-64',
			stages: ['measure']
		} as const;
		expect(queueOf({ ...slow, stages: [...slow.stages] }, [intel])).toBe('x86-64/slow');
		expect(queueOf({ ...slow, stages: [...slow.stages], runner: 'intel' }, [intel])).toBe(
			'x86-64.intel/slow'
		);
		expect(['x86-64/slow', 'x86-64'].map(isSlowLine)).toEqual([true, false]);
	});

	test('is one of those its runner serves', () => {
		const own = lineOf('x86-64', 'intel');
		expect(serves(intel)).toEqual([own, 'x86-64', `${own}/slow`, 'x86-64/slow']);
	});
});

describe('a line nobody serves', () => {
	test('says that no runner is connected, and of which kind', () => {
		expect(noticeOf('x86-64', [intel])).toBeUndefined();
		expect(noticeOf('arm64', [intel])).toBe(
			'No arm64 runner is connected. The run waits in the line and starts as soon as one is.'
		);
		expect(noticeOf('x86-64.amd/slow', [intel])).toBe(
			'The runner amd is not connected. The run waits and starts when it is back.'
		);
	});

	test('says why its only runner takes no runs', () => {
		const reason = 'Docker does not answer on intel.';
		expect(noticeOf('x86-64', [runner('intel', 'x86-64', 'degraded', reason)])).toBe(reason);
		expect(
			noticeOf('x86-64', [runner('intel', 'x86-64', 'degraded'), runner('amd', 'x86-64')])
		).toBeUndefined();
		expect(noticeOf('x86-64', [runner('intel', 'x86-64', 'degraded')])).toBe(
			'The runner intel takes no runs at the moment.'
		);
	});
});

const place = (variant: string) => ({ variant, parameters: {} });
const exercise = Exercise.parse({
	...{ slug: 'two-structs', order: 10 },
	facts: {
		...{ title: 'Two structs', track: 'memory', summary: 'Copied or not.', minutes: 1 },
		...{ needs: { seconds: 1, memoryMiB: 1 }, iteration: 'one struct', unit: 'cycles' },
		document: { title: 'None', author: 'Nobody', place: 'nowhere' },
		runtimes: ['coreclr', 'mono'],
		baseline: 's3',
		variants: ['s3', 's8'].map((id) => ({ id, label: id, claim: 'None.' })),
		question: { text: 'How much?', of: place('s8'), to: place('s3'), low: 1, high: 4 },
		claims: [
			{ id: 'slower', statement: 'Slower.', of: place('s8'), to: place('s3'), atLeast: 1.5 }
		],
		flags: ['-fno-unroll-loops']
	},
	...{ story: 'S.', explain: 'E.', elsewhere: 'E.', solutions: {} },
	sources: { c: { s3: 'c3', s8: 'c8' }, cs: { s3: 'cs3', s8: 'cs8' } }
});
const plan = (wish: object, runners: RunnerSummary[] = []) =>
	planRun('run-1', RunRequest.parse({ exercise: 'two-structs', ...wish }), exercise, runners);

describe('a run', () => {
	test('of C# on two runtimes has each variant on each, with its own compiler', () => {
		const sources = { 's8-mono': 'mine' };
		expect(plan({ language: 'cs', sources, flags: ['-checked+'] })).toEqual({
			queue: 'x86-64',
			job: {
				...{ run: 'run-1', exercise: 'two-structs', facts: toldIn(exercise.facts, 'cs') },
				...{ language: 'cs', target: 'x86-64', compiler: 'coreclr-3.1', flags: ['-checked+'] },
				variants: [
					{ id: 's3-coreclr', edited: false, source: 'cs3', compiler: 'coreclr-3.1' },
					{ id: 's3-mono', edited: false, source: 'cs3', compiler: 'mono-6.12' },
					{ id: 's8-coreclr', edited: false, source: 'cs8', compiler: 'coreclr-3.1' },
					{ id: 's8-mono', edited: true, source: 'mine', compiler: 'mono-6.12' }
				],
				...{ values: [], phases: ['inspect', 'measure'], models: 'all' }
			}
		});
	});

	test('whose variants all have another compiler than the one asked for has theirs', () => {
		const wish = { language: 'cs', variants: ['s8-coreclr'], compiler: 'mono-6.12' };
		const planned = plan(wish);
		expect('job' in planned && planned.job.compiler).toBe('coreclr-3.1');
	});

	test('in another language has the one that was asked for, and the flags of the exercise first', () => {
		const planned = plan({ compiler: 'gcc-14', flags: ['-O3'] });
		expect('job' in planned && planned.job).toMatchObject({
			compiler: 'gcc-14',
			flags: ['-fno-unroll-loops', '-O3'],
			variants: [
				{ id: 's3', edited: false, source: 'c3' },
				{ id: 's8', edited: false, source: 'c8' }
			]
		});
	});

	test('is refused, place by place, with what there is', () => {
		expect(
			plan({
				...{ language: 'cs', compiler: 'gcc-14', flags: ['-O9'], sources: { s8: 'mine' } },
				...{ variants: ['s3'], values: [5], runner: 'amd' }
			})
		).toEqual({
			issues: [
				{
					path: ['sources', 's8'],
					message:
						'This exercise has no variant "s8"; it has s3-coreclr, s3-mono, s8-coreclr, s8-mono.'
				},
				{
					path: ['variants', 0],
					message:
						'This exercise has no variant "s3"; it has s3-coreclr, s3-mono, s8-coreclr, s8-mono.'
				},
				{
					path: ['values', 0],
					message: '5 is not among the values this exercise sweeps.'
				},
				{
					path: ['compiler'],
					message: 'gcc-14 does not compile C#; coreclr-3.1 and mono-6.12 do.'
				},
				{
					path: ['flags'],
					message: 'The flag "-O9" is not possible here; try one like -optimize+, -optimize-.'
				},
				{ path: ['runner'], message: 'No runner named "amd" is connected.' }
			]
		});
		expect(plan({ language: 'go' })).toEqual({
			issues: [{ path: ['language'], message: 'This exercise is not written in "go".' }]
		});
	});

	test('waits for a runner that has all of its compilers', () => {
		const has = (...compilers: ('coreclr-3.1' | 'mono-6.12')[]): RunnerSummary => ({
			...{ id: 'intel', arch: 'x86-64', microarchitecture: 'znver5', processor: 'AMD Zen 5' },
			...{ measures: ['x86-64'], inspects: ['x86-64'], state: 'ready' },
			...{ slots: 1, slowSlots: 1, busy: 0 },
			host: {
				...{ arch: 'x86-64', microarchitecture: 'znver5', processor: 'AMD Zen 5', identity: '' },
				...{
					virtualised: false,
					emulated: false,
					cores: 2,
					caches: [],
					pageBytes: 4096,
					hugePages: 'never'
				},
				...{ kernel: '6.18', counters: false }
			},
			toolchains: compilers.map((compiler) => ({
				...{ compiler, language: 'cs', targets: ['x86-64'], version: '1', image: 'dotnet' }
			}))
		});
		expect(plan({ language: 'cs' }, [has('coreclr-3.1')])).toEqual({
			issues: [
				{
					path: ['compiler'],
					message:
						'No connected runner has coreclr-3.1 and mono-6.12 for x86-64 yet. Its image may still be in the making; try again in a minute, or choose another language.'
				}
			]
		});
		expect('job' in plan({ language: 'cs' }, [has('coreclr-3.1', 'mono-6.12')])).toBe(true);
	});
});
