/**
 * Kinds of instructions for which LLVM's model of Zen 4, which stands in for Zen 5, has other figures than a Zen 5 (family 26, model 2),
 * by more than a tenth. Measured as 900 forms in chains and in streams of 7 to 13, beside a chain of multiplications, 30 November 2026;
 * llvm-mca 22. What Zen 4 has otherwise than the model and Zen 5 as the model has no row: loads and stores of 512 bits, comparisons of
 * 512 bits into a mask, a mask into a general register. Beside moves from vector registers integer operations end as in the model:
 * twelve additions take 2.09 cycles alone, 2.49 with one such move and 2.70 with two.
 */
import {
	absolute,
	byConstant,
	changesMemory,
	counts,
	isMask,
	isMemory,
	isOf512,
	isVector,
	leavesVectors,
	loadedFrom,
	loadsNear,
	named,
	ofMask,
	operatesFar,
	partsOf,
	saturates,
	scalesAlone,
	stores,
	type Figure
} from './figures-znver4.ts';
import type { Decoded } from './listing.ts';

const fromRegister = ({ operands: [, ...others] }: Decoded): boolean => !others.some(isMemory);
const isOf = (width: string) => (instruction: Decoded) =>
	instruction.operands.some((operand) => operand.startsWith(`${width}mm`));

/**
 * Simple operations of vectors. A chain of them has 2 cycles each, and 1 where so little waits that the schedulers do not fill: a
 * `vpaddd` a pass takes 1.25 cycles beside eight `nop`s, and 1.99 beside four.
 */
const simple: readonly ((instruction: Decoded) => boolean)[] = [
	named(
		/^v?p(add|sub|min[su]|max[su])[bwdq]$|^v?p(and|andn|or|xor)[dq]?$|^v?(and|andn|or|xor)p[sd]$|^vpternlog[dq]$/,
		'xyz'
	),
	named(/^v?p(unpck[lh]\w+|shufd|shuflw|shufhw)$|^v?(unpck[lh]|shuf)p[sd]$|^v?movs[hl]dup$/, 'xyz'),
	named(/^vps(ll|rl|ra)v[wdq]$/, 'xyz'),
	named(/^v?pcmp(eq[bwd]|gt[bwd])$|^v?p?blend(v?b|v?p[sd]|w|d)$|^v?movddup$/, 'xy'),
	named(/^v?p(cmpgtq)$/, 'xy'),
	named(/^v?pcmpeqq$|^v?psign[bwd]$/, 'y'),
	named(/^v?pshufb$/, 'x'),
	(instruction) => named(/^v?ps(ll|rl|ra)[wdq]$/, 'xyz')(instruction) && byConstant(instruction),
	(instruction) => named(/^vpermilp[sd]$/, 'xyz')(instruction) && byConstant(instruction),
	(instruction) =>
		named(/^vpbroadcast[bwdq]$/, 'xyz')(instruction) &&
		instruction.operands.slice(1).every(isVector),
	named(/^v(insert[if]128|inserti32x4)$/, 'yz'),
	...[saturates, absolute, counts, /^vpavg[bw]$/].map((mnemonics) => named(mnemonics, 'yz')),
	(instruction) =>
		/^v?pinsr[bwdq]$/.test(instruction.mnemonic) && loadedFrom(instruction) === undefined
];

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
	{
		matches: (instruction) =>
			/^v?pinsr[bwdq]$/.test(instruction.mnemonic) && loadedFrom(instruction) !== undefined,
		model: 4,
		processor: 2
	},
	{ name: 'lea with a scaled index', matches: scalesAlone, model: 2, processor: 1 },
	{
		name: 'an addition of floating-point numbers',
		matches: named(/^v?(add|sub|addsub)[ps][sd]$/, 'xyz'),
		model: 3,
		processor: 2
	},
	{
		matches: (instruction) => simple.some((matches) => matches(instruction)),
		atMost: true,
		model: 1,
		processor: 2
	},
	{
		matches: (instruction) => named(/^vpermilp[sd]$/, 'x')(instruction) && !byConstant(instruction),
		model: 3,
		processor: 2
	},
	{ matches: named(/^v?ph(add|sub)[wd]$/, 'x'), model: 2, processor: 4 },
	{ matches: named(/^v?ph(add|sub)[wd]$/, 'y'), model: 3, processor: 4 },
	{ matches: named(/^v?hadd?p[sd]$/, 'xy'), model: 4, processor: 5 },
	{ matches: named(/^vcvtt?ps2dq$/, 'yz'), model: 4, processor: 3 },
	{ matches: named(/^vextract[if]128$/), model: 4, processor: 3 },
	{ matches: named(/^v?gf2p8mulb$|^vpmultishiftqb$/), model: 1, processor: 3 },
	{
		matches: (instruction) => named(/^vpermq$/, 'z')(instruction) && byConstant(instruction),
		model: 1,
		processor: 4
	},
	{ matches: named(/^v?pclmulqdq$/), model: 4, processor: 5 },
	{ matches: named(/^v?psadbw$/, 'z'), model: 4, processor: 3 }
];

const general = (mnemonics: RegExp) => (instruction: Decoded) =>
	mnemonics.test(instruction.mnemonic) && !instruction.operands.some(isMemory);
/** On one of the two units of each width that multiply, add numbers or shift. */
const onTwoUnits =
	/^vpmul|^vpmadd|^v(add|sub|mul|min|max)p[sd]$|^vfn?m(add|sub)|^vpack|^vps(ll|rl|ra)v?[wdq]$|^vpsadbw$|^vcvtt?(u?dq2ps|ps2u?dq)$/;
const acrossLanes =
	/^vp?(perm(?!il)|broadcast|insert[fi]|extract[fi]|shuf[fi])|^v(align[dq]|pshufb|palignr)$/;
const withinLanes = /^vp?unpck|^vp?shuf(d|lw|hw|p[sd])$|^vmovs[hl]dup$|^vpermilp[sd]$/;

/** Of instructions that do not wait for each other, each. */
export const throughputs: readonly Figure[] = [
	{
		name: 'shuffles of 256 or 512 bits across lanes',
		matches: (instruction) =>
			acrossLanes.test(instruction.mnemonic) &&
			(isOf('y')(instruction) || isOf512(instruction)) &&
			fromRegister(instruction),
		model: 1,
		processor: 0.5
	},
	{
		name: 'shuffles of 512 bits within lanes',
		matches: (instruction) =>
			withinLanes.test(instruction.mnemonic) && isOf512(instruction) && fromRegister(instruction),
		model: 1,
		processor: 0.25
	},
	{
		name: 'shuffles of 128 or 256 bits within lanes',
		matches: (instruction) =>
			withinLanes.test(instruction.mnemonic) && !isOf512(instruction) && fromRegister(instruction),
		model: 0.5,
		processor: 0.25
	},
	{
		name: 'stores of at most 256 bits',
		matches: (instruction) => stores(instruction) && !isOf512(instruction),
		model: 1,
		processor: 0.5
	},
	{
		name: 'multiplications, additions of numbers, shifts or conversions of 512 bits',
		matches: (instruction) => onTwoUnits.test(instruction.mnemonic) && isOf512(instruction),
		model: 1,
		processor: 0.5
	},
	{
		name: 'simple operations of 512 bits',
		matches: (instruction) =>
			named(/^vp(add|sub|min[su]|max[su])[bwd]$|^vpaddq$|^vpsubq$|^vp(and|andn|or|xor)[dq]$/)(
				instruction
			) && isOf512(instruction),
		model: 0.5,
		processor: 0.25
	},
	...[saturates, absolute, counts, /^v?psign[bwd]$/, /^v?cmp\w*p[sd]$/].map((mnemonics) => ({
		matches: named(mnemonics, 'x'),
		model: 1,
		processor: 0.5
	})),
	...[/^v?ps(ll|rl)dq$/, /^vpro[lr]v?[dq]$/, /^vpm(in|ax)[su]q$/, /^vplzcnt[dq]$/].map(
		(mnemonics) => ({ matches: named(mnemonics, 'xyz'), model: 1, processor: 0.5 })
	),
	{ matches: named(/^v?(min|max|cmp\w*)s[sd]$/), model: 1, processor: 0.5 },
	{ matches: named(/^vpdp(busd|wssd)s?$/), model: 2, processor: 0.5 },
	{
		name: 'insertions of what is loaded',
		matches: (instruction) =>
			/^v?pinsr[bwdq]$/.test(instruction.mnemonic) && loadedFrom(instruction) !== undefined,
		model: 1.5,
		processor: 0.5
	},
	{
		name: 'moves from vector registers to general ones or to the flags',
		matches: (instruction) =>
			leavesVectors(instruction) &&
			!/^v?cvt/.test(instruction.mnemonic) &&
			!instruction.operands.some(isMask),
		model: 1,
		processor: 0.5
	},
	{
		name: 'moves from general registers to masks',
		matches: (instruction) =>
			/^kmov[bwdq]$/.test(instruction.mnemonic) &&
			instruction.operands.slice(1).some((operand) => !isMask(operand) && !isMemory(operand)),
		model: 0.5,
		processor: 1
	},
	{
		name: 'comparisons of 128 or 256 bits into a mask',
		matches: (instruction) =>
			ofMask(/^vp(cmp|test)/, () => true)(instruction) && !isOf512(instruction),
		model: 0.25,
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
		processor: 0.8
	},
	{ name: 'nops', matches: ({ mnemonic }) => mnemonic === 'nop', model: 0.25, processor: 1 / 8 },
	{ matches: general(/^imul$/), model: 1, processor: 1 / 3 },
	{ matches: general(/^(pdep|pext|crc32)$/), model: 1, processor: 0.35 },
	{ matches: general(/^set\w+$/), model: 1, processor: 0.2 },
	{ matches: general(/^bs[fr]$/), model: 1, processor: 1 / 3 },
	{ matches: general(/^tzcnt$/), model: 0.5, processor: 1 / 3 },
	{ matches: general(/^bls(r|i|msk)$/), model: 0.25, processor: 1 / 3 },
	{ matches: general(/^mulx?$/), model: 1, processor: 2 / 3 },
	{
		name: 'conditional moves by one flag',
		matches: general(/^cmov(n?[bcopsz]|n?e|ae)$/),
		model: 0.5,
		processor: 0.2
	},
	{
		name: 'shifts and rotations',
		matches: general(/^(s[ah][lr]x?|ro[lr]x?)$/),
		model: 0.5,
		processor: 1 / 3
	},
	{
		name: 'lea with three parts',
		matches: ({ mnemonic, operands: [, address = ''] }) =>
			mnemonic === 'lea' && partsOf(address) > 2,
		model: 1 / 3,
		processor: 0.45
	},
	{ matches: named(/^v?pcmpgtq$/, 'xy'), model: 0.25, processor: 0.5 },
	{ matches: named(counts, 'y'), model: 0.25, processor: 0.5 },
	{ matches: named(/^v?gf2p8mulb$|^vpmultishiftqb$/, 'xy'), model: 0.25, processor: 0.5 },
	{ matches: named(/^v?pclmulqdq$/), model: 1.5, processor: 2 },
	{ matches: named(/^v?div[ps]s$/, 'xy'), model: 3, processor: 2.5 },
	{ matches: named(/^v?div[ps]d$/, 'xy'), model: 5, processor: 4 },
	{ matches: named(/^vdivps$/, 'z'), model: 6, processor: 2.5 },
	{ matches: named(/^vdivpd$/, 'z'), model: 10, processor: 4 }
];
