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

it('ten thousand methods that share one long program have no more lines than one', () => {
	const [methods, steps] = [10_000, 150_000];
	const table = 0x70;
	const program = table + 12 * methods;
	const bytes = Buffer.alloc(program + steps + 3);
	bytes.writeBigUInt64LE(0x45e82623fd7fa614n, 0);
	bytes.writeInt32LE(50, 8);
	bytes.writeInt32LE(methods, 0x44);
	bytes.writeInt32LE(table, 0x48);
	bytes.writeInt32LE(1, 0x64);
	bytes.writeInt32LE(13, 0x68);
	for (let i = 0; i < methods; i++) {
		bytes.writeInt32LE(i, table + 12 * i);
		bytes.writeInt32LE(program, table + 12 * i + 8);
	}
	bytes.fill(1, program, program + steps);
	bytes.set([0, 1, 1], program + steps);
	const lines = [...readMdb(bytes).values()].map((one) => one.length);
	expect(lines[0]).toBe(steps);
	expect(lines.reduce((sum, line) => sum + line, 0)).toBeLessThan(200_001);
});
