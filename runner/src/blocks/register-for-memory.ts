/** Instructions whose memory operand is replaced: a register that is loaded already, or a store without its load. Pure. */
import { x86 } from '../inspect/isa-of.ts';
import type { Decoded } from '../inspect/listing.ts';
import { partOf } from '../inspect/registers-x86-64.ts';
import { registers } from './kernel-source.ts';

/** These have a form with a general register in place of the memory operand. */
const general =
	/^(mov|movzx|movsxd?|add|sub|and|or|xor|cmp|test|i?mul|i?div|adc|sbb|cmov\w+|bt|[lt]zcnt|popcnt|bs[fr]|push|(sa|sh|ro)rx|shlx|andn|bextr|bzhi|bls(r|i|msk)|mulx|v?cvtsi2s[sd]|v?pinsr[bwdq])$/;
/** Moves of a part of a vector register: from another register they keep the other parts, so that a whole move stands for them. */
const partial = /^v?mov(ss|sd|d|q)$/;
/** Instructions with a vector register that have no form without memory. */
const memoryOnly = /(lddqu|movnt|maskmov|gather|broadcast[fi]\d|mov[hl]p[sd]|movbe|kmov|compress)/;

const widths: Record<string, (register: string) => string> = {
	byte: (one) => partOf(one, 8),
	word: (one) => partOf(one, 16),
	dword: (one) => partOf(one, 32),
	qword: (one) => one
};

/** Registers that a block does not name, `general` and `vector`; the stack pointer is never free. */
export type Free = { general: string | undefined; vector: string | undefined };

export function freeRegisters(instructions: readonly Decoded[]): Free {
	const taken = new Set(
		instructions.flatMap((instruction) => {
			const { reads, writes } = x86.access(instruction);
			return [...reads, ...writes];
		})
	);
	const isFree = (name: string) => name !== 'rsp' && !taken.has(name);
	return {
		general: [...registers].reverse().find(isFree),
		vector: Array.from({ length: 16 }, (_, i) => `xmm${15 - i}`).find(isFree)
	};
}

/** The text of the instruction with a register in place of what it loads; undefined if it loads nothing, or has no such form. */
export function registerForLoad(instruction: Decoded, free: Free): string | undefined {
	const { mnemonic, operands, prefixes } = instruction;
	const { memory } = x86.access(instruction);
	const place = operands.findIndex((operand) => operand.includes('['));
	const width = operands[place]?.split(' ')[0] ?? '';
	if (!memory?.loads || memory.stores || prefixes.length > 0) return undefined;
	if (operands.some((operand) => /^[a-d]h$/.test(operand) || operand.includes('{')))
		return undefined;
	const hasVector = operands.some((operand) => /^[xyz]mm\d/.test(operand));
	if (general.test(mnemonic)) {
		const narrow = widths[width];
		if (!narrow || !free.general) return undefined;
		// The insertion of a byte or a word names 32 bits of the register.
		const insert = /pinsr[bw]$/.test(mnemonic) ? widths['dword'] : narrow;
		return written(mnemonic, operands.with(place, (insert ?? narrow)(free.general)));
	}
	if (!hasVector || !free.vector || memoryOnly.test(mnemonic)) return undefined;
	if (partial.test(mnemonic))
		return written(mnemonic.startsWith('v') ? 'vmovaps' : 'movaps', [
			operands[0] ?? '',
			free.vector
		]);
	const wide = /^([yz]mm)word$/.exec(width)?.[1];
	const register = wide ? free.vector.replace('xmm', wide) : free.vector;
	return written(mnemonic, operands.with(place, register));
}

/** These read and write their first operand. */
const updates = /^(add|sub|and|or|xor|adc|sbb|inc|dec|neg|not|sh[lr]|sa[lr]|ro[lr])$/;

/** A store to the same address in place of an instruction that reads memory and writes it again; undefined for any other. */
export function storeForUpdate(instruction: Decoded, free: Free): string | undefined {
	const { mnemonic, operands, prefixes } = instruction;
	const [first = ''] = operands;
	const narrow = widths[first.split(' ')[0] ?? ''];
	const { memory } = x86.access(instruction);
	if (!memory?.loads || !memory.stores || !updates.test(mnemonic) || prefixes.length > 0)
		return undefined;
	return free.general && narrow ? written('mov', [first, narrow(free.general)]) : undefined;
}

const written = (mnemonic: string, operands: readonly string[]) =>
	`${mnemonic} ${operands.join(', ')}`;
