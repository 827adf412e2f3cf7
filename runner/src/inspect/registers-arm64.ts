/** Which registers an arm64 instruction reads and writes, and its memory operand. */
import { defined } from '@cyclelab/contract/defined';
import type { Decoded } from './listing.ts';
import type { Affine } from './places.ts';
import { signed, unique, type Access, type MemoryOperand } from './registers.ts';

/**
 * The whole register's name for any of its parts and forms: w1 -> x1; s0, q0, v0.4s, v0.s[1], z0.d -> v0. Undefined: no
 * register, or the zero register, on which nothing depends.
 */
export function arm64Register(name: string): string | undefined {
	const numbered = /^([xwbhsdqvzp])(\d{1,2})(?:[./].*)?$/.exec(name);
	if (numbered) {
		const [, letter = '', number = ''] = numbered;
		if (letter === 'x' || letter === 'w') return `x${number}`;
		return letter === 'p' ? `p${number}` : `v${number}`;
	}
	return name === 'sp' || name === 'wsp' ? 'sp' : undefined;
}

/** Of a general register. */
export function arm64Bits(operand: string): 32 | 64 | undefined {
	if (/^(x\d+|sp)$/.test(operand)) return 64;
	return /^(w\d+|wsp)$/.test(operand) ? 32 : undefined;
}

/** What an instruction leaves in a general register, if it only moves and adds a constant. */
export function arm64Affine({ mnemonic, operands }: Decoded): Affine | undefined {
	const [first = '', second = '', third = '', shift] = operands;
	const bits = arm64Bits(first);
	const to = arm64Register(first);
	const register = arm64Bits(second) === bits ? arm64Register(second) : undefined;
	if (bits === undefined || to === undefined || register === undefined) return undefined;
	const from = [{ register, factor: 1 }];
	if (mnemonic === 'mov') return { to, from, offset: 0, bits };
	if (!/^(add|sub)s?$/.test(mnemonic) || !third.startsWith('#') || shift !== undefined)
		return undefined;
	return { to, from, offset: mnemonic.startsWith('sub') ? -signed(third) : signed(third), bits };
}

/** All registers an operand names: `{ v0.16b, v1.16b }`, `[x0, w1, uxtw #2]`, `x3`. */
const registersIn = (operand: string): string[] =>
	unique(operand.split(/[^a-z0-9./]+/).map(arm64Register));

const stores = /^(st|swp|cas)/;
/** Read and write memory in one instruction (Large System Extensions). Their `st` forms give no old value. */
const atomics = /^(ld|st)(add|clr|eor|set|[su]max|[su]min)|^(swp|cas)/;
const exclusiveStores = /^stl?x[rp]/;
/** Nothing is written but flags or the link register. */
const onlyRead =
	/^(cmp|cmn|tst|ccmp|ccmn|fc?cmpe?|prf[a-z]*|b|br|blr?|ret|cbn?z|tbn?z|bc?\.[a-z]+|svc|hint|nop|yield|wf[ei]t?|sevl?|isb|dsb|dmb|msr|sys|[di]c)$/;
/** The first operand is read too: accumulators, insertions, and narrowing into the upper half. */
const readsFirst =
	/^(f?ml[as]|[su](q?d)?ml[as]l|[su]?dot|usdot|fml[as]l|bf|movk|ins|bsl|bit|bif|tbx|s[lr]i$|[su]r?sra|[su]abal?|[su]adalp|aes[ed]|sha|fcmla|sqrdml[as]h|(?!trn2).*n2$|dec|inc)/;
const setsFlags = /^(adds|subs|ands|bics|adcs|sbcs|negs|ngcs|cmp|cmn|tst|ccm[pn]|fc?cmpe?)$/;
const readsFlags =
	/^(b\.|bc\.|adcs?$|sbcs?$|ngcs?$|csel|csinc|csinv|csneg|csetm?$|cinc|cinv|cneg|ccm|fccmp|fcsel)/;

export function arm64Access(instruction: Decoded): Access {
	const { mnemonic, operands } = instruction;
	const place = operands.findIndex((operand) => operand.startsWith('['));
	const memory = place < 0 ? undefined : memoryOf(instruction, place);
	const base = place < 0 ? [] : registersIn(operands[place] ?? '');
	// [x0], #8 and [x0], x1 and [x0, #8]! leave the base changed.
	const written = writesBack(operands, place) ? base.slice(0, 1) : [];
	const [sources, results] = operandsOf(mnemonic, operands, place);
	return {
		reads: unique([
			...sources.flatMap(registersIn),
			...base,
			...(readsFlags.test(mnemonic) ? ['flags'] : [])
		]),
		writes: unique([
			...results.flatMap(registersIn),
			...written,
			...(setsFlags.test(mnemonic) ? ['flags'] : []),
			...(mnemonic.startsWith('bl') ? ['x30'] : [])
		]),
		...defined({ memory, advances: written[0] })
	};
}

/** The operands that are read and the operands that are written, without the memory operand. */
function operandsOf(
	mnemonic: string,
	operands: readonly string[],
	place: number
): [sources: readonly string[], results: readonly string[]] {
	const registers = operands.filter((_, index) => index !== place);
	const [first = '', ...others] = registers;
	if (onlyRead.test(mnemonic)) return [registers, []];
	if (place < 0) {
		const kept = readsFirst.test(mnemonic) || /^v\d+\.[bhsd]\[/.test(first);
		return [kept ? registers : others, [first]];
	}
	// cas compares with its first operand and leaves the old value there; swp and ld<op> have a source, then the old value.
	if (mnemonic.startsWith('cas')) return [registers, [first]];
	if (atomics.test(mnemonic) && !mnemonic.startsWith('st')) return [[first], others];
	if (exclusiveStores.test(mnemonic)) return [others, [first]];
	if (stores.test(mnemonic)) return [registers, []];
	// A load into a lane of a vector keeps the others.
	const lane = first.includes('}[') ? [first] : [];
	return [[...registers.slice(place), ...lane], registers.slice(0, place)];
}

const writesBack = (operands: readonly string[], place: number) =>
	place >= 0 && (operands[place]?.endsWith('!') === true || place + 1 < operands.length);

/** `ldr x0, [x1, w2, sxtw #3]`, `stp q0, q1, [x1], #32`, `ldadd x0, x1, [x2]`. */
function memoryOf(instruction: Decoded, place: number): MemoryOperand | undefined {
	const { mnemonic, operands } = instruction;
	if (mnemonic.startsWith('prf')) return undefined;
	const bytes = bytesOf(mnemonic, operands.slice(0, place));
	if (bytes === undefined) return undefined;
	const [, inside = '', after] = /^\[([^\]]*)\](!?)$/.exec(operands[place] ?? '') ?? [];
	const terms = inside.split(',').map((term) => term.trim());
	const offset = terms.find((term) => term.startsWith('#'));
	const ahead = offset === undefined ? 0 : signed(offset);
	const step = operands[place + 1];
	const behind = step?.startsWith('#') ? signed(step) : 0;
	const atomic = atomics.test(mnemonic);
	const loads = atomic || !stores.test(mnemonic);
	const form = terms.filter((term) => term !== offset).join('+');
	const common = { registers: registersIn(inside), bytes, loads, stores: atomic || !loads };
	// With write-back a store's address is relative to the base's value after it, see `MemoryOperand`.
	if (loads || !writesBack(operands, place)) return { ...common, form, displacement: ahead };
	if (step !== undefined && !step.startsWith('#'))
		return { ...common, form: `${form}-${step}`, displacement: 0 };
	return { ...common, form, displacement: after === '!' ? 0 : -behind };
}

const lane: Record<string, number> = { b: 1, h: 2, s: 4, d: 8 };
const whole: Record<string, number> = { w: 4, x: 8, b: 1, h: 2, s: 4, d: 8, q: 16 };
const narrowBytes: Record<string, number> = { b: 1, h: 2, sw: 4 };

/** Bytes of memory that a load or store with these register operands touches; undefined: not known (SVE). */
function bytesOf(mnemonic: string, registers: readonly string[]): number | undefined {
	// The first register of an exclusive store is its status.
	const data = exclusiveStores.test(mnemonic) ? registers.slice(1) : registers;
	const [first = ''] = data;
	const vectors = /^\{ (.*) \}(\[\d+\])?$/.exec(first);
	if (vectors) {
		const [, list = '', index] = vectors;
		const names = list.split(', ');
		const form = /^v\d+\.(\d*)([bhsd])$/.exec(names[0] ?? '');
		const size = lane[form?.[2] ?? ''];
		if (!form || size === undefined) return undefined;
		const one = index !== undefined || mnemonic.endsWith('r') ? size : size * Number(form[1]);
		return one * names.length;
	}
	const narrow = /^[wx]/.test(first) ? /(b|h|sw)$/.exec(mnemonic)?.[1] : undefined;
	const size = narrow === undefined ? whole[first.charAt(0)] : narrowBytes[narrow];
	if (size === undefined) return undefined;
	const pair = /^(ld|st)(n|x|ax|lx)?p(sw)?$|^casp/.test(mnemonic);
	return pair ? size * 2 : size;
}
