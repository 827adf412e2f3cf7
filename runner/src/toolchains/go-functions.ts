/** Which code of a Go program is the learner's: the functions of package main, but for the generated `main`. */
import { linesOf } from '../inspect/lines.ts';
import type { DecodedFunction } from '../inspect/listing.ts';
import type { Command, Limits, Output } from '../sandbox/command.ts';
import { llvmTool } from '../sandbox/llvm.ts';

/** A program holds the runtime and all it imports, some 100,000 instructions: where to look is asked before. */
export const symbolsCommand = (program: string, limits: Limits): Command => ({
	argv: [llvmTool('llvm-objdump'), '-t', `{in}/${program}`],
	env: {},
	uses: [program],
	limits
});

const packagePrefix = 'main.';
const generated = 'main.main';
const symbol = /^([0-9a-f]{16}) .{6}F \.text\t([0-9a-f]{16}) (?:\.hidden )?(main\..+)$/;

/**
 * Options of llvm-objdump for the part of the text section that holds the learner's functions; the linker keeps a
 * package together.
 * @throws if there are none: a program that was linked has a `kernel`
 */
export function readExtent({ stdout }: Pick<Output, 'stdout'>): string[] {
	let from = Infinity;
	let to = 0;
	for (const line of linesOf(stdout.toString('utf8'))) {
		const [, address = '', size = '', name = ''] = symbol.exec(line.slice(0, 4000)) ?? [];
		if (name === '' || name === generated) continue;
		from = Math.min(from, parseInt(address, 16));
		to = Math.max(to, parseInt(address, 16) + parseInt(size, 16));
	}
	if (to === 0) throw new Error('a Go program without functions of package main');
	return ['-j', '.text', `--start-address=${from}`, `--stop-address=${to}`];
}

/** Named as in the file: `kernel`, not `main.kernel`. */
export const learners = (functions: readonly DecodedFunction[]): DecodedFunction[] =>
	functions
		.filter((one) => one.symbol.startsWith(packagePrefix) && one.symbol !== generated)
		.map((one) => ({ ...one, symbol: one.symbol.slice(packagePrefix.length) }));
