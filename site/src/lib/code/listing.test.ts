import { expect, test } from 'vitest';
import type { VariantReport } from '@cyclelab/contract/schema/report';
import { listed, loopExtent, pressureText, shortResource } from './listing.ts';

test('names of resources lose what all names of their model begin with', () => {
	expect(
		['Zn4ALU0', 'Zn4AGLU', 'SKLPort23', 'HWPort4', 'V1UnitL', 'Zn4'].map(shortResource)
	).toEqual(['ALU0', 'AGLU', '23', '4', 'L', 'Zn4']);
});

test('neighbouring units are written as one run and idle ones are left out', () => {
	expect(
		pressureText([
			{ resource: 'Zn4ALU0', cycles: 0.25 },
			{ resource: 'Zn4ALU1', cycles: 0.25 },
			{ resource: 'Zn4ALU3', cycles: 0.5 },
			{ resource: 'Zn4AGLU', cycles: 1 },
			{ resource: 'Zn4BRU1', cycles: 0 }
		])
	).toBe('ALU0-1,3, AGLU');
});

const at = (address: number, text: string, target?: number) => ({
	address: `0x${address.toString(16)}`,
	text,
	...(target === undefined ? {} : { target: `0x${target.toString(16)}` })
});
const code = [
	at(0x103c, 'xor eax, eax'),
	at(0x103e, 'inc rax'),
	at(0x1041, 'jne 0x103e <kernel+0x2>', 0x103e),
	at(0x1043, 'jmp 0x2000 <other>'),
	at(0x1048, 'ret')
];
const shown = { symbol: 'kernel', address: '0x103c', instructions: code };
const variant = {
	functions: [shown],
	hotLoop: { symbol: 'kernel', instructions: code.slice(1, 3), badges: [] }
} as unknown as VariantReport;

test('a jump within the function names a label; one out of it has its address', () => {
	const rows = listed(shown, variant, undefined);
	expect(rows.map(({ mnemonic, operands, jump }) => [jump?.label, mnemonic, operands])).toEqual([
		[undefined, 'xor', 'eax, eax'],
		['.L1', 'inc', 'rax'],
		[undefined, 'jne', '.L1'],
		[undefined, 'jmp', '0x2000 <other>'],
		[undefined, 'ret', '']
	]);
});

test('the hot loop has its bytes and the 64-byte lines that they lie in', () => {
	expect(loopExtent(variant)).toEqual({ bytes: 5, lines: 2 });
	const last = { ...variant, functions: [{ ...shown, instructions: code.slice(0, 3) }] };
	expect(loopExtent(last)).toBeUndefined();
});
