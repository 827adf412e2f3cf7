/**
 * Instructions as the assembler in llvm-mca reads them again (tests/integration/inspect/roundtrip.test.ts), and why some loops are
 * not given to it at all.
 */
import type { Target } from '@cyclelab/exercises/schema';
import { leastCoverage } from './badges.ts';
import { hexadecimal, type Decoded } from './listing.ts';
import { callsIn, maximumInstructions, type LoopPath } from './loop-path.ts';
import type { Model } from './models.ts';
import { isAtomic } from './opcodes.ts';
import { beyondIn } from './stepped.ts';
import { extensionsOf } from '@cyclelab/contract/flags/processors';
import { shortName } from '@cyclelab/contract/shorten';

export type Tool = 'llvm-mca' | 'OSACA';

/** What a call calls, for a sentence. A direct call of a function without a name is one that glibc chooses for the processor. */
export const calleeOf = ({ callee, target }: Pick<Decoded, 'callee' | 'target'>): string =>
	callee ?? (target === undefined ? 'a function through a pointer' : 'a function of a library');

/** Why a path is not given to a tool at all; undefined if it is. */
export function refuse(
	path: Pick<LoopPath, 'instructions'>,
	target: Target,
	tool: Tool = 'llvm-mca'
): string | undefined {
	const calls = callsIn(path);
	if (calls.length > 0) {
		const names = [...new Set(calls.map(calleeOf))];
		return `The loop calls ${names.slice(0, 3).map(shortName).join(', ')}, and ${tool} sees only the caller; a call is predicted only where the compiler inlines it.`;
	}
	if (path.instructions.length === 0) return 'The loop has no instructions to predict.';
	if (path.instructions.length > maximumInstructions)
		return `One pass of the loop has ${path.instructions.length} instructions, more than the ${maximumInstructions} given to ${tool}; try less unrolling.`;
	const odd = path.instructions.find((instruction) => assembly(instruction, target) === undefined);
	if (odd) return `${tool} cannot read the instruction at ${hexadecimal(odd.address)}.`;
	return undefined;
}

/** Why no single path represents the loop: only `pathCoverage` of the passes take the most frequent path. Undefined if it does. */
export const refuseCoverage = (pathCoverage: number, tool: Tool = 'llvm-mca'): string | undefined =>
	pathCoverage >= leastCoverage
		? undefined
		: `The passes of the loop take different ways, only ${Math.floor(pathCoverage * 100)} % of them the most frequent one; ${tool} predicts a single way.`;

/** Levels of the instruction set, which stand for processors that are not known. */
const isLevel = /^x86-64/;

/** Why this model is not asked; undefined if it is. */
export function refuseModel(
	path: Pick<LoopPath, 'instructions'>,
	{ hangs, mcpu, model, target, lse }: Model
): string | undefined {
	const own = target === 'x86-64' && !isLevel.test(mcpu) ? extensionsOf(mcpu) : [];
	for (const { mnemonic, text } of own.length === 0 ? [] : path.instructions) {
		const extension = beyondIn(text);
		if (extension !== undefined && !own.includes(extension))
			return `${mcpu} has no ${extension}, which ${mnemonic} needs.`;
	}
	// Checked first, so that no model is asked in vain.
	const unknown = target === 'arm64' && !lse && path.instructions.find(isAtomic);
	if (unknown)
		return `llvm-mca has no figures for ${unknown.mnemonic} in its ${model} model; the same operation by load and store exclusive, as for armv8-a, it can predict.`;
	const hanging = path.instructions.find(({ mnemonic }) => hangs?.test(mnemonic));
	return (
		hanging &&
		`llvm-mca never comes to an end with ${hanging.mnemonic} in its ${model} model; other models answer.`
	);
}

/**
 * Printed by objdump from machine code, but names in a program can be anything: only plain operands pass. Comparisons of vectors
 * alone have a `_` in their mnemonic, between the relation and what it says of NaNs (`vcmplt_oqps`).
 */
const plain: Record<Target, RegExp> = {
	'x86-64': /^(?:vcmp[a-z]+_[a-z]+ )?[a-z{][a-z0-9 .,+*:[\](){}-]*$/,
	// Immediates begin with #, system registers are in capitals, ! writes an address back, /m and /z follow predicates.
	arm64: /^[a-z](?:[a-zA-Z0-9_ .,*[\]{}#!-]|\/[mz]\b)*$/
};

/** An instruction as the assembler reads it; undefined if it is not plain. */
export function assembly(instruction: Decoded, target: Target): string | undefined {
	const { prefixes, mnemonic, operands } = instruction;
	// The assembler makes prefixes of a nop, as markers of IACA have, instructions of their own.
	if (target === 'x86-64' && mnemonic === 'nop' && operands.length === 0) return mnemonic;
	const labelled = hasAddress(instruction, target);
	const kept = labelled ? operands.slice(0, -1) : operands;
	const text = [...prefixes, mnemonic, kept.join(', ')].filter((part) => part !== '').join(' ');
	if (!plain[target].test(text)) return undefined;
	return labelled ? `${text}${kept.length > 0 ? ',' : ''} .Lt` : text;
}

/**
 * Whether the last operand is an address. As a number the assembler refuses it (in Intel syntax for branches; on arm64 for
 * `adr` and loads of literals too), so a label stands for it; which address it is makes no difference to a model.
 */
const hasAddress = ({ target, reference }: Decoded, architecture: Target): boolean =>
	target !== undefined || (architecture === 'arm64' && reference !== undefined);
