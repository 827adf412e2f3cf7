import { expect, test } from 'vitest';
import type { Decoded } from '../inspect/listing.ts';
import { frontEnds, role, rolesIn, type FrontEnd } from './front-end.ts';

const instruction = (text: string, at: number): Decoded => {
	const [mnemonic = '', ...operands] = text.split(/ |, /);
	const flow = mnemonic.startsWith('j') ? { flow: 'branch' as const } : {};
	return { address: at, text, mnemonic, prefixes: [], operands, ...flow };
};

const { whole, joined, idle } = role;
const roles = (lines: string[], frontEnd: FrontEnd) => [
	...rolesIn(lines.map(instruction), frontEnd)
];

test('a jump is one operation with a comparison, and since Zen 3 with an addition', () => {
	const lines = ['cmp eax, ebx', 'jne 1', 'dec rcx', 'jne 1', 'mov eax, ebx', 'jne 1'];
	expect(roles(lines, frontEnds.zen2)).toEqual([whole, joined, whole, whole, whole, whole]);
	expect(roles(lines, frontEnds.zen3)).toEqual([whole, joined, whole, joined, whole, whole]);
});

test('a comparison with both a number and an operand in memory is none with its jump', () => {
	expect(roles(['cmp [rax], 0x10', 'jne 1'], frontEnds.zen4)).toEqual([whole, whole]);
	expect(roles(['cmp [rax], ebx', 'jne 1'], frontEnds.zen4)).toEqual([whole, joined]);
});

test('nops are pairs on Zen 4, and take no unit on any core', () => {
	const lines = ['mov eax, ebx', 'nop', 'nop', 'nop', 'cmp eax, ebx', 'jne 1', 'nop'];
	expect(roles(lines, frontEnds.zen4)).toEqual([whole, joined, idle, joined, whole, joined, idle]);
	expect(roles(lines, frontEnds.zen3)).toEqual([whole, idle, idle, idle, whole, joined, idle]);
});
