import { expect, test } from 'vitest';
import { workJump } from './work-jump.ts';

/** @param perCall instructions of a call of so many iterations */
const jumpOf = (timed: number, counted: number, perCall: (n: number) => number) =>
	workJump(timed, counted, async (n) => perCall(n));

test.each([
	['up to a length', (n: number) => (n < 14_000 ? 30 * n : 45 * n)],
	['but at one length', (n: number) => (n === 32_768 ? 45 * n : 30 * n)],
	[
		'but at a few lengths, with work of the call',
		(n: number) => (n > 32_000 ? 45 * n : 30 * n) + 900
	],
	['a twelfth', (n: number) => 45 * (n - (n === 32_768 || n === 16_384 ? 0 : Math.floor(n / 12)))]
])('calls that do less %s have a jump', async (_, work) => {
	expect(await jumpOf(12_288, 32_768, work)).toMatch(
		/^Its calls of [\d,]+ iterations execute [\d.]+ instructions an iteration, and those of/
	);
});

test.each([
	['a constant', (n: number) => 45 * n + 2000],
	['a logarithm', (n: number) => 3 * n * Math.log2(n)],
	['a square', (n: number) => n * n],
	['a table that is moved', (n: number) => 60 * n + 40 * 2 ** Math.floor(Math.log2(n / 7) + 2)],
	['dear iterations from one on', (n: number) => 30 * n + Math.max(0, n - 20_000) * 60],
	['one dear iteration', (n: number) => 30 * n + (n > 20_000 ? 300_000 : 0)]
])('honest work has none: %s', async (_, work) => {
	expect(await jumpOf(12_288, 32_768, work)).toBeUndefined();
	expect(await jumpOf(65_536, 32_768, work)).toBeUndefined();
});

test('nothing is said of few iterations, nor where a call cannot be counted', async () => {
	const less = (n: number) => (n < 200 ? 30 * n : 45 * n);
	expect(await jumpOf(100, 32_768, less)).toBeUndefined();
	expect(await workJump(12_288, 32_768, async () => undefined)).toBeUndefined();
});
