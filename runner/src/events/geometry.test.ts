import { expect, test } from 'vitest';
import { geometryOf } from './geometry.ts';

const exactly = (value: number) => ({ median: value, low: value, high: value });
const caches = [
	{ level: 1, type: 'data', bytes: 32 * 1024, ways: 8, sharedBy: 1 },
	{ level: 2, type: 'unified', bytes: 1024 * 1024, ways: 8, sharedBy: 1 },
	{ level: 3, type: 'unified', bytes: 32 * 1024 * 1024, ways: 16, sharedBy: 8 }
] as const;
const host = { microarchitecture: 'znver4', caches: [...caches] };

/** A chase whose L3 ends there. */
const chased = (mebibytes: number, loadedL3?: number) => ({
	levels: [
		{ endsBetween: [2 ** 15, 2 ** 15] as [number, number], cyclesPerLoad: exactly(4) },
		{ endsBetween: [2 ** 20, 2 ** 20] as [number, number], cyclesPerLoad: exactly(14) },
		{
			endsBetween: [mebibytes * 2 ** 20, mebibytes * 2 ** 20] as [number, number],
			cyclesPerLoad: exactly(50)
		}
	],
	...(loadedL3 && { events: { loadedL3: exactly(loadedL3) } })
});

test('neighbours leave a chase a part of a shared cache, and lines in order more of it', () => {
	expect(geometryOf(host)?.caches[2]).toEqual({ level: 3, sets: 32_768, ways: 16 });
	expect(geometryOf(host, chased(8))?.caches[2]).toEqual({ level: 3, sets: 8192, ways: 16 });
	// A line every 2.5 cycles instead of every 50: neighbours bring three parts in 50 cycles, and 0.15 in 2.5.
	expect(geometryOf(host, chased(8, 2.5))?.caches[2]).toEqual({
		level: 3,
		sets: 8192,
		ways: 16,
		setsInOrder: Math.round(32_768 / 1.15)
	});
	expect(geometryOf(host, chased(32, 2.5))?.caches[2]?.setsInOrder).toBeUndefined();
});
