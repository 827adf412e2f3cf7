import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { at, listingIn, rowsIn } from '../../fixtures/dotnet/recorded.ts';
import { ended } from '../../fixtures/outputs.ts';
import { addressToLineCommand, readAddressToLine, imageAt, mono } from './mono.ts';
import { linked, withoutConstants } from './mono-listing.ts';
import { dotnetLimits } from '../sandbox/limits.ts';

const recorded = (file: string) => readFileSync(at(file));

const where = { stage: 'measure', variant: 'mine' } as const;
const rows = rowsIn(recorded('float.counted.jsonl')).runtime ?? [];
const listing = listingIn(recorded('float.objdump.txt'));
const shown = linked(listing);
const refused = (reason: string) => ({
	ok: false,
	failure: { ...where, kind: 'implausible', bound: 'sameCode', reason }
});

describe('code that Mono ran', () => {
	it('is the shown one if the kernel lies in the image where the listing has it', () => {
		expect(imageAt(rows, shown, where)).toEqual({ ok: true, value: 0x400e46b000 });
	});

	it.each([
		['there is no image', { t: 'image', at: 0, kernel: 0x409b85c0 }],
		['the kernel lies elsewhere', { t: 'image', at: 0x400e46b000, kernel: 0x400e46c018 }]
	] as const)('is refused if %s', (_, image) => {
		expect(imageAt([image], shown, where)).toEqual(
			refused('Mono did not run the kernel from the code that is shown.')
		);
	});

	it('is refused if a method was compiled just in time', () => {
		expect(imageAt([...rows, { t: 'jit', method: 'Kernel.Mix' }], shown, where)).toEqual(
			refused('Mono compiled Kernel.Mix again instead of running the code that is shown.')
		);
	});

	it('is refused if the process reported nothing of it', () => {
		const silent = rowsIn(recorded('float.counted.jsonl'));
		delete silent.runtime;
		expect(mono.doubt?.(silent, { functions: shown }, 'mine')).toEqual(
			refused('Its runtime did not say where its code was.').failure
		);
	});
});

it('the kernel is called so, and calls of methods that are shown lead to them', () => {
	const decoded = { prefixes: [], operands: [], text: '', mnemonic: 'call', flow: 'call' } as const;
	const text = 'call 0x10ca <plt_Kernel_Mix_ulong>';
	const callee = 'plt_Kernel_Mix_ulong';
	const call = { ...decoded, address: 0x107f, target: 0x10ca, text, callee };
	const elsewhere = { ...decoded, address: 0x1084, target: 0x10d4, callee: 'plt_string_Trim' };
	const functions = [
		{ symbol: 'Kernel_Mix_ulong', address: 0x1010, instructions: [] },
		{ symbol: 'Kernel_Run_ulong', address: 0x1030, instructions: [call, elsewhere] }
	];
	const direct = {
		...call,
		target: 0x1010,
		text: 'call 0x10ca <Kernel_Mix_ulong>',
		callee: 'Kernel_Mix_ulong'
	};
	expect(linked(functions)).toEqual([
		functions[0],
		{ symbol: 'kernel', address: 0x1030, instructions: [direct, elsewhere] }
	]);
});

it('constants behind the code are not taken for instructions', () => {
	const kernel = listing.find(({ symbol }) => symbol === 'Kernel_Run_ulong');
	const texts = (kernel ? withoutConstants(kernel).instructions : []).map(({ text }) => text);
	expect(texts.at(-1)).toBe('ret');
	expect([kernel?.instructions.length, texts.length]).toEqual([41, 35]);
});

it('what constants look like, as instructions, does not shorten the code', () => {
	const kernel = listing.find(({ symbol }) => symbol === 'Kernel_Run_ulong');
	if (!kernel) throw new Error('the recording has no kernel');
	const instructions = kernel.instructions.map((instruction) =>
		instruction.address === 0x10d6
			? { ...instruction, mnemonic: 'mov', reference: 0x10e5 }
			: instruction
	);
	const backwards = instructions.map((instruction) =>
		instruction.address === 0x10e5
			? { ...instruction, mnemonic: 'mov', reference: 0x1014 }
			: instruction
	);
	for (const changed of [instructions, backwards])
		expect(withoutConstants({ ...kernel, instructions: changed }).instructions).toHaveLength(35);
});

it('code that reads no constant from its own bytes is whole', () => {
	const [one] = listingIn(recorded('chase.objdump.txt'));
	expect(one && withoutConstants(one)).toEqual(one);
});

it('addr2line gives a line for each address asked', () => {
	const addresses = listing
		.filter(({ symbol }) => symbol === 'Kernel_Run_ulong')
		.flatMap(({ instructions }) => instructions.map(({ address }) => address))
		.slice(0, 35);
	const { argv, stdin } = addressToLineCommand('float.dll.so', addresses, dotnetLimits.disassemble);
	expect(argv).toEqual(['/usr/bin/addr2line', '-e', '{in}/float.dll.so']);
	expect(stdin?.split('\n').slice(0, 2)).toEqual(['0x1010', '0x1014']);
	const printed = ended({ stdout: recorded('float.addr2line.txt') });
	const lines = readAddressToLine(printed, addresses, 'float.cs');
	expect([...new Set(lines.values())]).toEqual([1, 4, 5, 6]);
	expect(lines.size).toBe(35);
	expect(readAddressToLine(printed, addresses, 'other.cs').size).toBe(0);
});
