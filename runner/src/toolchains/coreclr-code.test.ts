import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { at, listingIn, rowsIn } from '../../fixtures/dotnet/recorded.ts';
import { methodsOf, type Method } from './dotnet-code.ts';
import { addressBytes, cookiesIn, isSameCode } from './coreclr-code.ts';

const recorded = (file: string) => readFileSync(at(file));

const shown = methodsOf(rowsIn(recorded('chase.shown.jsonl')).runtime ?? []);
const counted = methodsOf(rowsIn(recorded('chase.counted.jsonl')).runtime ?? []);
const listings = listingIn(recorded('chase.objdump.txt'));

const pairs = shown.map((method) => {
	const listing = listings.find(({ address }) => address === method.at);
	const other = counted.find(({ name }) => name === method.name);
	if (!listing || !other) throw new Error('the recording is incomplete');
	return {
		name: method.name,
		one: { ...method, addresses: addressBytes(method, listing), cookies: [] },
		other
	};
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

describe('a stack cookie, which each process chooses,', () => {
	// What CoreCLR made of a method with stackalloc: mov qword ptr [rbp - 8], cookie; cmp qword ptr [rbp - 8], cookie; je; call; ret
	const code = (stored: string, compared: string, register = '48c7c1') => ({
		name: 'Kernel::Run(uint64)',
		at: 0x1000,
		bytes: Buffer.from(
			`48c745f8${stored}${register}07000000` + `48817df8${compared}7405e800200000c3`,
			'hex'
		)
	});
	const shownMethod = code('6361c403', '6361c403');
	const decoded = { prefixes: [], text: '' };
	const slot = 'qword ptr [rbp - 0x8]';
	const listing = {
		symbol: 'Kernel::Run(uint64)',
		address: 0x1000,
		instructions: [
			{ ...decoded, address: 0x1000, mnemonic: 'mov', operands: [slot, '0x3c46163'] },
			{ ...decoded, address: 0x1008, mnemonic: 'mov', operands: ['rcx', '0x7'] },
			{ ...decoded, address: 0x100f, mnemonic: 'cmp', operands: [slot, '0x3c46163'] },
			{ ...decoded, address: 0x1017, mnemonic: 'je', operands: ['0x101e'], target: 0x101e },
			{ ...decoded, address: 0x1019, mnemonic: 'call', operands: ['0x301e'], target: 0x301e },
			{ ...decoded, address: 0x101e, mnemonic: 'ret', operands: [] }
		]
	};
	const one = {
		...shownMethod,
		addresses: addressBytes(shownMethod, listing),
		cookies: cookiesIn(shownMethod, listing)
	};

	it('stands where it is stored and where it is compared', () => {
		expect(one.cookies).toEqual([4, 0x13]);
	});

	it('may be another in another process, and nothing else may', () => {
		expect([
			isSameCode(one, code('0102ff7f', '0102ff7f')),
			isSameCode(one, code('0102ff7f', '6361c403')),
			isSameCode(one, code('6361c403', '6361c403', '48c7c2'))
		]).toEqual([true, false, false]);
	});

	it('is none without a call that the comparison jumps over', () => {
		const instructions = listing.instructions.filter(({ mnemonic }) => mnemonic !== 'call');
		expect(cookiesIn(shownMethod, { ...listing, instructions })).toEqual([]);
	});

	it('is found where a register takes it, when it needs 64 bits with a sign', () => {
		// mov eax, cookie; mov qword ptr [rbp - 8], rax; mov ecx, cookie; cmp qword ptr [rbp - 8], rcx; je; call; ret
		const method = {
			...shownMethod,
			bytes: Buffer.from('b8616d3cf2488945f8b9616d3cf248394df87405e800200000c3', 'hex')
		};
		const instructions = [
			{ ...decoded, address: 0x1000, mnemonic: 'mov', operands: ['eax', '0xf23c6d61'] },
			{ ...decoded, address: 0x1005, mnemonic: 'mov', operands: [slot, 'rax'] },
			{ ...decoded, address: 0x1009, mnemonic: 'mov', operands: ['ecx', '0xf23c6d61'] },
			{ ...decoded, address: 0x100e, mnemonic: 'cmp', operands: [slot, 'rcx'] },
			{ ...decoded, address: 0x1012, mnemonic: 'je', operands: ['0x1019'], target: 0x1019 },
			{ ...decoded, address: 0x1014, mnemonic: 'call', operands: ['0x301e'], target: 0x301e },
			{ ...decoded, address: 0x1019, mnemonic: 'ret', operands: [] }
		];
		expect(cookiesIn(method, { ...listing, instructions })).toEqual([1, 10]);
	});
});
