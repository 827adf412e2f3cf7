/** The form of an instruction, by which its latency and throughput are measured and found again. x86-64 only. Pure. */
import { x86 } from '../inspect/isa-of.ts';
import type { Decoded } from '../inspect/listing.ts';
import { partOf, wholeRegister } from '../inspect/registers-x86-64.ts';

export type RegisterClass = 'gpr' | 'vector';

/** An operand without the number of its register. `text` of what no register can replace. */
export type Operand =
	| { kind: 'register'; of: RegisterClass; width: string }
	| { kind: 'memory'; size: string; shape: string }
	| { kind: 'other'; text: string };

const numbers64 = 'rax rcx rdx rbx rsp rbp rsi rdi r8 r9 r10 r11 r12 r13 r14 r15'.split(' ');

/** Name of a register by its number and width: `r64`, `r32`, `r16`, `r8`, or `xmm` and `ymm`. */
export function registerName(number: number, width: string): string {
	if (width.endsWith('mm')) return `${width}${number}`;
	const bits = ([8, 16, 32] as const).find((one) => width === `r${one}`) ?? 64;
	return partOf(numbers64[number] ?? 'rax', bits);
}

/** Undefined for a register that takes part in no trial: high bytes, masks, 512 bits. */
function registerOperand(text: string): Operand | undefined {
	const vector = /^([xy]mm)\d+$/.exec(text);
	if (vector?.[1]) return { kind: 'register', of: 'vector', width: vector[1] };
	const whole = wholeRegister(text);
	const number = numbers64.indexOf(whole ?? '');
	const width = ['r64', 'r32', 'r16', 'r8'].find((one) => registerName(number, one) === text);
	return number >= 0 && width ? { kind: 'register', of: 'gpr', width } : undefined;
}

const immediate = /^-?(0x[0-9a-f]+|\d+)$/;

/** The registers of an address as `b`, `b+i`, `b+s*i` or `rip`, with `+d` for a constant. */
function shapeOf(inside: string): string {
	if (/\brip\b/.test(inside)) return 'rip';
	const terms = inside.replaceAll(' - ', ' + ').split(' + ');
	const registers = terms.filter((term) => !immediate.test(term));
	const names = registers.map((term) =>
		term.includes('*') && !term.includes('1*') && !term.endsWith('*1') ? 's*i' : 'r'
	);
	return [...names, ...(registers.length < terms.length ? ['d'] : [])].join('+');
}

/** Undefined if an operand is none that a trial can have. */
export function operandsOf({ operands }: Pick<Decoded, 'operands'>): Operand[] | undefined {
	const all = operands.map((text): Operand | undefined => {
		const memory = /^(?:(\w+) ptr )?\[([^\]]*)\]$/.exec(text);
		if (memory) return { kind: 'memory', size: memory[1] ?? '', shape: shapeOf(memory[2] ?? '') };
		return immediate.test(text) ? { kind: 'other', text } : registerOperand(text);
	});
	return all.every((one) => one !== undefined) ? all : undefined;
}

/** Instructions that do something else if both operands are one register: they make a zero or a constant. */
const idioms = /^(v?p?xor|v?xorp|sub$|sbb$|v?psub|v?pcmp)/;

/** Whether the sources of an instruction are one register and its result does not depend on the value. */
export const isIdiom = ({ mnemonic, operands }: Decoded): boolean =>
	idioms.test(mnemonic) && operands.length > 1 && operands.at(-1) === operands.at(-2);

/** Registers that take part without being written down, and costs that depend on values: no trial has a chain of them. */
const untried =
	/^(i?div|cmpxchg|xchg|xadd|cpuid|rdtsc|lods|stos|movs[bwq]$|scas|cmps[bwq]$|[lms]fence|pause)/;

/** The name of a form: "add r64, i". Undefined for a form that is not measured. */
export function formOf(instruction: Decoded): string | undefined {
	const { mnemonic, prefixes } = instruction;
	const operands = operandsOf(instruction);
	if (!operands || prefixes.length > 0 || untried.test(mnemonic)) return undefined;
	const names = operands.map((operand) => {
		if (operand.kind === 'register') return operand.width;
		if (operand.kind === 'other') return 'i';
		return mnemonic === 'lea' ? `[${operand.shape}]` : `m ${operand.size}`;
	});
	return `${mnemonic} ${names.join(', ')}${isIdiom(instruction) ? ' same' : ''}`.trim();
}

/** The same instruction with an address in a register that no block writes, in place of an address that is relative to the instruction pointer, so that its access is known. */
export const located = (instruction: Decoded): Decoded =>
	instruction.mnemonic === 'lea'
		? instruction
		: {
				...instruction,
				operands: instruction.operands.map((operand) => operand.replace(/\[rip[^\]]*\]/, '[r31]'))
			};

/** Of a form that calculates with what it loads, the form whose operand is a register. Undefined for all others. */
export function registerFormOf(instruction: Decoded): Decoded | undefined {
	const { memory } = x86.access(located(instruction));
	if (!memory?.loads || isPureLoad(instruction)) return undefined;
	const { mnemonic, operands } = instruction;
	const isVector =
		operands.some((operand) => /\b[xy]mm\d/.test(operand)) && !/cvtsi2|pinsr/.test(mnemonic);
	const width = { byte: 'r8', word: 'r16', dword: 'r32', qword: 'r64' }[sizeOf(operands)];
	const name = isVector ? (/ymmword/.test(operands.join()) ? 'ymm15' : 'xmm15') : width;
	if (name === undefined) return undefined;
	const register = isVector ? name : registerName(1, name);
	const replaced = operands.map((operand) => (operand.includes('[') ? register : operand));
	return { ...instruction, mnemonic: halfFromRegister[mnemonic] ?? mnemonic, operands: replaced };
}

/**
 * By an instruction that loads half of a vector register, and has no form without memory, the instruction that takes that half from
 * a register (Intel SDM, volume 2).
 */
const halfFromRegister: Readonly<Record<string, string>> = {
	movhps: 'movlhps',
	movhpd: 'movlhps',
	movlps: 'movsd',
	movlpd: 'movsd',
	vmovhps: 'vmovlhps',
	vmovhpd: 'vmovlhps',
	vmovlps: 'vmovsd',
	vmovlpd: 'vmovsd'
};

const sizeOf = (operands: readonly string[]) =>
	/^\w+/.exec(operands.find((operand) => operand.includes('[')) ?? '')?.[0] ?? '';

/** Whether an instruction only fetches from memory. */
export const isPureLoad = ({ mnemonic, operands }: Decoded): boolean =>
	(mnemonic === 'pop' || /^(v?mov|vbroadcast|vpbroadcast|v?lddqu)/.test(mnemonic)) &&
	(mnemonic === 'pop' || operands.slice(1).some((operand) => operand.includes('['))) &&
	!/^v?mov[hl]p[sd]$/.test(mnemonic);
