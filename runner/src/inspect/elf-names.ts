/**
 * The names in an ELF file. llvm-objdump prints them as they are, so a symbol whose name holds a line break would add lines to a
 * listing.
 */
import { tablesOfNames } from './elf-sections.ts';

/**
 * Whether any name of a section or a symbol has a control character (a line break, say), or the tables of names lie outside of
 * the file. Reads each table once.
 */
export const hasOddNames = (file: Buffer): boolean =>
	tablesOfNames(file)?.some((table) => table.some(isControl)) ?? true;

/** ASCII's control characters but NUL, which ends a name. */
const isControl = (byte: number) => (byte > 0 && byte < 0x20) || byte === 0x7f;
