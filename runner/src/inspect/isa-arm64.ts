/** arm64 (AArch64), which has one syntax. Immediates begin with #, so a bare number is always an address. */
import { transferOf } from '@cyclelab/contract/transfer';
import type { Isa } from './isa.ts';
import { arm64Opcodes } from './opcodes-arm64.ts';
import { arm64Access, arm64Register } from './registers-arm64.ts';

export const arm64: Isa = {
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
	opcodes: arm64Opcodes,
	// Authenticated pointers, which the C library uses, by a cheap function instead of the architecture's own. The folder
	// is where Debian has the loader and the libraries of another architecture; without it the system's are used.
	emulator: ['qemu-aarch64', '-cpu', 'max,pauth-impdef=on', '-L', '/usr/aarch64-linux-gnu']
};
