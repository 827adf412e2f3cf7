import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readMdb } from './dotnet-mdb.ts';

/** What mcs 6.12 wrote beside the assembly of kernels/chase.cs. */
const table = readFileSync(new URL('../../fixtures/dotnet/chase.mdb', import.meta.url));

it('gives the lines of each method by offset in its IL', () => {
	const lines = (token: number) => [
		...new Set(
			readMdb(table)
				.get(token)
				?.map(({ line }) => line)
		)
	];
	expect([...readMdb(table).keys()].sort()).toEqual([0x6000001, 0x6000002]);
	expect(lines(0x6000001)).toEqual([6, 7, 8]);
	expect(lines(0x6000002)).toEqual([12, 13, 14, 15, 16, 17]);
	expect(readMdb(table).get(0x6000002)?.[0]).toEqual({ offset: 0, line: 12 });
});

it('gives nothing for what is no such table', () => {
	expect(readMdb(Buffer.alloc(0))).toEqual(new Map());
	expect(readMdb(Buffer.alloc(200))).toEqual(new Map());
	expect(readMdb(table.subarray(0, 0x90))).toEqual(new Map());
});

it('ends on any table, however it is damaged', () => {
	fc.assert(
		fc.property(fc.nat(table.length - 1), fc.nat(255), (at, byte) => {
			const damaged = Buffer.from(table);
			damaged[at] = byte;
			expect(readMdb(damaged).size).toBeLessThanOrEqual(10_000);
		})
	);
});
