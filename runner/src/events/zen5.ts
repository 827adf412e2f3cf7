/**
 * What LLVM's model has wrong of a Zen 5: LLVM 22 has Zen 4's in its place. Measured on a Zen 5 (family 26, model 2) on 30 November 2026 as
 * chains of 6 to 12 and as streams of 8 to 192 instructions. Cycles, model first. Chains: integer operations, logic, shifts and shuffles of
 * vectors 1.0 and 2.0 (30 forms), sums of floating-point numbers 3.0 and 2.0, but 3.0 behind a multiplication, `lea` with a
 * scaled index 2.0 and 1.0, vextracti128 4.0 and 3.0, vdivpd 13.0 and 17.9. Streams: loads of general registers 0.33 and 0.25, additions, comparisons and `lea`
 * 0.25 and 0.17 to 0.19, constants 0.50 and 0.17, shifts 0.50 and 0.36, imul 1.00 and 0.33, tzcnt 0.50 and 0.36, cmov 0.50 and 0.25, setcc 1.00 and 0.25,
 * `lea` with three parts 0.25 and 0.50, operations on memory 0.67 and 0.49, stores of up to 256 bits 1.00 and 0.50, operations of 512 bits
 * 1.00 and 0.49 or 0.50 and 0.25, minima, maxima and comparisons of scalars 1.00 and 0.50, vmovq to a general register 1.00 and 0.51. Pure.
 */
import { isMemory, isOf512, isVector, named, partsOf } from '../inspect/figures-znver4.ts';
import { isConditionalJump, type Decoded } from '../inspect/listing.ts';
import type { Correction } from './schedulers.ts';

/** Micro-operations dispatched in a cycle: `nop`s in lines of eight to twelve take an eighth each. */
export const width = 8;

const isConstant = (operand = '') => /^-?(0x)?[\da-f]+$/.test(operand);
const hasVector = ({ operands }: Decoded) => operands.some(isVector);
const stores = ({ operands: [to = ''] }: Decoded) => isMemory(to);
const loads = ({ operands: [, ...from] }: Decoded) => from.some(isMemory);

const isSum = named(/^v?(add|sub)[ps][sd]$/);
const isQuick = named(
	/^v?(p(add|sub)[bwdq]|p(andn?|x?or|ternlog)[dq]?|(andn?|x?or)p[sd]|p(max|min)[su][bwd]|pcmp(eq|gt)[bwd]|p?unpck[lh](bw|wd|dq|qdq|p[sd])|pshufd|shufp[sd]|pblendd|ps(ll|rl|ra)v[dq]|pbroadcast[dq]|insert[fi]128)$/
);
const isQuickByConstant = named(/^v?(ps(ll|rl|ra)[wdq]|permilp[sd])$/);

const isAddress = named(/^lea$/);
const isFar = ({ operands: [, address = ''] }: Decoded) => partsOf(address) > 2;

function laterOf(instruction: Decoded): number {
	const { mnemonic, operands } = instruction;
	if (isAddress(instruction) && !isFar(instruction))
		return /[248]\*/.test(operands[1] ?? '') ? -1 : 0;
	if (!isVector(operands[0] ?? '')) return 0;
	if (/^v?divp?[sp]d$/.test(mnemonic)) return 5;
	if (mnemonic === 'vextracti128') return -1;
	const isOne =
		isQuick(instruction) || (isQuickByConstant(instruction) && isConstant(operands.at(-1)));
	return isOne ? 1 : 0;
}

/** Groups of units, and cycles that an operation takes of each: an instruction that is executed in a group of n takes it for the n-th part of a cycle. */
const [arithmetic, shifting, branching, loading, storing, loadingVectors] = [0, 1, 2, 3, 4, 5];
/**
 * Instructions that need their own register's last value do not fill all six units: 24 to 192 additions, to twelve registers in turn, take 0.19 cycles
 * each, and as many constants, comparisons or `lea` 0.17.
 */
const changing = 0.19;
const isMove = named(/^(mov|movzx|movsxd?|movabs|push|pop)$/);

/** Of an instruction without vectors: six units calculate, three of them shift and multiply, three jump, four load, two store. Undefined: as in the model. */
function takesOf(instruction: Decoded): Correction['takes'] {
	const { mnemonic, operands } = instruction;
	const takes: (readonly [number, number])[] = [];
	const isLoad = loads(instruction) || mnemonic === 'pop';
	const isStore = (stores(instruction) && !/^(cmp|test|bt)$/.test(mnemonic)) || mnemonic === 'push';
	const isCompared = stores(instruction) && !isStore;
	if (instruction.prefixes.length > 0) return undefined;
	if (isLoad || isCompared || (isStore && !isMove(instruction))) takes.push([loading, 1 / 4]);
	if (isStore) takes.push([storing, 1 / 2]);
	if (isMove(instruction)) {
		const isRenamed = mnemonic === 'mov' && !operands.some(isMemory) && !isConstant(operands[1]);
		if (!isLoad && !isStore && !isRenamed) takes.push([arithmetic, 1 / 6]);
	} else if (isAddress(instruction))
		takes.push([arithmetic, 1 / 6], ...(isFar(instruction) ? [[shifting, 1 / 2] as const] : []));
	else if (/^(sh[lr]|sa[lr]|ro[lr])x?$|^(imul|tzcnt|lzcnt|popcnt|bs[fr]|andn)$/.test(mnemonic))
		takes.push([arithmetic, 1 / 6], [shifting, 1 / 3]);
	else if (isConditionalJump(instruction)) takes.push([arithmetic, 1 / 6], [branching, 1 / 3]);
	else if (/^(cmp|test|set\w+)$/.test(mnemonic)) takes.push([arithmetic, 1 / 6]);
	else if (/^(add|sub|and|or|xor|inc|dec|neg|not|cdqe|cmov\w+|bswap|adc|sbb)$/.test(mnemonic))
		takes.push([arithmetic, changing]);
	else return undefined;
	return takes;
}

/** Of a vector that is loaded or stored and nothing else; the model has loads and stores of vectors share two units. */
function movesOf(instruction: Decoded): Correction['takes'] {
	if (!/^v?mov(ap|up|dqa|dqu|s)[sd]?(8|16|32|64)?$/.test(instruction.mnemonic)) return undefined;
	if (stores(instruction)) return [[storing, isOf512(instruction) ? 1 : 1 / 2]];
	return loads(instruction) ? [[loadingVectors, 1 / 2]] : undefined;
}

/** The part of the model's time for which an instruction of vectors takes its units: of the first that matches. */
const parts: readonly (readonly [(instruction: Decoded) => boolean, number])[] = [
	[(one) => isOf512(one) && (stores(one) || /^v?mov/.test(one.mnemonic)), 1],
	[isOf512, 1 / 2],
	[stores, 1 / 2],
	[named(/^v?(min|max|cmp\w*)s[sd]$/), 1 / 2],
	[(one) => /^v?mov[dq]$/.test(one.mnemonic) && !isVector(one.operands[0] ?? ''), 1 / 2]
];

export function correctionOf(instruction: Decoded): Correction | undefined {
	const later = laterOf(instruction);
	if (!hasVector(instruction)) {
		const takes = takesOf(instruction);
		return takes || later !== 0 ? { later, part: 1, ...(takes && { takes }) } : undefined;
	}
	const takes = movesOf(instruction);
	if (takes) return { later: 0, part: 1, takes };
	const part = parts.find(([matches]) => matches(instruction))?.[1] ?? 1;
	if (isSum(instruction)) return { later, part, sooner: 1 };
	return part === 1 && later === 0 ? undefined : { later, part };
}
