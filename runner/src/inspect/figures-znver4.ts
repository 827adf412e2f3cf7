/**
 * Kinds of instructions for which LLVM's model of Zen 4 has other figures than a Zen 4 (family 25, model 17), by more than a tenth.
 * Measured as chains and as streams of 12 beside a chain of multiplications, 30 November 2026; llvm-mca 22. Cycles, model first:
 * vpmovsxdq ymm from memory 1.50 and 0.55, zmm 1.50 and 1.00; vcvtdq2pd ymm, xmm 1.00 and 0.67; vcvttpd2dq xmm, ymm as a chain
 * 3.0 and 6.0; vpmovqd xmm, ymm 2.0 and 4.0; cvttsd2si 2.50 and 1.00; movq there and back 2.0 and 6.0. Widening integers from a
 * register to 256 bits agrees, and so do both kinds up to 128 bits. Some 350 forms as chains and 180 as streams gave the two tables
 * below; 60 chains through memory and 80 more streams, of 8, gave the rows of loads, of operations on memory, and of what follows
 * vpinsr in the second table. A load takes a cycle longer where its address is scaled or has three parts, and another where it does
 * more than move; the model gives all of them 5.
 */
import { bitsOf } from './registers-x86-64.ts';
import type { Decoded } from './listing.ts';

const isWide = (operand: string) => /^[yz]mm\d/.test(operand);
export const isVector = (operand: string) => /^[xyz]mm\d/.test(operand);
export const isMask = (operand: string) => /^k\d/.test(operand);
export const isMemory = (operand: string) => operand.includes('[');

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

/** Cycles of one kind of instruction in LLVM's model and on the processor. */
export type Figure = {
	/** As a sentence names them. Absent: by the mnemonic of the first. */
	name?: string;
	/** Of a chain that goes through the address of what is loaded. */
	byAddress?: true;
	/** The processor takes less time where little waits. */
	atMost?: true;
	matches: (instruction: Decoded) => boolean;
	model: number;
	processor: number;
};

export const named =
	(mnemonics: RegExp, widths?: string) =>
	({ mnemonic, operands }: Decoded): boolean =>
		mnemonics.test(mnemonic) &&
		(widths === undefined || new RegExp(`^[${widths}]mm\\d`).test(operands[0] ?? ''));

/** Whose last operand is a constant. */
export const byConstant = ({ operands }: Decoded): boolean => !isVector(operands.at(-1) ?? '');

export const saturates = /^v?p(add|sub)u?s[bw]$/;
export const absolute = /^v?pabs[bwd]$/;
export const counts = /^vpopcnt[bwdq]$/;
export const stores = ({ mnemonic, operands: [to = ''] }: Decoded): boolean =>
	/^v?mov(?!nt)/.test(mnemonic) && isMemory(to);
export const isOf512 = ({ operands }: Decoded): boolean =>
	operands.some((operand) => operand.startsWith('zmm'));
/** An address with a scaled index and not all three of base, index and displacement. */
export const scalesAlone = ({ mnemonic, operands: [, address = ''] }: Decoded): boolean =>
	mnemonic === 'lea' && /[248]\*/.test(address) && address.split(/ [+-] /).length < 3;

export const partsOf = (address: string) => address.split(/ [+-] /).length;
/** What an instruction loads is at a place that takes a cycle more to compute. */
const isFar = (address: string): boolean => /[248]\*/.test(address) || partsOf(address) > 2;
/** The address of an operand behind the first; not one relative to a segment. */
export const loadedFrom = ({ operands: [, ...others] }: Decoded): string | undefined =>
	others.find((operand) => isMemory(operand) && !operand.includes(':'));
const isGeneral = (operand = '', least = 8): boolean => (bitsOf(operand) ?? 0) >= least;

/** A whole register gets what is loaded, as it is. */
export const loadsNear = (instruction: Decoded): boolean => {
	const address = loadedFrom(instruction);
	return (
		/^mov(zx)?$/.test(instruction.mnemonic) &&
		isGeneral(instruction.operands[0], 32) &&
		address !== undefined &&
		!isFar(address)
	);
};
export const operatesFar = (instruction: Decoded): boolean => {
	const address = loadedFrom(instruction);
	return (
		/^(movsxd?|movbe|add|sub|and|or|xor|popcnt|[lt]zcnt|cmov\w+)$/.test(instruction.mnemonic) &&
		isGeneral(instruction.operands[0]) &&
		address !== undefined &&
		isFar(address)
	);
};
const insertsLoaded = (instruction: Decoded): boolean =>
	/^vpinsr[wdq]$/.test(instruction.mnemonic) && loadedFrom(instruction) !== undefined;
export const changesMemory =
	(mnemonics: RegExp) =>
	({ prefixes, mnemonic, operands: [to = ''] }: Decoded): boolean =>
		!prefixes.includes('lock') && mnemonics.test(mnemonic) && isMemory(to);
export const ofMask =
	(mnemonics: RegExp, other: (instruction: Decoded) => boolean) =>
	(instruction: Decoded): boolean =>
		mnemonics.test(instruction.mnemonic) && instruction.operands.some(isMask) && other(instruction);
export const toGeneral = ({ operands: [to] }: Decoded): boolean => isGeneral(to);

/** Of a chain. */
export const latencies: readonly Figure[] = [
	{
		name: 'a load from a plain address (a register, alone or with another or a constant)',
		matches: loadsNear,
		byAddress: true,
		model: 5,
		processor: 4
	},
	{
		name: 'an operation with a load from a scaled or three-part address',
		matches: operatesFar,
		byAddress: true,
		model: 5,
		processor: 6
	},
	{ matches: insertsLoaded, model: 4, processor: 1 },
	{ name: 'lea with a scaled index', matches: scalesAlone, model: 2, processor: 1 },
	{
		matches: (instruction) => named(/^vpermilp[sd]$/, 'x')(instruction) && !byConstant(instruction),
		model: 3,
		processor: 2
	},
	{ matches: named(/^vph(add|sub)[wd]$/, 'y'), model: 3, processor: 2 },
	{ matches: named(/^vcvtt?(ps2dq|qq2pd)$/, 'yz'), model: 4, processor: 3 },
	{ matches: named(/^vextracti128$/), model: 4, processor: 3 },
	{ matches: named(/^v?pcmpgtq$/, 'xy'), model: 1, processor: 2 },
	{ matches: named(/^v?pshufb$/, 'x'), model: 1, processor: 2 },
	{ matches: named(/^v?gf2p8mulb$|^vpmultishiftqb$/), model: 1, processor: 3 },
	{ matches: named(/^vpcmpeqq$|^vpsign[bwd]$/, 'y'), model: 1, processor: 2 },
	...[/^vpavg[bw]$/, absolute, saturates, counts].map((mnemonics) => ({
		matches: named(mnemonics, 'yz'),
		model: 1,
		processor: 2
	})),
	{
		matches: (instruction) => named(/^vpermq$/, 'z')(instruction) && byConstant(instruction),
		model: 1,
		processor: 4
	}
];

/** From a vector or mask register, or a comparison of such, to a general one or to the flags. */
export const leavesVectors = ({ mnemonic, operands: [to, ...from] }: Decoded): boolean =>
	/^(v?(u?comis[sd]|ptest|testp[sd])|k(or)?test[bwdq])$/.test(mnemonic) ||
	(isGeneral(to) && from.some((operand) => isVector(operand) || isMask(operand)));

const comparesIntegers = /^(cmp|test|bt)$/;
const loadsInteger = /^mov(zx|sxd?|abs)?$/;
/** Written by one of the integer units: a load is not, nor a move that is done while registers are renamed. */
const isIntegerOperation = (instruction: Decoded): boolean => {
	const { mnemonic, operands } = instruction;
	const [to, from = ''] = operands;
	if (!isGeneral(to) || leavesVectors(instruction) || comparesIntegers.test(mnemonic)) return false;
	const isRenamed = mnemonic === 'mov' && isGeneral(from);
	return !isRenamed && !(loadsInteger.test(mnemonic) && isMemory(from));
};

/** Integer operations of a cycle. */
const integerUnits = 4;

/**
 * Where a pass moves from vector to general registers: each move takes a cycle in which no integer operation ends. Beside a stream of
 * any of 13 kinds of moves, 4 and 8 additions took 2.00 and 2.99 cycles (moves the other way, and multiplications: 1.28 and 2.28);
 * the model has them at once.
 */
export function besideMoves(
	instructions: readonly Decoded[]
): { model: number; processor: number; moves: readonly Decoded[]; operations: number } | undefined {
	const moves = instructions.filter(leavesVectors);
	const operations = instructions.filter(isIntegerOperation).length;
	// The one that counts passes can go before or after.
	if (moves.length === 0 || operations < 2) return undefined;
	const own = operations / integerUnits;
	const model = Math.max(moves.length, own);
	return { model, processor: moves.length + own, moves, operations };
}

/** Of instructions that do not wait for each other, each. */
export const throughputs: readonly Figure[] = [
	{
		name: 'shuffles of 256 bits',
		matches: ({ mnemonic, operands }) =>
			/^vp?(perm(?![it]2)|shuf|unpck|broadcast|insert[fi]|extract[fi]|movs?[dhl]?dup)/.test(
				mnemonic
			) &&
			operands.some((operand) => operand.startsWith('ymm')) &&
			!operands.some(isMemory),
		model: 1,
		processor: 0.5
	},
	{
		name: 'stores of general registers',
		matches: (instruction) => stores(instruction) && !instruction.operands.some(isVector),
		model: 1,
		processor: 0.5
	},
	...[saturates, absolute, counts, /^v?psign[bwd]$/, /^v?cmp\w*p[sd]$/].map((mnemonics) => ({
		matches: named(mnemonics, 'x'),
		model: 1,
		processor: 0.5
	})),
	...[/^v?p(sll|srl)dq$/, /^vpro[lr]v?[dq]$/, /^vpm(in|ax)[su]q$/].map((mnemonics) => ({
		matches: named(mnemonics, 'xy'),
		model: 1,
		processor: 0.5
	})),
	{ matches: named(/^v?(min|max|cmp\w*)s[sd]$/), model: 1, processor: 0.5 },
	{ matches: named(/^vpdp(busd|wssd)s?$/, 'xy'), model: 2, processor: 0.5 },
	{
		name: 'insertions of what is loaded',
		matches: (instruction) =>
			/^vpinsr[bwdq]$/.test(instruction.mnemonic) && loadedFrom(instruction) !== undefined,
		model: 1.5,
		processor: 0.5
	},
	{
		name: 'additions and subtractions with a carry on memory',
		matches: changesMemory(/^(adc|sbb)$/),
		model: 2,
		processor: 1
	},
	{
		name: 'operations on memory',
		matches: changesMemory(/^(add|sub|and|or|xor|inc|dec|neg|not|s[ah][lr])$/),
		model: 2 / 3,
		processor: 1
	},
	{ matches: named(/^bs[fr]$/), model: 1, processor: 0.25 },
	{ matches: named(/^tzcnt$/), model: 0.5, processor: 0.25 },
	{
		name: 'lea with three parts',
		matches: ({ mnemonic, operands: [, address = ''] }) =>
			mnemonic === 'lea' && partsOf(address) > 2,
		model: 1 / 3,
		processor: 0.5
	},
	{ matches: named(/^vrsqrtps$/, 'y'), model: 1, processor: 0.5 },
	{ matches: named(/^vblendp[sd]$/, 'y'), model: 0.5, processor: 0.25 },
	{ matches: named(/^vpclmulqdq$/, 'x'), model: 1.5, processor: 2 },
	{
		name: 'comparisons of 512 bits into a mask',
		matches: ofMask(/^vpcmp/, isOf512),
		model: 0.5,
		processor: 1
	},
	{ matches: ofMask(/^kmovd$/, toGeneral), model: 0.5, processor: 1 },
	{ matches: ofMask(/^kmovq$/, toGeneral), model: 0.5, processor: 2 },
	{ matches: named(/^kortest[bwdq]$/), model: 0.5, processor: 1 },
	{
		name: 'loads of 512 bits',
		matches: (instruction) =>
			isOf512(instruction) && instruction.operands.some(isMemory) && !stores(instruction),
		model: 0.5,
		processor: 1
	},
	{
		name: 'stores of 512 bits',
		matches: (instruction) => isOf512(instruction) && stores(instruction),
		model: 1,
		processor: 2
	},
	{
		matches: (instruction) =>
			named(/^vps(ll|rl|ra)[wdq]$/, 'z')(instruction) && byConstant(instruction),
		model: 0.5,
		processor: 1
	},
	...[saturates, absolute, counts, /^vaes(enc|dec)(last)?$/].map((mnemonics) => ({
		matches: named(mnemonics, 'z'),
		model: 0.5,
		processor: 1
	}))
];

/**
 * By how many cycles the result is later than in the model, where that is no matter of the address, and for which part of the model's time an
 * instruction takes its units. A stream that is slower than in the model does not show which of them is taken for longer.
 */
export type Correction = { later: number; part: number };

/** Undefined where the model is not known to be wrong. */
export function correctionOf(instruction: Decoded): Correction | undefined {
	const matching = (figures: readonly Figure[]) =>
		figures.find(({ matches }) => matches(instruction));
	const latency = matching(latencies.filter(({ byAddress }) => !byAddress));
	const throughput = matching(throughputs.filter(({ model, processor }) => processor < model));
	if (!latency && !throughput) return undefined;
	return {
		later: latency ? latency.processor - latency.model : 0,
		part: throughput ? throughput.processor / throughput.model : 1
	};
}
