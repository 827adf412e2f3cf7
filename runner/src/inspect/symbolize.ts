/**
 * llvm-symbolizer: the line of the learner's file for each address, through inline stacks (a header of C++, say). Code that
 * the compiler made without a line has none. `llvm-objdump -l` would save this step but is not equally right: it leaves the
 * line of the instruction before on such code (1 of 8 instructions of our fixtures compiled by clang).
 */
import { linesOf } from './lines.ts';
import { z } from 'zod';
import type { Command, Limits, Output } from '../sandbox/command.ts';
import { llvmTool } from '../sandbox/llvm.ts';
import { parseJson } from './parse-json.ts';
import { hexadecimal } from './listing.ts';

/** @param program artifact with the line table */
export function symbolizeCommand(
	program: string,
	addresses: readonly number[],
	limits: Limits
): Command {
	return {
		argv: [
			llvmTool('llvm-symbolizer'),
			'--inlines',
			'--output-style=JSON',
			'-e',
			`{in}/${program}`
		],
		env: {},
		uses: [program],
		stdin: addresses.map((address) => `${hexadecimal(address)}\n`).join(''),
		limits
	};
}

const Row = z.object({
	Address: z.string(),
	Symbol: z.array(z.object({ FileName: z.string(), Line: z.int() })).default([])
});

/** Line of `file`, the learner's, by address: the innermost frame that is in it. Rows that do not parse give no line. */
export function readSymbols(output: Output, file: string): Map<number, number> {
	const lines = new Map<number, number>();
	for (const text of linesOf(output.stdout.toString('utf8'))) {
		const row = Row.safeParse(parseJson(text)).data;
		const address = Number(row?.Address);
		const frame = row?.Symbol.find(
			({ FileName, Line }) => Line > 0 && (FileName === file || FileName.endsWith(`/${file}`))
		);
		if (frame && Number.isSafeInteger(address)) lines.set(address, frame.Line);
	}
	return lines;
}
