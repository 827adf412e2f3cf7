import { expect, it } from 'vitest';
import type { Sample } from '@cyclelab/contract/schema/measurement';
import { costsOfLengths } from './line.ts';
import { seeded } from '@cyclelab/contract/measure/seeded';

const pairs = [
	[1, 2],
	[2, 3],
	[1, 3]
] as const;

/** Samples of processes whose call of so many iterations takes `cycles`, with noise of a part of it. */
function samplesOf(
	cycles: (iterations: number) => number,
	{ processes = 5, each = 11, n = 1024, noise = 0.01, seed = 1 } = {}
): Sample[] {
	const random = seeded(seed);
	const noisy = (iterations: number) =>
		cycles(iterations) * (1 + noise * (random() + random() - 1));
	return Array.from({ length: processes * each }, (_, i): Sample => {
		const process = Math.floor(i / each);
		const [a, b] = pairs[i % 3] ?? pairs[0];
		// Every other process chose half of the iterations.
		const unit = n / (1 + (process % 2));
		return {
			process,
			iterations: a * unit,
			longer: b * unit,
			ticks: [noisy(a * unit), noisy(b * unit)],
			ticksPerCycle: [1, 1],
			switches: 0,
			accepted: true
		};
	});
}

it.each([
	['a constant cost', (n: number) => 3 * n],
	['a fixed cost of a call, larger than the loop', (n: number) => 50_000 + 3 * n],
	['a cache that longer calls leave, by 8 %', (n: number) => 3 * n * (1 + 0.02 * (n / 1024))]
])('%s is a line', (_, cycles) => {
	expect(costsOfLengths(samplesOf(cycles))).toBeUndefined();
});

it('noise is no growth, however large it is and however few the samples are', () => {
	const found = Array.from({ length: 1000 }, (_, seed) =>
		[
			{ processes: 1, each: 21 },
			{ processes: 3, each: 9 },
			{ processes: 7, each: 3 },
			{ processes: 2, each: 11 },
			{ processes: 5, each: 11 }
		].map((sizes) => costsOfLengths(samplesOf((n) => 3 * n, { noise: 0.5, seed, ...sizes })))
	).flat();
	// With a spread of 50 % and so few samples, chance alone makes fewer than one of a thousand.
	expect(found.filter((costs) => costs !== undefined).length).toBeLessThan(4);
});

it('work of threads, which takes a fifth or five times as long by chance, is no growth', () => {
	const found = Array.from({ length: 1000 }, (_, seed) => {
		const random = seeded(seed);
		const anyTime = (iterations: number) => 3 * iterations * 5 ** (2 * random() - 1);
		return [
			{ processes: 1, each: 7 },
			{ processes: 3, each: 4 },
			{ processes: 5, each: 11 }
		].map((sizes) => costsOfLengths(samplesOf(anyTime, { noise: 0, ...sizes })));
	}).flat();
	expect(found.filter((costs) => costs !== undefined).length).toBeLessThan(4);
});

it('a cost that grows with the square is no line: its costs at three lengths', () => {
	expect(costsOfLengths(samplesOf((n) => n * n, { noise: 0 }))).toEqual([
		{ iterations: 1024, cycles: 1024 },
		{ iterations: 2048, cycles: 2048 },
		{ iterations: 3072, cycles: 3072 }
	]);
	expect(costsOfLengths(samplesOf((n) => n * n, { noise: 0.05 }))).toHaveLength(3);
	expect(costsOfLengths(samplesOf((n) => n ** 1.3))).toHaveLength(3);
});

it('a cost that falls is no line either', () => {
	const costs = costsOfLengths(samplesOf((n) => Math.sqrt(n), { noise: 0 }));
	expect(costs?.map(({ iterations }) => iterations)).toEqual([1024, 2048, 3072]);
	expect((costs?.[0]?.cycles ?? 0) > (costs?.[2]?.cycles ?? Infinity)).toBe(true);
});

it('a cost that grows far beyond noise needs few samples', () => {
	const few = { processes: 1, each: 8, noise: 0.1 };
	expect(costsOfLengths(samplesOf((n) => n * n, few))).toHaveLength(3);
	expect(costsOfLengths(samplesOf((n) => n ** 1.2, few))).toBeUndefined();
	expect(costsOfLengths(samplesOf((n) => n * n, { ...few, each: 6 }))).toBeUndefined();
});

it('few samples decide nothing, nor do samples of earlier versions, of two lengths', () => {
	expect(costsOfLengths(samplesOf((n) => n * n, { processes: 1, each: 3 }))).toBeUndefined();
	const old = samplesOf((n) => n * n).filter(({ iterations, longer }) => longer === 2 * iterations);
	expect(costsOfLengths(old)).toBeUndefined();
});
