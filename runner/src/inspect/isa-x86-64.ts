/** x86-64 in Intel syntax. */
import { prefixWords, transferOf } from '@cyclelab/contract/transfer';
import type { Isa } from './isa.ts';
import { x86Opcodes } from './opcodes-x86-64.ts';
import { wholeRegister, x86Access } from './registers-x86-64.ts';

const number = /^-?(0x[0-9a-f]+|\d+)$/;

export const x86: Isa = {
	syntax: ['-M', 'intel'],
	comment: '# ',
	prefixes: prefixWords,
	padding: new Set(['int3', 'nop']),
	flow: transferOf['x86-64'],
	bareAddress: (mnemonic) => /^(j|loop|call$|xbegin$)/.test(mnemonic),
	literalBytes: () => 0,
	retried: (mnemonic) => mnemonic.startsWith('cmpxchg'),
	access: x86Access,
	constantAdd: ({ mnemonic, operands: [first = '', second = ''] }) =>
		mnemonic === 'inc' ||
		mnemonic === 'dec' ||
		((mnemonic === 'add' || mnemonic === 'sub') && number.test(second))
			? wholeRegister(first)
			: undefined,
	opcodes: x86Opcodes,
	emulator: ['qemu-x86_64', '-cpu', 'max']
};
