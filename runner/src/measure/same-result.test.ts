import { expect, test } from 'vitest';
import { laterResult, sameResult, type Results } from './same-result.ts';

const report = (text = 'imulq %rax, %rbx') => ({
	functions: [
		{ symbol: 'kernel', address: '0x10', instructions: [{ address: '0x10', text, count: 64 }] }
	]
});
const process = (seed: number, result?: string) => ({ seed, iterations: 4096, result });
const differs = { timed: process(7, '9'), counted: 'c', timedAgain: '9', countedAgain: 'c' };

test('equal results are compared, whatever their leading zeros', () => {
	const results = [
		{ timed: process(1, '0c'), counted: 'c' },
		{ timed: process(7, '9'), counted: '9' }
	];
	expect(sameResult(results, report())).toEqual({
		note: 'The first call of timed and counted processes returned the same for the same data (seeds 1 and 7).'
	});
	expect(sameResult(results.slice(0, 1), report())).toEqual({
		note: 'The first call of timed and counted processes returned the same for the same data (seed 1).'
	});
});

test('results of later calls are compared, too', () => {
	const later: Results = { timed: process(7, 'a'), counted: 'a', isLater: true };
	expect(sameResult([{ timed: process(1, 'a'), counted: 'a' }, later], report())).toEqual({
		note: 'The first call of timed and counted processes returned the same for the same data (seeds 1 and 7), and so did calls of 4,096 iterations that were timed.'
	});
	expect(sameResult([{ ...later, ...differs }], report())).toHaveProperty('bound', 'timedResult');
});

test('timed calls of one length have a result if all of them return it', () => {
	const ticks = { t: 's', t1: 1, t2: 2, c0: 1, c1: 1, nivcsw: 0, minflt: 0 } as const;
	const samples = [
		{ ...ticks, n: 8, n2: 16, r1: 'a', r2: 'b' },
		{ ...ticks, n: 16, n2: 24, r1: 'b', r2: 'c' },
		{ ...ticks, n: 8, n2: 24, r1: 'a', r2: 'd' }
	];
	expect(laterResult({ samples }, 0)).toEqual({ iterations: 8, result: 'a' });
	expect(laterResult({ samples }, 0.4)).toEqual({ iterations: 16, result: 'b' });
	expect(laterResult({ samples }, 0.99)).toBeUndefined();
	expect(laterResult({ samples: samples.slice(0, 1) }, 0)).toBeUndefined();
	expect(
		laterResult(
			{
				samples: [
					{ ...ticks, n: 8 },
					{ ...ticks, n: 8 }
				]
			},
			0
		)
	).toBeUndefined();
	expect(laterResult({ samples: [] }, 0)).toBeUndefined();
});

test('a result that each side has twice, and that differs, is a doubt', () => {
	expect(sameResult([{ timed: process(1, 'a'), counted: 'a' }, differs], report())).toEqual({
		bound: 'timedResult',
		reason:
			'Called with 4,096 iterations of the same data (seed 7), it returned 9 when it was timed, and c when its instructions were counted.'
	});
});

test.each<[string, Results, object, string]>([
	[
		'chance on the processor',
		{ ...differs, timedAgain: '8' },
		report(),
		'two runs with the same data return different results'
	],
	[
		'chance in the emulator',
		{ ...differs, countedAgain: '8' },
		report(),
		'two runs with the same data return different results'
	],
	['threads', differs, { ...report(), countedThreads: 2 }, 'it works in several threads'],
	[
		'an approximation',
		differs,
		report('vrsqrtps %xmm0, %xmm1'),
		'it executes “vrsqrtps”, whose result depends on the processor or the time'
	],
	[
		'a clock',
		differs,
		report('rdtsc'),
		'it executes “rdtsc”, whose result depends on the processor or the time'
	],
	[
		'a length that is not counted',
		{ timed: process(7, '9') },
		report(),
		'so many iterations cannot be counted'
	],
	[
		'an end without a result',
		{ ...differs, timedAgain: undefined },
		report(),
		'a run that should repeat one ended without a result'
	]
])('honest code is not accused for %s', (_, results, seen, why) => {
	expect(sameResult([results], { ...report(), ...seen })).toEqual({
		note: `Results of timed and counted calls were not compared: ${why}.`
	});
});
