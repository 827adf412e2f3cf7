/**
 * Did a program overwrite its own instructions? The observer (`images/base/audit`) reads the bytes of each instruction just before
 * it runs. This file compares them with the runner's copy of the program's file, which no program can reach. Pure.
 */
import { codeNamed, functionNamed } from '../inspect/elf-sections.ts';
import { harnessSection } from '../inspect/objdump.ts';
import { executableSegments } from '../inspect/elf-segments.ts';
import { shortName } from '@cyclelab/contract/shorten';
import type { VariantReport } from '@cyclelab/contract/schema/report';
import type { Observed } from './observed.ts';

/** Most bytes of an instruction of x86-64. */
const mostBytes = 15;

export const writtenCodeHint =
	'Write code of your own to memory from mmap(): it is counted, and named on the page.';

/** The harness's code in a program's file, with the addresses where it runs. Undefined where the file has no such section. */
export const harnessCode = (file: Buffer): ReturnType<typeof codeNamed> =>
	codeNamed(file, harnessSection);

/** Where the harness's function that takes a sample lies in a program's file. Undefined if it cannot be told. */
export const samplingCode = (file: Buffer): number | undefined =>
	functionNamed(file, 'sample', harnessSection) ?? functionNamed(file, 'cyclelab.sample');

/**
 * The first instruction that ran and is not that of the file, as a sentence; undefined if there is none. Code that the file does
 * not have (a learner's own compiler writes it to memory of its own, for instance) is not compared: it is named on the page.
 * @param file the program, as it was built
 */
export function writtenCode(
	{ functions }: Pick<VariantReport, 'functions'>,
	{ code }: Pick<Observed, 'code'>,
	file: Buffer
): string | undefined {
	const segments = executableSegments(file);
	const symbols = new Map(
		functions.flatMap(({ symbol, instructions }) =>
			instructions.map(({ address }): [number, string] => [Number(address), symbol])
		)
	);
	/** Up to the next instruction of the listing: what follows may be data. */
	const lengthAt = (address: number) => {
		let length = 1;
		while (length < mostBytes && !symbols.has(address + length)) length++;
		return length;
	};
	for (const [address, , hexadecimal] of code) {
		const segment = segments.find(
			(segment) => address >= segment.address && address < segment.address + segment.bytes.length
		);
		if (!segment) continue;
		const from = address - segment.address;
		const inFile = segment.bytes.subarray(from, from + lengthAt(address));
		const ran = Buffer.from(hexadecimal, 'hex').subarray(0, inFile.length);
		if (ran.equals(inFile)) continue;
		const symbol = symbols.get(address);
		const where = `0x${address.toString(16)}${symbol === undefined ? '' : ` (${shortName(symbol)})`}`;
		return `In a run that was timed, the instructions that ran are not those of the program's file at ${where}: ${spaced(ran)} instead of ${spaced(inFile)}.`;
	}
	return undefined;
}

/**
 * The first byte of the harness's code in memory that is not that of the file, as a sentence: its rulers measure the clock, so a
 * program that changes them chooses its own cycles. Undefined if there is none, or the file has no such code.
 */
export function writtenHarness(
	{ harness = ['', ''] }: Pick<Observed, 'harness'>,
	file: Buffer
): string | undefined {
	const built = harnessCode(file);
	if (!built) return undefined;
	for (const text of harness) {
		const at = Buffer.from(text, 'hex').findIndex((byte, index) => byte !== built.bytes[index]);
		if (at >= 0)
			return `In a run that was timed, the code of the harness, with the rulers of its clock, is not that of the program's file at 0x${(built.address + at).toString(16)}.`;
	}
	return undefined;
}

export const writtenHarnessHint =
	'Leave the memory of the harness as it is: its code measures your kernel.';

const spaced = (bytes: Buffer) => bytes.toString('hex').replaceAll(/..(?=.)/g, '$& ');
