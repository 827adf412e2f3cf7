/**
 * Basic blocks of real programs that can be executed alone, as a straight line: from a listing of machine code. Pure.
 * The method and its traps: BHive (Chen et al., IISWC 2019), and its critique in uiCA (Abel and Reineke, ICS 2022).
 */
import { assembly } from '../inspect/assembly.ts';
import { isJump, type Decoded, type DecodedFunction } from '../inspect/listing.ts';
import { opcodes } from '../inspect/opcodes.ts';

/** A block without the jump, call or return that ends it. */
export type CodeBlock = {
	instructions: readonly Decoded[];
	/** One line for each instruction, as the assembler reads it: the same for the same code wherever it lies. */
	text: string;
};

/** Why a block is not measured; every reason is counted. */
type Exclusion =
	| 'too-short'
	| 'too-long'
	| 'system'
	| 'segment'
	| 'repeated'
	| 'x87'
	| 'unreadable';

type Extracted = { blocks: CodeBlock[]; excluded: Map<Exclusion, number> };

/** Instructions of a block: longer ones are rare, and their copies would leave the µop cache. */
export const lengths = { atLeast: 2, atMost: 40 };

/** Blocks by text, each once, in the order of the listing. x86-64 only. */
export function extractBlocks(functions: readonly DecodedFunction[]): Extracted {
	const blocks = new Map<string, CodeBlock>();
	const excluded = new Map<Exclusion, number>();
	for (const { instructions } of functions)
		for (const body of straightLines(instructions)) {
			const reason = exclusionOf(body);
			if (reason) {
				excluded.set(reason, (excluded.get(reason) ?? 0) + 1);
				continue;
			}
			const text = body.map((instruction) => assembly(instruction, 'x86-64')).join('\n');
			if (!blocks.has(text)) blocks.set(text, { instructions: body, text });
		}
	return { blocks: [...blocks.values()], excluded };
}

/** Instructions between two places where control can enter or leave; `nop`s that fill space are left out. */
function straightLines(instructions: readonly Decoded[]): Decoded[][] {
	const targets = new Set(
		instructions.flatMap((instruction) =>
			isJump(instruction) && instruction.target !== undefined ? [instruction.target] : []
		)
	);
	const lines: Decoded[][] = [[]];
	for (const instruction of instructions) {
		if (targets.has(instruction.address)) lines.push([]);
		if (instruction.flow !== undefined) lines.push([]);
		else if (!isFiller(instruction)) lines.at(-1)?.push(instruction);
	}
	return lines.filter((line) => line.length > 0);
}

const isFiller = ({ mnemonic }: Decoded) => mnemonic === 'nop' || mnemonic === 'endbr64';

/** Kinds of `opcodes.json` that would end the process, or change how it goes on. */
const leaving = opcodes['x86-64'].filter(({ id }) =>
	['system', 'control-word', 'transaction'].includes(id)
);
const repeated = opcodes['x86-64'].filter(({ id }) => id === 'repeated');
/** Privileged, or about the state of the process: none of them is in `leaving`. */
const privileged =
	/^(int[o13]?|iretq?|in|ins[bwd]|out|outs[bwd]|cli|sti|clts|invd|wbinvd|invlpg|lgdt|lidt|lldt|ltr|lmsw|(rd|wr)(fs|gs)base|swapgs|sysret|sysexit|rdmsr|wrmsr|rdpid|v?ldmxcsr|xsusldtrk|ud[012]b?|ld?tilecfg|sttilecfg|tile\w*|enclu|encls|clui|stui|uiret|senduipi|wrss\w*|rstorssp|(inc|rd)ssp[dq]?|hreset|pconfig|umonitor|cldemote)$/;
const segmented = /\b[c-gs]s:|^[c-gs]s$/;

function exclusionOf(body: readonly Decoded[]): Exclusion | undefined {
	if (body.length < lengths.atLeast) return 'too-short';
	if (body.length > lengths.atMost) return 'too-long';
	return instructionExclusion(body);
}

/** Why an instruction cannot be executed in a block, whatever the block's length is; undefined if all can. */
export function instructionExclusion(
	body: readonly Decoded[]
): Exclude<Exclusion, 'too-short' | 'too-long'> | undefined {
	const isOne = (kinds: typeof leaving, instruction: Decoded) =>
		kinds.some(({ matches }) => matches(instruction));
	if (
		body.some((instruction) => isOne(leaving, instruction) || privileged.test(instruction.mnemonic))
	)
		return 'system';
	if (body.some(({ operands }) => operands.some((operand) => segmented.test(operand))))
		return 'segment';
	if (body.some((instruction) => isOne(repeated, instruction))) return 'repeated';
	if (body.some(isX87)) return 'x87';
	if (body.some((instruction) => assembly(instruction, 'x86-64') === undefined))
		return 'unreadable';
	return undefined;
}

/** x87 and MMX share a stack of registers whose fill level would differ from copy to copy. */
const isX87 = ({ mnemonic, operands }: Decoded) =>
	mnemonic.startsWith('f') || operands.some((operand) => /\bst\(|\bmm[0-7]\b/.test(operand));
