import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { at, listingIn, rowsIn } from '../../fixtures/dotnet/recorded.ts';
import { methodsOf, type Method } from './dotnet-code.ts';
import { addressBytes, isSameCode } from './dotnet-same-code.ts';

const recorded = (file: string) => readFileSync(at(file));

const shown = methodsOf(rowsIn(recorded('chase.shown.jsonl')).runtime ?? []);
const counted = methodsOf(rowsIn(recorded('chase.counted.jsonl')).runtime ?? []);
const listings = listingIn(recorded('chase.objdump.txt'));

const pairs = shown.map((one) => {
	const listing = listings.find(({ address }) => address === one.at);
	const other = counted.find(({ name }) => name === one.name);
	if (!listing || !other) throw new Error('the recording is incomplete');
	return { name: one.name, one: { ...one, addresses: addressBytes(one, listing) }, other };
});

describe.for(pairs)('$name, in two processes,', ({ one, other }) => {
	it('differs in addresses, and is the same code', () => {
		expect(one.bytes.equals(other.bytes)).toBe(false);
		expect(isSameCode(one, other)).toBe(true);
	});

	it('is other code when any byte that holds no address differs', () => {
		const refused = [...other.bytes.keys()].filter((offset) => {
			const bytes = Buffer.from(other.bytes);
			bytes[offset] = (bytes[offset] ?? 0) ^ 1;
			return !isSameCode(one, { ...other, bytes });
		});
		expect(refused).toEqual([...other.bytes.keys()].filter((offset) => !one.addresses.has(offset)));
	});

	it('is other code when it is shorter or longer', () => {
		const longer: Method = { ...other, bytes: Buffer.concat([other.bytes, Buffer.from([0x90])]) };
		const shorter: Method = { ...other, bytes: other.bytes.subarray(1) };
		expect([isSameCode(one, longer), isSameCode(one, shorter)]).toEqual([false, false]);
	});
});

it('addresses are operands of movabs (8 bytes) and of calls out of the method (4)', () => {
	const kernel = pairs.find(({ name }) => name === 'Kernel::Run(uint64)');
	// movabs at 4 and 17 and the calls at 72 and 77, each with its operand at the end.
	const wanted = [
		[6, 14],
		[19, 27],
		[73, 77],
		[78, 82]
	].flatMap(([from = 0, to = 0]) => Array.from({ length: to - from }, (_, i) => from + i));
	expect(kernel && [...kernel.one.addresses]).toEqual(wanted);
});

it('a constant that is no address must be equal', () => {
	// movabs rax, 0x9e3779b97f4a7c15; ret
	const bytes = Buffer.from('48b8157c4a7fb979379ec3', 'hex');
	const decoded = { prefixes: [], operands: [], text: '' };
	const listing = {
		symbol: 'Kernel::Run(uint64)',
		address: 0,
		instructions: [
			{ ...decoded, address: 0, mnemonic: 'movabs' },
			{ ...decoded, address: 10, mnemonic: 'ret' }
		]
	};
	expect(addressBytes({ name: 'x', at: 0, bytes }, listing)).toEqual(new Set());
});
