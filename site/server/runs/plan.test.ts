import { describe, expect, test } from 'vitest';
import { Exercise, Facts, factsIn, type Target } from '@cyclelab/exercises/schema';
import { CompilerWish, compilersOf } from '@cyclelab/contract/schema/compiler';
import type { RunnerCard } from './connected.ts';
import { planRun } from './plan.ts';
import { host, runnerOf } from '../../fixtures/examples.ts';
import { RunRequest } from '../../shared/schema.ts';

const place = (variant: string) => ({ variant, parameters: {} });
const exercise = Exercise.parse({
	slug: 'two-structs',
	order: 10,
	facts: {
		title: 'Two structs',
		track: 'memory',
		summary: 'Copied or not.',
		minutes: 1,
		needs: { seconds: 1, memoryMiB: 1 },
		iteration: 'one struct',
		unit: 'cycles',
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
	story: 'S.',
	explain: 'E.',
	elsewhere: 'E.',
	solutions: {},
	recorded: [],
	sources: { c: { s3: 'c3', s8: 'c8' }, cs: { s3: 'cs3', s8: 'cs8' } }
});
const plan = (wish: object, runners: RunnerCard[] = [], of = exercise) =>
	planRun('run-1', RunRequest.parse({ exercise: 'two-structs', ...wish }), of, runners);
/** The job of an accepted request, for an exercise with other facts. */
const jobOf = (wish: object, facts: object = {}) => {
	const of = Exercise.parse({ ...exercise, facts: { ...exercise.facts, ...facts } });
	const planned = plan(wish, [], of);
	return 'job' in planned ? planned.job : undefined;
};

describe('a run', () => {
	test('of free play measures the values that its kernel names', () => {
		const source = 'uint64_t n = cyclelab_parameter("size", 64); // values: 256, 64';
		const free = { claims: undefined, free: true, runtimes: undefined };
		const job = jobOf({ sources: { s3: source } }, free);
		expect([job?.values, job && Facts.safeParse(job.facts).error]).toEqual([[64, 256], undefined]);
	});

	test('of C# on two runtimes has each variant on each, with its own compiler', () => {
		const sources = { 's8-mono': 'mine' };
		expect(plan({ language: 'cs', sources, flags: ['-checked+'] })).toEqual({
			queue: 'x86-64',
			job: {
				run: 'run-1',
				exercise: 'two-structs',
				facts: factsIn(exercise.facts, 'cs', 'x86-64'),
				language: 'cs',
				target: 'x86-64',
				compiler: 'coreclr-8.0',
				flags: ['-checked+'],
				variants: [
					{ id: 's3-coreclr', edited: false, source: 'cs3', compiler: 'coreclr-8.0' },
					{ id: 's3-mono', edited: false, source: 'cs3', compiler: 'mono-6.12' },
					{ id: 's8-coreclr', edited: false, source: 'cs8', compiler: 'coreclr-8.0' },
					{ id: 's8-mono', edited: true, source: 'mine', compiler: 'mono-6.12' }
				],
				values: [],
				stages: ['inspect', 'measure'],
				models: 'all'
			}
		});
	});

	test('that formats handles only the variants that it names, and does nothing else', () => {
		const format = (wish: object) =>
			plan({ variants: ['s8'], sources: { s8: 'mine' }, stages: ['format'], ...wish });
		expect(format({ language: 'c' })).toMatchObject({
			queue: 'x86-64',
			job: { stages: ['format'], variants: [{ id: 's8', edited: true, source: 'mine' }] }
		});
		expect(format({ language: 'c', stages: ['format', 'inspect'] })).toEqual({
			issues: [
				{
					path: ['stages'],
					message: 'A run that formats does nothing else: ask for "format" alone.'
				}
			]
		});
		const variants = ['s8-mono'];
		expect(format({ language: 'cs', variants, sources: {} })).toEqual({
			issues: [{ path: ['stages'], message: 'There is no formatter for C#.' }]
		});
	});

	test('takes each compiler that the schema of a request has, in its languages', () => {
		const inC = { ...exercise, facts: { ...exercise.facts, runtimes: undefined } };
		const accepted = (compiler: string) =>
			(['c', 'cs'] as const).filter((language) => {
				const wish = RunRequest.parse({ exercise: 'two-structs', language, compiler });
				return 'job' in planRun('run-1', { ...wish, flags: [] }, inC, []);
			});
		const ofOthers = /^(rust|go|crystal)/;
		for (const wish of CompilerWish.options.filter((option) => !ofOthers.test(option)))
			expect([wish, accepted(wish)]).toEqual([wish, /^(clang|gcc)/.test(wish) ? ['c'] : ['cs']]);
	});

	test('explains the loop of one of its variants, which it then has beside the baseline', () => {
		const wish = { language: 'cs', variants: ['s3-mono'], stages: ['inspect'] };
		const planned = plan({ ...wish, explain: 's8-mono' });
		if ('issues' in planned) throw new Error('The plan is refused.');
		expect(planned.job.explain).toBe('s8-mono');
		expect(planned.job.variants.map(({ id }) => id)).toContain('s8-mono');
		expect(plan({ ...wish, explain: 's9' })).toMatchObject({
			issues: [{ path: ['explain'], message: expect.stringContaining('no variant "s9"') }]
		});
		expect(plan(wish)).not.toHaveProperty('job.explain');
	});

	test('has the original of a challenge’s attempt if the run can pass the challenge', () => {
		const start = { variant: 's8' };
		const result = { kind: 'result', checksum: 'ab' };
		const originals = (measure: string, stages: string[], sources: object) => {
			const goals = [{ kind: 'ratio', measure, to: { variant: 's3' }, atMost: 1.1 }, result];
			const text = { text: 'Fast.', hints: ['One.', 'Two.'], why: 'Why.' };
			const challenge = { ...text, start, goals };
			const job = jobOf({ language: 'c', stages, sources }, { challenge, runtimes: undefined });
			return job?.variants.map(({ original }) => original);
		};
		const mine = { s3: 'mine', s8: 'mine' };
		expect([
			originals('time', ['inspect'], mine),
			originals('time', ['inspect', 'measure'], mine),
			originals('instructions', ['inspect'], mine),
			originals('instructions', ['inspect'], {})
		]).toEqual([
			[undefined, undefined],
			[undefined, 'c8'],
			[undefined, 'c8'],
			[undefined, undefined]
		]);
	});

	test('for arm64 has an atomic variant in both of its forms, for x86-64 in one', () => {
		const atomic = exercise.facts.variants.map((variant) => ({
			...variant,
			atomic: variant.id === 's8' || undefined
		}));
		const variants = (target: Target, sources = {}) =>
			jobOf({ language: 'c', target, sources }, { variants: atomic, runtimes: undefined })
				?.variants;
		expect(variants('arm64', { 's8-lse': 'mine' })).toEqual([
			{ id: 's3', edited: false, source: 'c3' },
			{ id: 's8-exclusive', edited: false, source: 'c8', atomics: 'exclusive' },
			{ id: 's8-lse', edited: true, source: 'mine', atomics: 'lse' }
		]);
		expect(variants('x86-64')).toEqual([
			{ id: 's3', edited: false, source: 'c3' },
			{ id: 's8', edited: false, source: 'c8' }
		]);
	});

	test('whose variants all have a compiler different from the requested compiler uses theirs', () => {
		const wish = { language: 'cs', variants: ['s8-coreclr'], compiler: 'mono-6.12' };
		expect(jobOf(wish)?.compiler).toBe('coreclr-8.0');
	});

	test('with a macro of a name in its source is of edited code', () => {
		expect(jobOf({ flags: ['-Dc8=c9', '-Dother'] })?.variants).toEqual([
			{ id: 's3', edited: false, source: 'c3' },
			{ id: 's8', edited: true, source: 'c8' }
		]);
	});

	test('of an attempt builds what that is compared with by the flags of the exercise', () => {
		const goal = { kind: 'ratio', to: place('s3'), atMost: 1 };
		const challenge = {
			text: 'As fast.',
			start: place('s8'),
			goals: [goal],
			hints: ['Try.', 'Again.'],
			why: 'W.'
		};
		const asked = (wish: object) => {
			const job = jobOf({ flags: ['-O0', '-Dc3'], ...wish }, { challenge });
			return [job?.flags, job?.variants];
		};
		const flags = ['-fno-unroll-loops', '-O0', '-Dc3'];
		expect(asked({ sources: { s8: 'mine' } })).toEqual([
			flags,
			[
				{ id: 's3', edited: false, source: 'c3', flags: ['-fno-unroll-loops'] },
				{ id: 's8', edited: true, source: 'mine', original: 'c8' }
			]
		]);
		// The control: without an attempt the flags are for all.
		expect(asked({})).toEqual([
			flags,
			[
				{ id: 's3', edited: true, source: 'c3' },
				{ id: 's8', edited: false, source: 'c8' }
			]
		]);
	});

	test('in another language uses the requested compiler, with the flags of the exercise first', () => {
		expect(jobOf({ compiler: 'gcc-14', flags: ['-O3'] })).toMatchObject({
			compiler: 'gcc-14',
			flags: ['-fno-unroll-loops', '-O3'],
			variants: [
				{ id: 's3', edited: false, source: 'c3' },
				{ id: 's8', edited: false, source: 'c8' }
			]
		});
	});

	test('takes a name without a version for the newest that is offered', () => {
		const used = (compiler: string) => jobOf({ compiler })?.compiler;
		expect(['gcc', 'clang'].map(used)).toEqual(['gcc-14', compilersOf.c[0]]);
	});

	test('is refused, with each invalid place and its valid values', () => {
		expect(
			plan({
				language: 'cs',
				compiler: 'gcc-14',
				flags: ['-O9'],
				sources: { s8: 'mine' },
				variants: ['s3'],
				values: [5],
				runner: 'amd'
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
					message: 'gcc-14 does not compile C#; coreclr-8.0 and mono-6.12 do.'
				},
				{
					path: ['flags'],
					message:
						'The flag "-O9" is not possible here; possible are flags that only change how code is compiled, and begin with -optimize, -checked, -define, -warn, -warnaserror.'
				},
				{ path: ['runner'], message: 'No runner named "amd" is connected.' }
			]
		});
		expect(plan({ language: 'go' })).toEqual({
			issues: [{ path: ['language'], message: 'This exercise is not written in "go".' }]
		});
	});

	test('waits for a runner that has all of its compilers', () => {
		const has = (...compilers: ('coreclr-8.0' | 'mono-6.12')[]) =>
			runnerOf({
				toolchains: compilers.map((compiler) => ({
					compiler,
					language: 'cs',
					targets: ['x86-64'],
					version: '1',
					image: 'dotnet'
				}))
			});
		expect(plan({ language: 'cs' }, [has('coreclr-8.0')])).toEqual({
			issues: [
				{
					path: ['compiler'],
					message:
						'No connected runner has coreclr-8.0 and mono-6.12 for x86-64 yet. Its image may still be in the making; try again in a minute, or choose another language.'
				}
			]
		});
		expect('job' in plan({ language: 'cs' }, [has('coreclr-8.0', 'mono-6.12')])).toBe(true);
	});
});

describe('a place to run', () => {
	const card = (id: string, microarchitecture: string) =>
		runnerOf({
			id,
			microarchitecture,
			host: { ...host, microarchitecture },
			toolchains: [
				{ compiler: 'clang-22', language: 'c', targets: ['x86-64'], version: '19', image: 'cc' }
			]
		});
	const runners = [card('amd', 'znver4'), card('intel', 'raptorlake')];
	const asked = (where: object) => {
		const planned = plan(where, runners);
		return 'queue' in planned ? planned.queue : planned.issues;
	};

	test('is a runner, a kind of processor, or any of the target', () => {
		expect(
			[{}, { microarchitecture: 'znver4' }, { runner: 'amd', microarchitecture: 'znver4' }].map(
				asked
			)
		).toEqual(['x86-64', 'x86-64/znver4', 'x86-64.amd']);
	});

	test('that does not exist is refused with a list of valid values', () => {
		expect([
			asked({ microarchitecture: 'znver5' }),
			asked({ microarchitecture: 'znver4', runner: 'intel' }),
			asked({ runner: 'intel', target: 'arm64' })
		]).toEqual([
			[
				{
					path: ['microarchitecture'],
					message: 'No x86-64 runner with a znver5 is connected. Connected: znver4, raptorlake.'
				}
			],
			[
				{
					path: ['microarchitecture'],
					message: 'The runner intel is a raptorlake. Ask for one of both.'
				}
			],
			[{ path: ['runner'], message: 'The runner intel does nothing for arm64.' }]
		]);
	});
});
