/**
 * llvm-objdump on the program that runs, read into decoded functions of the learner's file. One listing serves people
 * (Intel syntax) and machines (control flow, llvm-mca). Rules of reading: the sanitising rules of a round trip in which
 * every instruction of whole binaries was assembled again (tests/integration/inspect/roundtrip.test.ts).
 */
import type { Target } from '@cyclelab/exercises/schema';
import { failureOf, type LimitsInForce } from '../measure/failure-of.ts';
import { whole } from '@cyclelab/contract/measure/sentence-numbers';
import type { Command, Limits, Output } from '../sandbox/command.ts';
import { llvmTool } from '../sandbox/llvm.ts';
import { isaOf } from './isa-of.ts';
import type { DecodedFunction } from './listing.ts';
import { mostInstructions, parseListing, readBytes } from './objdump.ts';
import { done, failed, type ReadResult } from './read.ts';

/** Functions of the C runtime's start files, which are linked before the learner's. */
const runtime = [
	'_start',
	'_dl_relocate_static_pie',
	'deregister_tm_clones',
	'register_tm_clones',
	'__do_global_dtors_aux',
	'frame_dummy',
	'_init',
	'_fini'
];

/**
 * @param program artifact, an ELF
 * @param only which of its code, as options of llvm-objdump; by default all sections that can be executed
 */
export function disassembleCommand(
	program: string,
	target: Target,
	limits: Limits,
	only: readonly string[] = []
): Command {
	return {
		argv: [
			llvmTool('llvm-objdump'),
			'-d',
			'--no-show-raw-insn',
			'--no-leading-headers',
			...isaOf(target).syntax,
			...only,
			`{in}/${program}`
		],
		env: {},
		uses: [program],
		limits
	};
}

/**
 * The same program with the bytes of its instructions.
 * @param command as `disassembleCommand` gives it
 */
export const bytesCommand = (command: Command, syntax: 'att' | 'intel'): Command => ({
	...command,
	argv: command.argv.flatMap((word) =>
		word === '--no-show-raw-insn' ? [] : [word === 'intel' ? syntax : word]
	)
});

/** The functions with what `bytesCommand` printed: the bytes, and the text in the syntax that was asked for. */
export function withBytes(
	functions: readonly DecodedFunction[],
	listing: string,
	syntax: 'att' | 'intel'
): DecodedFunction[] {
	const rows = readBytes(listing);
	return functions.map((decoded) => ({
		...decoded,
		instructions: decoded.instructions.map((instruction) => {
			const row = rows.get(instruction.address);
			if (!row) return instruction;
			return { ...instruction, bytes: row.bytes, ...(syntax === 'att' && { att: row.text }) };
		})
	}));
}

/** The functions of the learner's file, yet without lines (`symbolize.ts` has them). */
export function readDisassembly(
	output: Output,
	variant: string,
	target: Target,
	limits: LimitsInForce
): ReadResult<DecodedFunction[]> {
	const failure = failureOf(output, { stage: 'disassemble', variant }, limits);
	if (failure) return failed(failure);
	const functions = parseListing(output.stdout.toString('utf8'), isaOf(target));
	const instructions = functions.reduce((sum, decoded) => sum + decoded.instructions.length, 0);
	if (instructions > mostInstructions)
		return failed({
			kind: 'refused',
			stage: 'disassemble',
			variant,
			reason: `it has ${whole(instructions)} instructions, and at most ${whole(mostInstructions)} are looked at`
		});
	// Once each, from the start: a learner's function may have such a name too.
	const first = new Set(
		runtime.map((name) => functions.find(({ symbol }) => symbol === name)?.address)
	);
	return done(functions.filter(({ address }) => !first.has(address)));
}

/** The functions with their lines, by address. */
export function withLines(
	functions: readonly DecodedFunction[],
	lines: ReadonlyMap<number, number>
): DecodedFunction[] {
	return functions.map((decoded) => ({
		...decoded,
		instructions: decoded.instructions.map((instruction) => {
			const line = lines.get(instruction.address);
			return line === undefined ? instruction : { ...instruction, line };
		})
	}));
}

/** Without the lines that the learner's file does not have: inline assembly may write any number into a line table (`.loc`). */
export const withinLines = (
	functions: readonly DecodedFunction[],
	lineCount: number
): DecodedFunction[] =>
	functions.map((decoded) => ({
		...decoded,
		instructions: decoded.instructions.map((instruction) => {
			const { line, ...others } = instruction;
			return line === undefined || line <= lineCount ? instruction : others;
		})
	}));
