import { expect, test } from 'vitest';
import { othersDoubt, othersIn } from './others.ts';

const run = (iterations: number, others?: number) => ({ iterations, others });
const counted = { instructionsPerIteration: 34 };

test('what others do once cancels', () => {
	expect(othersIn(run(2048, 900), run(2048, 900), run(1024, 900))).toBe(0);
	expect(othersIn(run(2048, 2048), run(2048, 2048), run(1024, 1024))).toBe(1);
	expect(othersIn(run(2048, 0), run(2048, 0), run(1024, 1024))).toBe(-1);
	expect(othersIn(run(2048), run(2048), run(1024))).toBeUndefined();
	// In the first call alone.
	expect(othersIn(run(2048, 4096), run(2048, 0), run(1024, 0))).toBe(2);
});

test('a count in which others have a part is doubted, with both numbers', () => {
	const doubt = (others: string) =>
		`While its instructions were counted, other threads or processes of it worked beside the thread that calls kernel(): the number of their instructions changed by ${others} an iteration, where 34.0 were counted.`;
	expect(othersDoubt(counted, 30)).toBe(doubt('30.0'));
	expect(othersDoubt(counted, -30)).toBe(doubt('30.0'));
	expect(othersDoubt({}, 1)).toBeDefined();
});

test('a thread that sleeps, or wakes up now and then, is not', () => {
	expect(othersDoubt(counted, undefined)).toBeUndefined();
	expect(othersDoubt(counted, 0)).toBeUndefined();
	expect(othersDoubt(counted, 0.6)).toBeUndefined();
	expect(othersDoubt(counted, -0.6)).toBeUndefined();
});
