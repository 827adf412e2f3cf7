/**
 * The machine code of the learner's functions in a program that also holds what it uses of Crystal's library and of
 * libraries in C. A function is the learner's if it begins in the learner's file by its debug information.
 */
import { linesOf } from '../inspect/lines.ts';
import { z } from 'zod';
import { disassembleCommand, readDisassembly, withLines } from '../inspect/disassemble.ts';
import { addressesOf, hexadecimal, type DecodedFunction } from '../inspect/listing.ts';
import { parseJson } from '../inspect/parse-json.ts';
import { done, failed } from '../inspect/read.ts';
import { readSymbols, symbolizeCommand } from '../inspect/symbolize.ts';
import { failureOf } from '../measure/failure-of.ts';
import type { Command, Limits, Output } from '../sandbox/command.ts';
import { inForce } from '../sandbox/limits.ts';
import { llvmTool } from '../sandbox/llvm.ts';
import { crystalLibrary, crystalParts, plainPaths } from './crystal-paths.ts';
import { programName, sourceName } from './names.ts';
import { step } from './toolchain.ts';
import type { Build, Steps } from './toolchain.ts';

type ElfSymbol = { address: number; bytes: number; symbol: string };

export function* disassembleCrystal(build: Build, limits: Limits): Steps<DecodedFunction[]> {
	const stage = 'disassemble';
	const { variant, target } = build;
	const program = programName(variant);
	const table = yield* step({ stage, command: symbolTableCommand(program, limits) });
	const failure = failureOf(table, { stage, variant }, inForce(limits));
	if (failure) return failed(failure);
	const all = readSymbolTable(table.stdout.toString('utf8'));

	const starts = all.map(({ address }) => address);
	const where = yield* step({ stage, command: symbolizeCommand(program, starts, limits) });
	const begun = beginsIn(where, sourceName(build));
	const own = all.filter(({ address }) => begun.has(address));
	const [first, last] = [own.at(0), own.at(-1)];
	if (!first || !last) return done([]);

	const span = [
		`--start-address=${hexadecimal(first.address)}`,
		`--stop-address=${hexadecimal(last.address + last.bytes)}`
	];
	const listing = yield* step({
		stage,
		command: disassembleCommand(program, target, limits, span)
	});
	const read = readDisassembly(listing, variant, target, inForce(limits));
	if (!read.ok) return read;
	const functions = read.value.filter(({ address }) => begun.has(address));

	const addresses = addressesOf(functions);
	const symbols = yield* step({ stage, command: symbolizeCommand(program, addresses, limits) });
	const lines = readSymbols(withoutLibrary(symbols), sourceName(build));
	return done(withLines(functions, lines).map((decoded) => readable(decoded, build)));
}

const symbolTableCommand = (program: string, limits: Limits): Command => ({
	argv: [llvmTool('llvm-objdump'), '-t', `{in}/${program}`],
	env: {},
	uses: [program],
	limits
});

/** Functions of the text section in the order of their addresses. */
export function readSymbolTable(text: string): ElfSymbol[] {
	const found: ElfSymbol[] = [];
	for (const line of linesOf(text)) {
		const match = /^([0-9a-f]{16}) .{6}F \.text\t([0-9a-f]{16}) (?:\.hidden )?(.{1,4000})$/.exec(
			line
		);
		if (match)
			found.push({
				address: parseInt(match[1] ?? '', 16),
				bytes: parseInt(match[2] ?? '', 16),
				symbol: match[3] ?? ''
			});
	}
	return found.sort((a, b) => a.address - b.address);
}

const Row = z.object({
	Address: z.string(),
	Symbol: z.array(z.object({ StartAddress: z.string(), StartFileName: z.string() }))
});

/** The addresses, among the given, at which a function of `file` begins. */
export function beginsIn(output: Output, file: string): Set<number> {
	const found = new Set<number>();
	for (const text of linesOf(withoutLibrary(output).stdout.toString('utf8'))) {
		const row = Row.safeParse(parseJson(text)).data;
		// The outermost frame is the function itself; the others were inlined into it.
		const frame = row?.Symbol.at(-1);
		const name = frame?.StartFileName ?? '';
		if (row && (name === file || name.endsWith(`/${file}`))) found.add(Number(row.Address));
	}
	return found;
}

const library = new RegExp(`"(${crystalLibrary}|${crystalParts})/[^"]*"`, 'g');

/** Files of the library may have the learner's file's name. */
const withoutLibrary = (output: Output): Output => ({
	...output,
	stdout: Buffer.from(output.stdout.toString('utf8').replaceAll(library, '""'))
});

/** Procs are named after the place of their source; a step's folder means nothing to people. */
const readable = (decoded: DecodedFunction, build: Build): DecodedFunction => ({
	...decoded,
	symbol: plainPaths(decoded.symbol, build),
	instructions: decoded.instructions.map((instruction) =>
		instruction.text.includes('/')
			? {
					...instruction,
					text: plainPaths(instruction.text, build),
					...(instruction.callee === undefined
						? {}
						: { callee: plainPaths(instruction.callee, build) })
				}
			: instruction
	)
});
