/**
 * The section .debug_line of a program that was compiled from one file: which line of which file each address comes from
 * (DWARF 5, section 6.2). Read in the way of LLVM's symbolizer, which chooses the last row at or below an address.
 */
import { dwarfReader, UnreadDwarf, type DwarfReader } from './dwarf-reader.ts';

type Row = { address: number; file: number; line: number };
/** Addresses from `low` up to `high`, in the order of their rows. */
type Sequence = { low: number; high: number; rows: Row[] };

type LineTable = {
	/** Names of the files as the compiler wrote them, mostly without their folders. */
	files: string[];
	/** The row of an address, if it has one. `file` is an index of `files`. */
	rowOf: (address: number) => { file: number; line: number } | undefined;
};

const version = 5;
const addressBytes = 8;
/** DW_LNCT_path. */
const path = 1;
const forms = { data2: 0x05, data4: 0x06, data8: 0x07, text: 0x08, data1: 0x0b, udata: 0x0f };
/** Offsets into .debug_str and .debug_line_str, and 16 bytes of a checksum. */
const [strp, data16, lineStrp] = [0x0e, 0x1e, 0x1f];
/** Of the section, and files of it. More are no exercise's, and are left to llvm-symbolizer. */
const mostBytes = 256 * 1024;
const mostEntries = 1_024;

/**
 * Throws `UnreadDwarf` for a table of any other form, e.g. of several units.
 * @param strings the section .debug_line_str
 */
export function readLineTable(section: Buffer, strings: Buffer): LineTable {
	if (section.length > mostBytes) throw new UnreadDwarf('the table is long');
	const reader = dwarfReader(section);
	if (reader.u32() !== section.length - reader.position()) throw new UnreadDwarf('several units');
	if (reader.u16() !== version || reader.u8() !== addressBytes || reader.u8() !== 0)
		throw new UnreadDwarf('another version or size of addresses');
	const headerBytes = reader.u32();
	const program = reader.position() + headerBytes;
	const steps = readSteps(reader);
	readEntries(reader, strings);
	const files = readEntries(reader, strings);
	if (reader.position() > program) throw new UnreadDwarf('the header ends too soon');
	reader.skip(program - reader.position());
	const sequences = execute(reader, steps).sort((sequence, other) => sequence.high - other.high);
	return {
		files,
		rowOf: (address) => {
			const { low, rows } = sequences[firstAbove(sequences, ({ high }) => high, address)] ?? none;
			return low <= address ? rows[firstAbove(rows, (row) => row.address, address) - 1] : undefined;
		}
	};
}

const none: Sequence = { low: Infinity, high: Infinity, rows: [] };

/** The index of the first of sorted items whose value is above `limit`. */
function firstAbove<One>(sorted: readonly One[], valueOf: (one: One) => number, limit: number) {
	let [from, to] = [0, sorted.length];
	while (from < to) {
		const middle = (from + to) >> 1;
		if (valueOf(sorted[middle] as One) <= limit) from = middle + 1;
		else to = middle;
	}
	return from;
}

/** The meaning of a table's opcodes. `lengths`: operands of opcode n at n - 1. */
type Steps = { bytes: number; lineBase: number; lineRange: number; lengths: number[] };

function readSteps(reader: DwarfReader): Steps {
	const bytes = reader.u8();
	if (reader.u8() !== 1) throw new UnreadDwarf('several operations in an instruction');
	reader.u8();
	const lineBase = reader.i8();
	const lineRange = reader.u8();
	const count = reader.u8() - 1;
	if (lineRange === 0 || count < 12) throw new UnreadDwarf('another set of opcodes');
	return { bytes, lineBase, lineRange, lengths: Array.from({ length: count }, reader.u8) };
}

/** The names of a list of folders or files. */
function readEntries(reader: DwarfReader, strings: Buffer): string[] {
	const fields = Array.from({ length: reader.u8() }, () => [reader.unsigned(), reader.unsigned()]);
	const count = reader.unsigned();
	if (count > mostEntries) throw new UnreadDwarf('many files');
	const names: string[] = [];
	for (let entry = 0; entry < count; entry++) {
		let name: string | undefined;
		for (const [content, form = 0] of fields) {
			const value = readForm(reader, form, strings);
			if (content === path) name = value;
		}
		if (name === undefined) throw new UnreadDwarf('an entry without a name');
		names.push(name);
	}
	return names;
}

function readForm(reader: DwarfReader, form: number, strings: Buffer): string | undefined {
	if (form === forms.text) return reader.text();
	if (form === lineStrp) {
		const name = dwarfReader(strings);
		name.skip(reader.u32());
		return name.text();
	}
	if (form === forms.udata) reader.unsigned();
	else if (form === forms.data1) reader.skip(1);
	else if (form === forms.data2) reader.skip(2);
	else if (form === forms.data4 || form === strp) reader.skip(4);
	else if (form === forms.data8) reader.skip(8);
	else if (form === data16) reader.skip(16);
	else throw new UnreadDwarf('a field of another form');
	return undefined;
}

/** The standard opcodes that change a row's address, line or file. */
const opcodes = {
	copy: 1,
	advancePc: 2,
	advanceLine: 3,
	setFile: 4,
	constAddPc: 8,
	fixedAdvance: 9
};
const extended = { end: 1, setAddress: 2 };
const largestLine = 0x7fff_ffff;

function execute(reader: DwarfReader, { bytes, lineBase, lineRange, lengths }: Steps): Sequence[] {
	const sequences: Sequence[] = [];
	const firstSpecial = lengths.length + 1;
	const begin = (): Row => ({ address: 0, file: 1, line: 1 });
	let now = begin();
	let rows: Row[] = [];
	const advance = (adjusted: number) => (now.address += bytes * Math.floor(adjusted / lineRange));
	const emit = () => {
		const before = rows.at(-1)?.address ?? 0;
		if (now.address < before || now.line < 0 || now.line > largestLine)
			throw new UnreadDwarf('rows that are not in order');
		rows.push({ ...now });
	};
	const end = () => {
		const [first] = rows;
		emit();
		rows.pop();
		if (first && first.address < now.address)
			sequences.push({ low: first.address, high: now.address, rows });
		now = begin();
		rows = [];
	};
	const executeExtended = () => {
		const length = reader.unsigned();
		const next = reader.position() + length;
		const opcode = reader.u8();
		if (opcode === extended.end) end();
		else if (opcode === extended.setAddress) now.address = reader.address();
		if (reader.position() > next) throw new UnreadDwarf('an opcode of another length');
		reader.skip(next - reader.position());
	};
	const executeStandard = (opcode: number) => {
		if (opcode === opcodes.copy) emit();
		else if (opcode === opcodes.advancePc) now.address += bytes * reader.unsigned();
		else if (opcode === opcodes.advanceLine) now.line += reader.signed();
		else if (opcode === opcodes.setFile) now.file = reader.unsigned();
		else if (opcode === opcodes.constAddPc) advance(255 - firstSpecial);
		else if (opcode === opcodes.fixedAdvance) now.address += reader.u16();
		else for (let left = lengths[opcode - 1] ?? 0; left > 0; left--) reader.unsigned();
	};
	while (!reader.isAtEnd()) {
		const opcode = reader.u8();
		if (opcode >= firstSpecial) {
			const adjusted = opcode - firstSpecial;
			advance(adjusted);
			now.line += lineBase + (adjusted % lineRange);
			emit();
		} else if (opcode === 0) executeExtended();
		else executeStandard(opcode);
	}
	return sequences;
}
