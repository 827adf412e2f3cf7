/**
 * Kinds of instructions for which LLVM's model of Zen 4 has other figures than a Zen 4 (family 25, model 17), by more than a tenth.
 * Measured as chains and as streams of 12 beside a chain of multiplications, 30 November 2026; llvm-mca 22. Cycles, model first:
 * vpmovsxdq ymm from memory 1.50 and 0.55, zmm 1.50 and 1.00; vcvtdq2pd ymm, xmm 1.00 and 0.67; vcvttpd2dq xmm, ymm as a chain
 * 3.0 and 6.0; vpmovqd xmm, ymm 2.0 and 4.0; cvttsd2si 2.50 and 1.00; movq there and back 2.0 and 6.0; vpermd ymm 1.00 and 0.50.
 * Widening integers from a register to 256 bits agrees, and so do both kinds up to 128 bits.
 */
import { bitsOf } from './registers-x86-64.ts';
import type { Decoded } from './listing.ts';

const isWide = (operand: string) => /^[yz]mm\d/.test(operand);
const isVector = (operand: string) => /^[xyz]mm\d/.test(operand);
const isMemory = (operand: string) => operand.includes('[');

/** Bytes of an element, as a conversion's mnemonic names it. */
const elements: Record<string, number> = {
	b: 1,
	w: 2,
	d: 4,
	q: 8,
	ph: 2,
	ps: 4,
	dq: 4,
	udq: 4,
	pd: 8,
	qq: 8,
	uqq: 8
};

/** From elements of one size to elements of another. */
function resizes({ mnemonic, operands }: Decoded): boolean {
	// A load widens; a register is widened as the model says.
	if (/^vpmov[sz]x/.test(mnemonic)) return operands.some(isMemory);
	if (/^vpmovu?s?[wdq][bwd]$/.test(mnemonic)) return !operands.some(isMemory);
	const [, from = '', to = ''] = /^vcvtt?([a-z]+)2([a-z]+)$/.exec(mnemonic) ?? [];
	const [one, other] = [elements[from], elements[to]];
	return one !== undefined && other !== undefined && one !== other;
}

/** From a general register to a vector's, or back. */
export const changesRegisters = ({ operands }: Decoded): boolean =>
	operands.some(isVector) && operands.some((operand) => bitsOf(operand) !== undefined);

export const convertsOddly = (instruction: Decoded): boolean =>
	(instruction.operands.some(isWide) && resizes(instruction)) ||
	(changesRegisters(instruction) && /^v?cvt/.test(instruction.mnemonic));

export const shuffles = ({ mnemonic, operands }: Decoded): boolean =>
	/^vp?(perm(?![it]2)|shuf|unpck|broadcast|insert[fi]|extract[fi]|movs?[dhl]?dup)/.test(mnemonic) &&
	operands.some((operand) => operand.startsWith('ymm')) &&
	!operands.some(isMemory);
