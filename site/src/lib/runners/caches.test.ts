import { expect, test } from 'vitest';
import type { MeasuredCaches } from '@cyclelab/contract/schema/gateway';
import { cacheRows } from './caches.ts';

const KiB = 1024;
const MiB = 1024 * KiB;
const first = { level: 1, type: 'data' as const, bytes: 32 * KiB };
const second = { level: 2, type: 'unified' as const, bytes: MiB };
const third = { level: 3, type: 'unified' as const, bytes: 32 * MiB };
const cyclesPerLoad = { median: 4, low: 4, high: 4 };
const level = (from: number, to: number) => {
	const endsBetween: [number, number] = [from, to];
	return { endsBetween, cyclesPerLoad };
};
const measured = (...levels: MeasuredCaches['levels']): MeasuredCaches => ({
	at: '2026-11-21T21:00:00.000Z',
	levels,
	beyond: { upTo: 128 * MiB, cyclesPerLoad }
});

test('a reported cache stands beside the step it lies in, or next to', () => {
	const one = level(32 * KiB, 48 * KiB);
	const two = level(1.25 * MiB, 2 * MiB);
	expect(cacheRows([first, second, third], measured(one, two))).toEqual([
		{ reported: first, measured: one },
		{ reported: second, measured: two },
		{ reported: third }
	]);
});

test('a step where no cache is reported stands alone, in the order of sizes', () => {
	const translation = level(256 * KiB, 384 * KiB);
	expect(cacheRows([second, first], measured(translation))).toEqual([
		{ reported: first },
		{ measured: translation },
		{ reported: second }
	]);
});

test('before anything was measured the reported caches stand alone', () => {
	expect(cacheRows([first], undefined)).toEqual([{ reported: first }]);
	expect(cacheRows([], undefined)).toEqual([]);
});
