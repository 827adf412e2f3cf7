import { describe, expect, it } from 'vitest';
import {
	effectiveNumber,
	halfWidth,
	median,
	medianInterval,
	medianRank,
	quantile
} from './statistics.ts';

describe('order statistics', () => {
	it('take quantiles between neighbours', () => {
		expect([0, 0.25, 0.5, 1].map((p) => quantile([1, 2, 4, 8], p))).toEqual([1, 1.75, 3, 8]);
		expect(median([9, 1, 5])).toBe(5);
	});

	// Table of ranks in Conover, Practical Nonparametric Statistics, A3 (95 %, exact binomial).
	it.each([
		[5, 0],
		[6, 1],
		[9, 2],
		[12, 3],
		[20, 6],
		[50, 18],
		[100, 40],
		[301, 134]
	])('of %i values use rank %i', (n, rank) => {
		expect(medianRank(n)).toBe(rank);
	});

	it('agree with the normal approximation where that takes over', () => {
		expect(Math.abs(medianRank(1000) - medianRank(1001))).toBeLessThanOrEqual(1);
	});
});

describe('the interval of a median', () => {
	const even = Array.from({ length: 55 }, (_, i) => 100 + (i % 11));
	const inFive = (values: number[]) =>
		[0, 1, 2, 3, 4].map((p) => values.slice(p * 11, p * 11 + 11));

	it('equals the interval of exact ranks for independent samples', () => {
		const values = Array.from({ length: 20 }, (_, i) => [i + 1]);
		expect(medianInterval(values)).toEqual({ median: 10.5, low: 6, high: 15 });
	});

	it('is nearly all that one process saw, for nobody knows how others would differ', () => {
		const values = Array.from({ length: 20 }, (_, i) => i + 1);
		expect(medianInterval([values, []])).toEqual({ median: 10.5, low: 1.05, high: 19.95 });
	});

	it('counts samples of processes that agree nearly singly', () => {
		expect(effectiveNumber(inFive(even))).toBe(55);
	});

	it('counts samples of processes that differ as few', () => {
		const shifted = inFive(even).map((group, p) => group.map((value) => value + 100 * p));
		expect(effectiveNumber(shifted)).toBeLessThan(5);
		expect(halfWidth(medianInterval(shifted))).toBeGreaterThan(0.5);
	});

	it('is not moved by one sample that was a thousand times slower', () => {
		const disturbed = inFive(even).map((group, p) => (p === 0 ? [...group.slice(1), 1e5] : group));
		expect(medianInterval(disturbed).median).toBe(105);
		expect(medianInterval(disturbed).high).toBeLessThan(110);
	});
});
