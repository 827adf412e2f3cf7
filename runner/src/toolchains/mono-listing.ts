/** What of the listing of Mono's image is the learner's code, and how its methods are called. */
import type { DecodedFunction } from '../inspect/listing.ts';

/** How Mono's ahead-of-time compiler names the kernel. */
const kernelSymbol = 'Kernel_Run_ulong';

/** The learner's methods lie between these two symbols; behind them are tables and ways into the runtime. */
const [codeStart, codeEnd] = ['jit_code_start', 'jit_code_end'];

/** @param text the listing itself */
export function ofTheLearner(
	functions: readonly DecodedFunction[],
	text: string
): DecodedFunction[] {
	const end = endOfCode(text);
	return linked(
		functions
			.filter(({ symbol, address }) => symbol !== codeStart && address < end)
			.map(withoutConstants)
	);
}

/** Through this, methods of the file call each other: a table of jumps, which is bound when they are first called. */
const plt = 'plt_';

/** Calls lead to the methods that are shown, not to their entries of that table; the kernel is called so in every language. */
export function linked(functions: readonly DecodedFunction[]): DecodedFunction[] {
	const bySymbol = new Map(functions.map(({ symbol, address }) => [`${plt}${symbol}`, address]));
	return functions.map((decoded) => ({
		...decoded,
		symbol: decoded.symbol === kernelSymbol ? 'kernel' : decoded.symbol,
		instructions: decoded.instructions.map((instruction) => {
			const { callee = '', text } = instruction;
			const target = bySymbol.get(callee);
			return target === undefined
				? instruction
				: {
						...instruction,
						target,
						callee: callee.slice(plt.length),
						text: text.replace(`<${plt}`, '<')
					};
		})
	}));
}

/**
 * Mono puts the floating-point constants of a method behind its code, where objdump takes them for instructions. The code
 * ends before the first constant that one of its instructions reads; everything after that is data.
 */
export function withoutConstants(decoded: DecodedFunction): DecodedFunction {
	const { instructions } = decoded;
	const last = instructions.at(-1)?.address ?? decoded.address;
	let constants = Infinity;
	for (const { address, mnemonic, reference } of instructions) {
		if (address >= constants) break;
		if (reference === undefined || mnemonic === 'lea' || reference > last) continue;
		if (reference > address) constants = Math.min(constants, reference);
	}
	if (constants === Infinity) return decoded;
	const before = instructions.filter(({ address }) => address < constants);
	const end = before.findLastIndex(
		({ flow }) => flow === 'end' || flow === 'jump' || flow === 'call'
	);
	return { ...decoded, instructions: before.slice(0, end + 1) };
}

/** objdump names the symbol even where it has dropped everything behind it as padding. */
function endOfCode(listing: string): number {
	const found = new RegExp(`^([0-9a-f]{1,16}) <${codeEnd}>:$`, 'm').exec(listing);
	return found ? parseInt(found[1] ?? '', 16) : Infinity;
}
