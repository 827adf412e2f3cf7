/** The table of each architecture. */
import type { Target } from '@cyclelab/exercises/schema';
import type { Isa } from './isa.ts';
import { transferOf, prefixWords } from '@cyclelab/contract/transfer';
import { arm64Access, arm64Affine, arm64Bits, arm64Register } from './registers-arm64.ts';
import { opcodes } from './opcodes.ts';
import { bitsOf, wholeRegister, x86Access, x86Affine } from './registers-x86-64.ts';

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
	affine: x86Affine,
	bitsOf,
	opcodes: opcodes['x86-64'],
	emulator: ['qemu-x86_64', '-cpu', 'max']
};

const arm64: Isa = {
	syntax: [],
	comment: '//',
	prefixes: new Set(),
	padding: new Set(['nop', 'udf']),
	flow: transferOf.arm64,
	bareAddress: () => true,
	literalBytes: ({ mnemonic, operands: [first = ''], reference }) => {
		if (reference === undefined || !mnemonic.startsWith('ldr')) return 0;
		return mnemonic === 'ldr' ? ({ w: 4, s: 4, x: 8, d: 8, q: 16 }[first.charAt(0)] ?? 0) : 4;
	},
	retried: (mnemonic) => /^(stl?x[rp]|cas)/.test(mnemonic),
	access: arm64Access,
	constantAdd: ({ mnemonic, operands: [first = '', , third = ''] }) =>
		/^(add|sub)s?$/.test(mnemonic) && third.startsWith('#') ? arm64Register(first) : undefined,
	affine: arm64Affine,
	bitsOf: arm64Bits,
	opcodes: opcodes.arm64,
	// Authenticated pointers, which the C library uses, by a cheap function instead of the architecture's own. The folder
	// is where Debian has the loader and the libraries of another architecture; without it the system's are used.
	emulator: ['qemu-aarch64', '-cpu', 'max,pauth-impdef=on', '-L', '/usr/aarch64-linux-gnu']
};

const tables: Record<Target, Isa> = { 'x86-64': x86, arm64 };

export const isaOf = (target: Target): Isa => tables[target];
