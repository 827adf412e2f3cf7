/** The parts of an instruction as llvm-objdump writes it, and where control goes after it. Pure. */
import type { Target } from '@cyclelab/exercises/schema';

/**
 * `jump` always elsewhere, `branch` there or on, `call` there and back, `end` never on (returns and traps). None: the next
 * instruction follows.
 */
export type Transfer = 'jump' | 'branch' | 'call' | 'end';

const ends: Record<Target, ReadonlySet<string>> = {
	'x86-64': new Set(['ret', 'iretq', 'ud2', 'hlt', 'int3']),
	arm64: new Set(['ret', 'retaa', 'retab', 'eret', 'eretaa', 'eretab', 'brk', 'udf', 'hlt'])
};

/** By the mnemonic without its prefixes, as llvm-objdump writes it; on x86-64 in Intel syntax. */
export const transferOf: Record<Target, (mnemonic: string) => Transfer | undefined> = {
	'x86-64': (mnemonic) => {
		if (mnemonic === 'jmp') return 'jump';
		if (/^(j|loop|xbegin$)/.test(mnemonic)) return 'branch';
		if (mnemonic === 'call') return 'call';
		return ends['x86-64'].has(mnemonic) ? 'end' : undefined;
	},
	arm64: (mnemonic) => {
		if (/^(b|br|bra[ab]z?)$/.test(mnemonic)) return 'jump';
		if (/^(bc?\.[a-z]{2,5}|cbn?z|tbn?z)$/.test(mnemonic)) return 'branch';
		if (/^(bl|blr|blra[ab]z?)$/.test(mnemonic)) return 'call';
		return ends.arm64.has(mnemonic) ? 'end' : undefined;
	}
};

/** Words that may stand before a mnemonic of x86-64. */
export const prefixWords: ReadonlySet<string> = new Set(
	(
		'lock rep repe repz repne repnz notrack data16 data32 addr32 addr16 rex64 xacquire xrelease bnd ' +
		'cs ds es fs gs ss {evex} {vex} {vex3}'
	).split(' ')
);

/** An instruction's prefixes, mnemonic and operands. Prefixes alone are a mnemonic: the listing has no instruction behind them. */
export function partsOf(text: string): { prefixes: string[]; mnemonic: string; operands: string } {
	const prefixes: string[] = [];
	let rest = text;
	for (;;) {
		const mnemonic = /^\S*/.exec(rest)?.[0] ?? '';
		const operands = rest.slice(mnemonic.length).trimStart();
		if (!prefixWords.has(mnemonic) || operands === '') return { prefixes, mnemonic, operands };
		prefixes.push(mnemonic);
		rest = operands;
	}
}
