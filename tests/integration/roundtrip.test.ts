/**
 * Whole binaries there and back (`tests/roundtrip.ts`): what the assembler does not take again must be data, not code.
 * Constants that a function itself loads are told apart by the parser; words that objdump cannot read are named here.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import { allBinaries, roundTrips, type RoundTrip } from '../roundtrip.ts';

const binaries = await allBinaries();
const results: RoundTrip[] = [];
beforeAll(async () => {
	await roundTrips(binaries, (result) => results.push(result));
}, 1_200_000);

/** At least this many different instructions: a program without a library holds the kernel and the harness. */
const least: Record<string, number> = {
	'libc.so.6': 40_000,
	'libstdc++.so.6': 10_000,
	go: 15_000,
	cr: 30_000
};

describe.each(binaries)('$name for $target', ({ name, target }) => {
	test('every instruction is assembled again from its sanitised text', () => {
		const result = results.find((one) => one.name === name && one.target === target);
		expect(result?.rejected).toEqual([]);
		expect(result?.unique).toBeGreaterThan(least[name.split(' ')[0] ?? ''] ?? 400);
		// Go's constants for frames of many megabytes lie behind the functions that load them.
		const unknown = result?.unknownIn.filter((symbol) => !/^runtime\.call\d+\.abi0$/.test(symbol));
		expect(unknown).toEqual([]);
	});
});
