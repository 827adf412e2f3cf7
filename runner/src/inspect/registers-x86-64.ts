/** Which registers an x86-64 instruction reads and writes, and its memory operand. From Intel syntax. */
import { defined } from '@cyclelab/contract/defined';
import type { Decoded } from './listing.ts';
import type { Affine } from './places.ts';
import { signed, unique, type Access, type MemoryOperand } from './registers.ts';

const byteSizes: Record<string, number> = {
	byte: 1,
	word: 2,
	dword: 4,
	qword: 8,
	tbyte: 10,
	xmmword: 16,
	ymmword: 32,
	zmmword: 64
};

const legacy: Record<string, string> = {
	al: 'rax',
	ah: 'rax',
	bl: 'rbx',
	bh: 'rbx',
	cl: 'rcx',
	ch: 'rcx',
	dl: 'rdx',
	dh: 'rdx'
};

/** The whole register's name for any of its parts: eax, al -> rax; r8d -> r8; ymm1 -> xmm1. Undefined: no register. */
export function wholeRegister(name: string): string | undefined {
	const whole = legacy[name];
	if (whole) return whole;
	const numbered = /^(r(?:8|9|1\d|2\d|3[01]))[bwd]?$/.exec(name);
	if (numbered) return numbered[1];
	const vector = /^[xyz]mm(\d{1,2})$/.exec(name);
	if (vector) return `xmm${vector[1]}`;
	const base = /^[re]?(ax|bx|cx|dx|si|di|bp|sp)$/.exec(name);
	if (base) return `r${base[1]}`;
	const low = /^(si|di|bp|sp)l$/.exec(name);
	if (low) return `r${low[1]}`;
	return /^k[0-7]$/.test(name) ? name : undefined;
}

/** The name of the lowest bits of a whole general register: rax -> eax, ax, al; r8 -> r8d, r8w, r8b; rsi -> sil. */
export function partOf(register: string, bits: 8 | 16 | 32 | 64): string {
	if (bits === 64) return register;
	if (/^r\d/.test(register)) return `${register}${{ 32: 'd', 16: 'w', 8: 'b' }[bits]}`;
	const base = register.slice(1);
	if (bits === 32) return `e${base}`;
	return bits === 16 ? base : `${base.replace(/x$/, '')}l`;
}

/** Of the lowest part of a general register; none for ah, bh, ch and dh, which are another part. */
export function bitsOf(operand: string): 8 | 16 | 32 | 64 | undefined {
	const whole = wholeRegister(operand);
	if (whole === undefined || !whole.startsWith('r')) return undefined;
	return ([8, 16, 32, 64] as const).find((bits) => partOf(whole, bits) === operand);
}

/** What an instruction leaves in a general register, if it only moves, adds and multiplies by constants. */
export function x86Affine({ mnemonic, operands, reference }: Decoded): Affine | undefined {
	const [first = '', second = '', third = ''] = operands;
	const to = wholeRegister(first);
	const bits = bitsOf(first);
	if (to === undefined || (bits !== 32 && bits !== 64)) return undefined;
	const sum = (from: Affine['from'], offset = 0): Affine => ({ to, from, offset, bits });
	const own = { register: to, factor: 1 };
	const constant = /^-?(0x[0-9a-f]+|\d+)$/.test(second) ? signed(second) : undefined;
	const other = bitsOf(second) === bits ? wholeRegister(second) : undefined;
	if (mnemonic === 'inc') return sum([own], 1);
	if (mnemonic === 'dec') return sum([own], -1);
	if (mnemonic === 'add' && constant !== undefined) return sum([own], constant);
	if (mnemonic === 'sub' && constant !== undefined) return sum([own], -constant);
	if (mnemonic === 'shl' && constant !== undefined && constant < bits)
		return sum([{ register: to, factor: 2 ** constant }]);
	if (mnemonic === 'imul' && other !== undefined && third !== '')
		return sum([{ register: other, factor: signed(third) }]);
	if (mnemonic === 'mov' && constant !== undefined) return sum([], constant);
	if (mnemonic === 'mov' && other !== undefined) return sum([{ register: other, factor: 1 }]);
	if (mnemonic === 'add' && other !== undefined) return sum([own, { register: other, factor: 1 }]);
	if (mnemonic !== 'lea') return undefined;
	if (reference !== undefined) return sum([], reference);
	const { terms, numbers } = termsOf(/\[([^\]]*)\]/.exec(second)?.[1] ?? '');
	const from = terms.map((term) => {
		const [, factor = '1', name = ''] = /^(?:(\d)\*)?(\w+)$/.exec(term) ?? [];
		const register = bitsOf(name) === 64 ? name : undefined;
		return register === undefined ? undefined : { register, factor: Number(factor) };
	});
	return from.every((one) => one !== undefined) ? sum(from, numbers) : undefined;
}

/** The registers with their factors, and the sum of the numbers, of what stands between the brackets of an address. */
function termsOf(inside: string): { terms: string[]; numbers: number } {
	const all = inside.replaceAll(' - ', ' + -').split(' + ');
	const numbers = all.filter((term) => /^-?(0x[0-9a-f]+|\d+)$/.test(term));
	return {
		terms: all.filter((term) => !numbers.includes(term)),
		numbers: numbers.reduce((sum, term) => sum + signed(term), 0)
	};
}

/** Mnemonics whose first operand is only written (others also read it). Three-operand forms only write it too. */
const overwrites =
	/^(v?p?mov|lea|set|pop|v?cvt|lzcnt|tzcnt|popcnt|v?pabs|v?sqrt|v?pshuf|vbroadcast|vpbroadcast|rorx|sarx|shlx|shrx|bsf|bsr|v?lddqu)/;
/** First operand is read, nothing is written but flags. */
const compares =
	/^(cmp$|cmps[bwq]$|test|bt$|v?u?comis|v?ptest|push|j|call|nop|prefetch|mul$|div$|idiv$)/;
/** Three operands of which the first is read too (accumulators). */
const accumulates =
	/^(vfn?m(add|sub)|vpdp|vdpbf|vpmadd52|vpternlog|vpsh[lr]dv|vfixupimm|shld|shrd|v?blendv|adcx|adox|vpermi2|vpermt2)/;

/** Sets condition flags. Shifts by zero leave them, which no loop is about. */
const setsFlags =
	/^(add|sub|and|or|xor|cmp|test|inc|dec|neg|adc|sbb|i?mul|sh[lr]d?|sal|sar|ro[lr]|rc[lr]|bt[crs]?|bs[fr]|[lt]zcnt|popcnt|bls(r|i|msk)|andn|bextr|bzhi|xadd|cmpxchg(8b|16b)?|v?u?comis[sd]|v?ptest|vtestp[sd]|ad[co]x|scas[bwdq]|cmps[bwq])$/;
const readsFlags = /^(j(?!mp$|[er]?cxz$)|set|cmov|fcmov|adc$|sbb$|rc[lr]$|ad[co]x$|loop(n?e)$)/;

/** rdx:rax = rax × the operand. */
const isWideProduct = ({ mnemonic, operands }: Pick<Decoded, 'mnemonic' | 'operands'>): boolean =>
	mnemonic === 'mul' || (mnemonic === 'imul' && operands.length === 1);

/** Registers that take part without being written down, flags apart. */
function implicit(instruction: Decoded): Access {
	const { mnemonic, operands } = instruction;
	if (mnemonic === 'div' || mnemonic === 'idiv')
		return { reads: ['rax', 'rdx'], writes: ['rax', 'rdx'] };
	// Intel's manual, volume 2, MUL and IMUL: the product's upper half is written, and not read.
	if (isWideProduct(instruction)) return { reads: ['rax'], writes: ['rax', 'rdx'] };
	if (mnemonic === 'mulx') return { reads: ['rdx'], writes: [] };
	if (['cdq', 'cqo', 'cwd'].includes(mnemonic)) return { reads: ['rax'], writes: ['rdx'] };
	if (mnemonic === 'cdqe' || mnemonic === 'cwde') return { reads: ['rax'], writes: ['rax'] };
	if (/^loop(n?e)?$/.test(mnemonic)) return { reads: ['rcx'], writes: ['rcx'] };
	if (mnemonic === 'cmpxchg') return { reads: ['rax'], writes: ['rax'] };
	if (
		/^(movs|stos|lods|scas|cmps)[bwdq]$/.test(mnemonic) &&
		operands.every((operand) => !/mm/.test(operand))
	)
		return { reads: ['rcx', 'rsi', 'rdi', 'rax'], writes: ['rcx', 'rsi', 'rdi'] };
	return { reads: [], writes: [] };
}

export function x86Access(instruction: Decoded): Access {
	const { mnemonic, operands } = instruction;
	const { reads, writes } = implicit(instruction);
	const [first, ...others] = operands;
	const only = compares.test(mnemonic) || isWideProduct(instruction);
	const readsFirst =
		!overwrites.test(mnemonic) && (operands.length < 3 || accumulates.test(mnemonic));
	// imul r, r, imm and zeroing (xor r, r) depend on nothing written before in the first operand.
	const zeroes = /^v?p?xor/.test(mnemonic) && operands.at(-1) === operands.at(-2);
	const place = operands.findIndex((operand) => operand.includes('['));
	const memory =
		place < 0 || mnemonic === 'lea' || mnemonic === 'nop' || mnemonic.startsWith('prefetch')
			? undefined
			: memoryOf(operands[place] ?? '', instruction, {
					loads: place > 0 || only || readsFirst,
					stores: (place === 0 && !only) || mnemonic === 'xchg' || mnemonic === 'xadd'
				});
	const registerOf = (operand: string) => wholeRegister(operand.split(' ')[0] ?? '');
	const address = operands.flatMap((operand) => addressRegisters(operand));
	const sources = zeroes
		? []
		: [...others, ...(only || readsFirst ? [first ?? ''] : [])].map(registerOf);
	const swaps = mnemonic === 'xchg' || mnemonic === 'xadd';
	const results = (swaps ? operands : only ? [] : [first ?? '']).map(registerOf);
	const flags = (pattern: RegExp) => (pattern.test(mnemonic) ? ['flags'] : []);
	const taken = swaps ? operands.map(registerOf) : sources;
	return {
		reads: unique([...reads, ...address, ...taken, ...flags(readsFlags)]),
		writes: unique([...writes, ...results, ...flags(setsFlags)]),
		...defined({ memory })
	};
}

function addressRegisters(operand: string): string[] {
	const inside = /\[([^\]]*)\]/.exec(operand)?.[1];
	return inside === undefined
		? []
		: unique(inside.split(/[ +*-]+/).map((word) => wholeRegister(word)));
}

function memoryOf(
	operand: string,
	{ reference }: Decoded,
	how: { loads: boolean; stores: boolean }
): MemoryOperand | undefined {
	const bytes = byteSizes[operand.split(' ')[0] ?? ''];
	const inside = /\[([^\]]*)\]/.exec(operand)?.[1];
	if (bytes === undefined || inside === undefined) return undefined;
	if (/(^|[ +])rip\b/.test(inside)) {
		if (reference === undefined) return undefined;
		return { registers: [], form: '', displacement: reference, bytes, ...how };
	}
	const segment = /\b([fg]s):\[/.exec(operand)?.[1] ?? '';
	const { terms, numbers } = termsOf(inside);
	return {
		registers: addressRegisters(operand),
		form: (segment === '' ? '' : `${segment}:`) + terms.sort().join('+'),
		displacement: numbers,
		bytes,
		...how
	};
}
