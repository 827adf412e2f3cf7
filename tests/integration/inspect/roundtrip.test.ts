/**
 * Whole binaries are disassembled and assembled again (`tests/roundtrip.ts`): lines that the assembler refuses must be data.
 * The parser recognises constants that a function loads; words that objdump cannot decode are listed here.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import { allBinaries, roundTrips, type RoundTrip } from '../../roundtrip.ts';

const binaries = await allBinaries();
let results: RoundTrip[] = [];
beforeAll(async () => void (results = await roundTrips(binaries)), 1_200_000);

/** Fewest different instructions of a binary; a program without a library has the kernel's only. */
const least: Record<string, number> = {
	'libc.so.6': 40_000,
	'libstdc++.so.6': 10_000,
	c: 30,
	go: 15_000,
	cr: 30_000
};

describe.each(binaries)('$name for $target', ({ name, target }) => {
	test('the assembler accepts the sanitised text of every instruction', () => {
		const result = results.find((result) => result.name === name && result.target === target);
		expect(result?.rejected).toEqual([]);
		expect(result?.unique).toBeGreaterThan(least[name.split(' ')[0] ?? ''] ?? 400);
		// Go's constants for frames of many megabytes follow the functions that load them.
		const unknown = result?.unknownIn.filter((symbol) => !/^runtime\.call\d+\.abi0$/.test(symbol));
		expect(unknown).toEqual([]);
	});
});
