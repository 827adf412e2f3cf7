import { expect, test } from 'vitest';
import { steadinessOf } from './steady.ts';

const around = (median: number) => ({ median, low: median * 0.999, high: median * 1.001 });
const runs = (...medians: number[]) => medians.map(around);

test('numbers within the noise floor count as unchanged', () => {
	const idle = runs(4, 4.01, 3.99, 4, 4.02);
	const found = steadinessOf({ variant: 'word', idle, loaded: runs(4.03, 4.01, 4, 4.02) }, 0.01);
	expect(found).toMatchObject({ unchanged: true, agreeing: 1, runs: { idle: 5, loaded: 4 } });
	expect(found?.ratio.median).toBeCloseTo(1.00375);
});

test('numbers that grow by more than noise floor and interval count as changed, and the agreeing runs are counted', () => {
	const found = steadinessOf(
		{ variant: 'word', idle: runs(4, 4, 4), loaded: runs(4, 4.4, 4.4, 4.4) },
		0.01
	);
	expect(found).toMatchObject({ agreeing: 0.25, floor: { idle: 0 } });
	expect(found?.floor.loaded).toBeCloseTo(0.1);
	expect(
		steadinessOf({ variant: 'word', idle: runs(4, 4, 4), loaded: runs(4.4, 4.4, 4.4) }, 0.01)
	).toMatchObject({ unchanged: false, agreeing: 0 });
});

test('without runs before or under load there is no result', () => {
	expect(steadinessOf({ variant: 'word', idle: [], loaded: runs(1) }, 0.01)).toBeUndefined();
	expect(steadinessOf({ variant: 'word', idle: runs(1), loaded: [] }, 0.01)).toBeUndefined();
});
