import { expect, test } from 'vitest';
import { byRunner } from './results.ts';

const result = (run: string, runner: string, median: number, people = 1) => ({
	run,
	runner,
	people,
	processor: 'AMD Zen 5',
	microarchitecture: 'znver5',
	toolchain: 'clang-22',
	at: '2026-01-01T00:00:00.000Z',
	answer: { median, low: median - 0.5, high: median + 0.5 }
});

test('runs of several runners are not mixed', () => {
	const of = byRunner([result('a', 'one', 4, 40), result('b', 'two', 9), result('c', 'one', 16)]);
	expect(
		of.map(({ runner, middle, low, high, people, results }) => [
			runner,
			middle,
			low,
			high,
			people,
			results.length
		])
	).toEqual([
		['one', 8, 3.5, 16.5, 41, 2],
		['two', 9, 8.5, 9.5, 1, 1]
	]);
});
