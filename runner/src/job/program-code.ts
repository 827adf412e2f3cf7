/** Shell: machine code of the programs that the image of C has from Debian, disassembled in a sandbox. */
import { isaOf } from '../inspect/isa-of.ts';
import type { DecodedFunction } from '../inspect/listing.ts';
import { parseListing } from '../inspect/objdump.ts';
import type { Sandbox } from '../sandbox/command.ts';
import { stepLimits } from '../sandbox/limits.ts';
import { llvmTool } from '../sandbox/llvm.ts';

/** `from`: where the code comes from, in the words of tables. */
type DebianProgram = { from: string; path: string };

const libraries = '/usr/lib/x86_64-linux-gnu';
const library = (from: string, file: string): DebianProgram => ({
	from,
	path: `${libraries}/${file}`
});

export const debianPrograms: readonly DebianProgram[] = [
	library('glibc', 'libc.so.6'),
	library('glibc', 'libm.so.6'),
	library('OpenSSL', 'libcrypto.so.3'),
	library('SQLite', 'libsqlite3.so.0.8.6'),
	library('zlib', 'libz.so.1'),
	library('Zstandard', 'libzstd.so.1'),
	library('libstdc++', 'libstdc++.so.6'),
	library('LLVM', 'libLLVM.so.22.1')
];

/** Code of one listing, bytes: some hundred blocks, and less than a megabyte of text. */
const windowBytes = 16 * 1024;
/** A listing that begins inside an instruction is in step again after a few; the first are left out. */
const outOfStep = 16;

/**
 * Some of a program's code: a window that begins at the part `at` of its section .text, 0 to 1. Throws if the tool failed.
 */
export async function windowOf(
	sandbox: Pick<Sandbox, 'run'>,
	{ path }: DebianProgram,
	at: number
): Promise<DecodedFunction[]> {
	const dump = async (options: readonly string[]) => {
		const { exit, stdout, stderr, truncated } = await sandbox.run({
			argv: [llvmTool('llvm-objdump'), ...options, path],
			env: {},
			limits: stepLimits.disassemble
		});
		if (exit.code !== 0 || truncated)
			throw new Error(`${path} was not disassembled: ${stderr.toString('utf8').slice(0, 400)}`);
		return stdout.toString('utf8');
	};
	const [, size = '', first = ''] =
		/^ *\d+ \.text +([0-9a-f]+) ([0-9a-f]+)/m.exec(await dump(['-h'])) ?? [];
	const [from, bytes] = [parseInt(first, 16), parseInt(size, 16)];
	if (!Number.isFinite(from + bytes)) throw new Error(`${path} has no section .text`);
	const start = from + Math.floor(at * Math.max(0, bytes - windowBytes));
	const text = await dump([
		'-d',
		'--no-show-raw-insn',
		'--no-leading-headers',
		...isaOf('x86-64').syntax,
		'--section=.text',
		`--start-address=${start}`,
		`--stop-address=${Math.min(start + windowBytes, from + bytes)}`
	]);
	return parseListing(text, isaOf('x86-64')).map((decoded): DecodedFunction => ({
		...decoded,
		instructions: decoded.instructions.slice(outOfStep)
	}));
}
