import { expect, test } from 'vitest';
import { readTrace } from './trace.ts';

test('a mark, a block, a load and the same load one byte before: as the supervisor writes them', () => {
	// The same bytes as in images/base/supervisor/trace_test.go.
	const bytes = [4, 1, 0, 0, 0, 0, 1, 0x80, 0x20, 2, 3, 2, 0x82, 0x20, 3, 8, 0x80, 1, 2, 1];
	expect(readTrace(Uint8Array.from(bytes))).toEqual({
		entries: 4,
		lost: 0,
		threads: 1,
		sites: [
			{ kind: 'mark', pc: 0, size: 0 },
			{ kind: 'block', pc: 0x1000, size: 3 },
			{ kind: 'load', pc: 0x1002, size: 8 }
		],
		site: Uint32Array.of(0, 1, 2, 2),
		address: Float64Array.of(0, 0, 64, 63)
	});
});

test.each([
	['nothing', []],
	['a cut number', [4, 1, 0x80]],
	['a number that does not end', [4, 1, ...new Array<number>(20).fill(0x80)]],
	['a site that is not described', [4, 1, 5]],
	['an unknown kind', [4, 1, 0, 0, 9, 0]],
	['an address below zero', [4, 1, 0, 0, 3, 8, 1]],
	['more entries than were traced', [0, 1, 0, 0, 0, 0]],
	['no thread', [1, 0, 0, 0, 0, 0]]
])('%s is no trace', (_, bytes) => {
	expect(readTrace(Uint8Array.from(bytes))).toBeUndefined();
});

test('entries that the ring lost are counted', () => {
	expect(readTrace(Uint8Array.of(7, 1, 0, 0, 0, 0))).toMatchObject({ entries: 1, lost: 6 });
});
