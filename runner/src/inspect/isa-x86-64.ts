/** x86-64 in Intel syntax. */
import type { Isa } from './isa.ts';
import { x86Opcodes } from './opcodes-x86-64.ts';
import { wholeRegister, x86Access } from './registers-x86-64.ts';

const ends = new Set(['ret', 'iretq', 'ud2', 'hlt', 'int3']);
const number = /^-?(0x[0-9a-f]+|\d+)$/;

export const x86: Isa = {
	syntax: ['-M', 'intel'],
	comment: '# ',
	prefixes: new Set(
		(
			'lock rep repe repz repne repnz notrack data16 data32 addr32 addr16 rex64 xacquire xrelease bnd ' +
			'cs ds es fs gs ss {evex} {vex} {vex3}'
		).split(' ')
	),
	padding: new Set(['int3', 'nop']),
	flow: (mnemonic) => {
		if (mnemonic === 'jmp') return 'jump';
		if (/^(j|loop|xbegin$)/.test(mnemonic)) return 'branch';
		if (mnemonic === 'call') return 'call';
		return ends.has(mnemonic) ? 'end' : undefined;
	},
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
