import { expect, test } from 'vitest';
import { seeded } from '../measure/seeded.ts';
import { kendall, score, scored } from './score.ts';

const pairs = (...all: [number, number][]) =>
	all.map(([predicted, measured]) => ({ predicted, measured }));

test('errors are parts of the measurement', () => {
	expect(score(pairs([1, 1], [1.05, 1], [3, 2], [1, 4]))).toEqual({
		blocks: 4,
		mape: (0 + 0.05 + 0.5 + 0.75) / 4,
		tau: expect.any(Number),
		withinTenth: 0.5
	});
});

test.each([
	['the same order', pairs([1, 10], [2, 20], [3, 30]), 1],
	['the reverse order', pairs([3, 10], [2, 20], [1, 30]), -1],
	// By hand: 4 pairs agree, 1 is apart, and 1 is tied in the predictions: 3 / sqrt(5 * 6).
	['a tie', pairs([1, 1], [1, 2], [3, 4], [2, 5]), 3 / Math.sqrt(5 * 6)]
])("Kendall's tau of %s", (_name, all, tau) => {
	expect(kendall(all)).toBeCloseTo(tau, 12);
});

test("Kendall's tau is that of all pairs compared one by one, ties among them", () => {
	const random = seeded(7);
	const some = Array.from({ length: 203 }, () => ({
		predicted: Math.floor(12 * random()),
		measured: Math.floor(9 * random())
	}));
	const [agreeing, onlyPredicted, onlyMeasured] = [0, 0, 0].map((_, kind) =>
		some
			.flatMap((a, i) => some.slice(0, i).map((b) => ({ a, b })))
			.map(({ a, b }) => ({
				predicted: Math.sign(a.predicted - b.predicted),
				measured: Math.sign(a.measured - b.measured)
			}))
			.reduce((sum, { predicted, measured }) => {
				if (kind === 0) return sum + predicted * measured;
				return sum + Math.abs(kind === 1 ? predicted : measured);
			}, 0)
	) as [number, number, number];
	expect(kendall(some)).toBeCloseTo(agreeing / Math.sqrt(onlyPredicted * onlyMeasured), 12);
});

test('the interval holds the figure, narrows with more blocks, and is the same for the same seed', () => {
	const some = (n: number) =>
		Array.from({ length: n }, (_, i) => ({
			predicted: 1 + (i % 7) / 10,
			measured: 1 + (i % 5) / 10
		}));
	const few = scored(some(40));
	const many = scored(some(800));
	for (const { mape, tau, withinTenth, intervals } of [few, many]) {
		expect(mape).toBeGreaterThanOrEqual(intervals.mape[0]);
		expect(mape).toBeLessThanOrEqual(intervals.mape[1]);
		expect(tau).toBeGreaterThanOrEqual(intervals.tau[0]);
		expect(tau).toBeLessThanOrEqual(intervals.tau[1]);
		expect(withinTenth).toBeGreaterThanOrEqual(intervals.withinTenth[0]);
	}
	const width = ({ intervals: { mape } }: typeof few) => mape[1] - mape[0];
	expect(width(many)).toBeLessThan(width(few) / 2);
	expect(scored(some(40))).toEqual(few);
});
