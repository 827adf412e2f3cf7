/** Shell: machine code of real programs, which the sandbox images have from Debian or from their runtimes. */
import type { ImageName } from '@cyclelab/images/recipes';
import { isaOf } from '../../../runner/src/inspect/isa-of.ts';
import type { DecodedFunction } from '../../../runner/src/inspect/listing.ts';
import { parseListing } from '../../../runner/src/inspect/objdump.ts';
import { debianPrograms } from '../../../runner/src/job/program-code.ts';
import { llvmTool } from '../../../runner/src/sandbox/llvm.ts';
import { seeded } from '@cyclelab/contract/measure/seeded';
import { disassembled } from '../../roundtrip.ts';
import {
	standingContainer,
	type StandingContainer
} from '../../integration/sandbox/standing-container.ts';

/** `from`: where the code comes from, in the words of the table. */
type CorpusProgram = { image: ImageName; from: string; path: string };

const coreclr = '/opt/coreclr/shared/Microsoft.NETCore.App/8.0.4';

export const programs: readonly CorpusProgram[] = [
	...debianPrograms.map((program) => ({ image: 'cc' as const, ...program })),
	{ image: 'go', from: 'Go', path: '/opt/cyclelab/go/1.27/bin/compile' },
	{ image: 'rust', from: 'Rust', path: '/usr/lib/x86_64-linux-gnu/librustc_driver*.so' },
	{ image: 'dotnet', from: '.NET', path: `${coreclr}/libcoreclr.so` },
	{ image: 'dotnet', from: '.NET', path: `${coreclr}/libclrjit.so` }
];

/** Bytes of code in one listing, and listings of a program; a smaller program is listed whole. */
const windowBytes = 96 * 1024;
const windows = 8;

/** Some of a program's code, chosen by the seed. Throws if the tool failed. */
export async function codeOf(program: CorpusProgram, seed: number): Promise<DecodedFunction[]> {
	const container = await standingContainer([], program.image);
	try {
		const path = fileOf(container, program.path);
		const text = textSection(container, path);
		const random = seeded(seed);
		const starts = Array.from({ length: windows }, () =>
			Math.floor(text.from + random() * Math.max(0, text.to - text.from - windowBytes))
		);
		const whole = text.to - text.from <= windows * windowBytes;
		const ranges = whole ? [text] : starts.map((from) => ({ from, to: from + windowBytes }));
		return ranges.flatMap((range) => listing(container, path, range));
	} finally {
		container.remove();
	}
}

/** The name of a shared library of rustc has a digest in it. */
function fileOf(container: StandingContainer, pattern: string): string {
	const found = container
		.run(['sh', '-c', `ls ${pattern}`])
		.stdout.toString()
		.trim();
	if (!found || found.includes('\n')) throw new Error(`Not one file is ${pattern}: ${found}`);
	return found;
}

type Range = { from: number; to: number };

function textSection(container: StandingContainer, path: string): Range {
	const headers = container.run([llvmTool('llvm-objdump'), '-h', path]).stdout.toString();
	const [, size = '', from = ''] = /^ *\d+ \.text +([0-9a-f]+) ([0-9a-f]+)/m.exec(headers) ?? [];
	const begin = parseInt(from, 16);
	if (!Number.isFinite(begin)) throw new Error(`${path} has no section .text`);
	return { from: begin, to: begin + parseInt(size, 16) };
}

function listing(
	container: StandingContainer,
	path: string,
	{ from, to }: Range
): DecodedFunction[] {
	const window = ['--section=.text', `--start-address=${from}`, `--stop-address=${to}`];
	return parseListing(disassembled(container, path, 'x86-64', window), isaOf('x86-64')).map(inStep);
}

/** A listing that begins inside an instruction is in step again after a few; the first are left out. */
const outOfStep = 16;
const inStep = (decoded: DecodedFunction): DecodedFunction => ({
	...decoded,
	instructions: decoded.instructions.slice(outOfStep)
});
