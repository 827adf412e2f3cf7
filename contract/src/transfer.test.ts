import { expect, test } from 'vitest';
import { partsOf } from './transfer.ts';

test('prefixes are told from the mnemonic, and prefixes alone are a mnemonic', () => {
	expect([
		partsOf('lock add qword ptr [rdi], 1'),
		partsOf('data16 cs nop word ptr [rax + rax]'),
		partsOf('rep movsb'),
		partsOf('ret'),
		partsOf('lock')
	]).toEqual([
		{ prefixes: ['lock'], mnemonic: 'add', operands: 'qword ptr [rdi], 1' },
		{ prefixes: ['data16', 'cs'], mnemonic: 'nop', operands: 'word ptr [rax + rax]' },
		{ prefixes: ['rep'], mnemonic: 'movsb', operands: '' },
		{ prefixes: [], mnemonic: 'ret', operands: '' },
		{ prefixes: [], mnemonic: 'lock', operands: '' }
	]);
});
