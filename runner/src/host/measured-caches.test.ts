import { describe, expect, it } from 'vitest';
import { interval } from '@cyclelab/contract/fixtures/examples';
import { hierarchyOf, sizesToMeasure } from './measured-caches.ts';

const KiB = 1024;
const MiB = 1024 * KiB;
const point = (value: number, cost: number) => ({ value, cost: interval(cost, 0.01) });

describe('the working sets to measure', () => {
	it('reach from 8 KiB to four times the largest reported cache, two a doubling', () => {
		const sizes = sizesToMeasure([
			{ level: 1, type: 'data', bytes: 32 * KiB },
			{ level: 3, type: 'unified', bytes: 32 * MiB }
		]);
		expect(sizes.slice(0, 5)).toEqual([8, 12, 16, 24, 32].map((size) => size * KiB));
		expect([sizes.length, sizes.at(-1)]).toEqual([29, 128 * MiB]);
	});

	it('reach to 64 MiB where nothing is reported, and to 512 MiB where much is', () => {
		expect(sizesToMeasure([]).at(-1)).toBe(64 * MiB);
		const large = { level: 3, type: 'unified' as const, bytes: 480 * MiB };
		expect(sizesToMeasure([large]).at(-1)).toBe(512 * MiB);
	});
});

describe('the measured hierarchy', () => {
	const chase = [
		point(16 * KiB, 4),
		point(24 * KiB, 4),
		point(32 * KiB, 4.2),
		point(48 * KiB, 14),
		point(512 * KiB, 14),
		point(768 * KiB, 14.4),
		point(1.5 * MiB, 50),
		point(16 * MiB, 52),
		point(24 * MiB, 54),
		point(32 * MiB, 150),
		point(64 * MiB, 400),
		point(128 * MiB, 420)
	];

	it('has the sizes between which a cache ends, and the cost of a load up to there', () => {
		expect(hierarchyOf(chase.toReversed(), 12)).toEqual({
			levels: [
				{
					endsBetween: [32 * KiB, 48 * KiB],
					cyclesPerLoad: { median: 4, low: 4 * 0.99, high: 4.2 * 1.01 }
				},
				{
					endsBetween: [768 * KiB, 1.5 * MiB],
					cyclesPerLoad: { median: 14, low: 14 * 0.99, high: 14.4 * 1.01 }
				},
				{
					endsBetween: [24 * MiB, 64 * MiB],
					cyclesPerLoad: { median: 52, low: 50 * 0.99, high: 54 * 1.01 }
				}
			],
			beyond: {
				upTo: 128 * MiB,
				cyclesPerLoad: { median: 410, low: 400 * 0.99, high: 420 * 1.01 }
			}
		});
	});

	it('has no end where nothing rises', () => {
		const flat = [point(8 * KiB, 4), point(16 * KiB, 4.01), point(32 * KiB, 3.99)];
		expect(hierarchyOf(flat, 3)).toEqual({
			levels: [],
			beyond: {
				upTo: 32 * KiB,
				cyclesPerLoad: { median: 4, low: 3.99 * 0.99, high: 4.01 * 1.01 }
			}
		});
	});

	it('is not reported if more than a quarter of the sizes were disturbed', () => {
		expect(hierarchyOf(chase, 16)).toBeDefined();
		expect(hierarchyOf(chase, 17)).toBeUndefined();
		expect(hierarchyOf([], 0)).toBeUndefined();
	});
});
