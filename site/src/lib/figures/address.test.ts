import { expect, test } from 'vitest';
import { binary, bytesOf, columnOf, reportedL1, splitOf } from './address.ts';

const l1 = { line: 64, sets: 64, ways: 8 };

test('an address is tag, set and offset', () => {
	expect(splitOf(4096 * 5 + 64 * 3 + 7, l1)).toEqual({ tag: 5, set: 3, offset: 7 });
	expect(splitOf(4095, l1)).toEqual({ tag: 0, set: 63, offset: 63 });
	expect(binary(5, 6)).toBe('000101');
	expect(bytesOf(l1)).toBe(32768);
});

test('a row of 512 numbers puts a column into two sets, its neighbours use all sets', () => {
	const summary = (side: number) => {
		const { stride, used, most, held, total } = columnOf(side, 4, l1);
		return { stride, used, most, held, total };
	};
	expect(summary(512)).toEqual({ stride: 2048, used: 2, most: 256, held: 16, total: 512 });
	expect(summary(511)).toEqual({ stride: 2044, used: 64, most: 8, held: 511, total: 511 });
	expect(summary(513).used).toBe(64);
	expect(columnOf(512, 4, l1).lines.flatMap((count, set) => (count > 0 ? set : []))).toEqual([
		0, 32
	]);
});

test("a machine's own L1 is used if it reports the ways", () => {
	const caches = [
		{ level: 1, type: 'data', bytes: 49152, ways: 12 } as const,
		{ level: 2, type: 'unified', bytes: 1 << 20, ways: 16 } as const
	];
	const machine = { processor: 'AMD Zen 5', caches };
	expect(reportedL1(machine, 64)).toEqual({ line: 64, sets: 64, ways: 12 });
	expect(reportedL1({ ...machine, caches: caches.slice(1) }, 64)).toBeUndefined();
	const noWays = [{ level: 1, type: 'data', bytes: 49152 } as const];
	expect(reportedL1({ ...machine, caches: noWays }, 64)).toBeUndefined();
	const oddSets = [{ level: 1, type: 'data', bytes: 49152, ways: 8 } as const];
	expect(reportedL1({ ...machine, caches: oddSets }, 64)).toBeUndefined();
	expect(reportedL1(undefined, 64)).toBeUndefined();
});
