/**
 * The line of the learner's file for each address, from the debug information of a program that was compiled from one file:
 * what llvm-symbolizer would answer, without a process. An address that is answered by the function a piece of code was
 * inlined into is left to llvm-symbolizer. (Equal to its answers: tests/integration/inspect/program-lines.test.ts.)
 */
import { dwarfReader, UnreadDwarf } from './dwarf-reader.ts';
import { sectionsNamed } from './elf-sections.ts';
import { readLineTable } from './line-table.ts';

type ProgramLines = {
	/** The line, by address. */
	lines: Map<number, number>;
	/** Addresses that llvm-symbolizer may know a line of. */
	open: number[];
};

/** DW_TAG_inlined_subroutine, and the form DW_FORM_implicit_const, whose value is in the abbreviation. */
const inlinedSubroutine = 0x1d;
const implicitConst = 0x21;
/** More are no exercise's. */
const mostBytes = 256 * 1024;

/**
 * Undefined if the program's debug information is not of the form that is read here.
 * @param file the learner's, as the compiler was given it
 */
export function programLines(
	program: Buffer,
	addresses: readonly number[],
	file: string
): ProgramLines | undefined {
	const [table, strings, units, abbreviations] = sectionsNamed(program, [
		'.debug_line',
		'.debug_line_str',
		'.debug_info',
		'.debug_abbrev'
	]);
	if (!table || !strings || !units || !abbreviations) return undefined;
	try {
		if (dwarfReader(units).u32() !== units.length - 4) return undefined;
		const { files, rowOf } = readLineTable(table, strings);
		const isOwn = files.map((name) => name === file || name.endsWith(`/${file}`));
		const lines = new Map<number, number>();
		const open: number[] = [];
		for (const address of addresses) {
			const row = rowOf(address);
			if (!row) continue;
			if (row.line > 0 && isOwn[row.file]) lines.set(address, row.line);
			else open.push(address);
		}
		return { lines, open: hasInlined(abbreviations) ? open : [] };
	} catch (cause) {
		if (cause instanceof UnreadDwarf) return undefined;
		throw cause;
	}
}

/** Whether any code of the unit was inlined, so that an address may have several lines. */
function hasInlined(abbreviations: Buffer): boolean {
	if (abbreviations.length > mostBytes) throw new UnreadDwarf('many abbreviations');
	const reader = dwarfReader(abbreviations);
	while (!reader.isAtEnd()) {
		if (reader.unsigned() === 0) continue;
		if (reader.unsigned() === inlinedSubroutine) return true;
		reader.u8();
		for (let isLast = false; !isLast;) {
			const [attribute, form] = [reader.unsigned(), reader.unsigned()];
			if (form === implicitConst) reader.signed();
			isLast = attribute === 0 && form === 0;
		}
	}
	return false;
}
