/**
 * The table of lines mcs writes (`.mdb`, Mono's own format, version 50): for each method's token, which line of the source
 * an offset in its IL belongs to. The line programs are DWARF's, with two opcodes of Mono's.
 */

/** From the entry's IL offset on, up to the next entry. Line 0: hidden, no line. */
export type IlLine = { offset: number; line: number };

const magic = 0x45e82623fd7fa614n;
const version = 50;
/** Where the 4-byte numbers of the offset table stand: magic 8, versions 4 and 4, GUID 16, then these in order. */
const field = {
	methodCount: 0x44,
	methodTable: 0x48,
	lineBase: 0x60,
	lineRange: 0x64,
	opcodeBase: 0x68
};
const methodEntryBytes = 12;
/** No learner's file comes near; a broken table might. */
const methodsAtMost = 10_000;
/** Of all methods together: in a broken table they may share one program. */
const stepsAtMost = 200_000;

const copy = 1;
const advancePc = 2;
const advanceLine = 3;
const setFile = 4;
const constAddPc = 8;
const endSequence = 1;
const negateIsHidden = 0x40;

/** Lines by method token. Empty if the bytes are no such table. */
export function readMdb(bytes: Buffer): Map<number, IlLine[]> {
	try {
		return read(bytes);
	} catch (error) {
		// A table that ends in the middle: Buffer throws.
		if (error instanceof RangeError) return new Map();
		throw error;
	}
}

function read(bytes: Buffer): Map<number, IlLine[]> {
	const methods = new Map<number, IlLine[]>();
	if (bytes.readBigUInt64LE(0) !== magic || bytes.readInt32LE(8) !== version) return methods;
	const count = bytes.readInt32LE(field.methodCount);
	const table = bytes.readInt32LE(field.methodTable);
	const budget = { steps: stepsAtMost };
	for (let i = 0; i < Math.min(count, methodsAtMost); i++) {
		const entry = table + i * methodEntryBytes;
		methods.set(bytes.readInt32LE(entry), readLines(bytes, bytes.readInt32LE(entry + 8), budget));
	}
	return methods;
}

function readLines(bytes: Buffer, start: number, budget: { steps: number }): IlLine[] {
	const base = bytes.readInt32LE(field.lineBase);
	const range = bytes.readInt32LE(field.lineRange);
	const opcodeBase = bytes.readInt32LE(field.opcodeBase);
	const lines: IlLine[] = [];
	let at = start;
	let [offset, line, hidden] = [0, 1, false];
	const number = () => {
		let value = 0;
		for (let shift = 0; shift < 35; shift += 7) {
			const byte = bytes.readUInt8(at++);
			value |= (byte & 127) << shift;
			if (byte < 128) break;
		}
		return value;
	};
	while (budget.steps-- > 0) {
		const opcode = bytes.readUInt8(at++);
		if (opcode === 0) {
			const size = bytes.readUInt8(at);
			const extended = bytes.readUInt8(at + 1);
			at += 1 + size;
			if (extended === endSequence) return lines;
			if (extended === negateIsHidden) hidden = !hidden;
		} else if (opcode >= opcodeBase) {
			offset += Math.floor((opcode - opcodeBase) / range);
			line += base + ((opcode - opcodeBase) % range);
			lines.push({ offset, line: hidden ? 0 : line });
		} else if (opcode === copy) lines.push({ offset, line: hidden ? 0 : line });
		else if (opcode === advancePc) offset += number();
		else if (opcode === advanceLine) line += number();
		else if (opcode === setFile) number();
		else if (opcode === constAddPc) offset += Math.floor((255 - opcodeBase) / range);
		else return lines;
	}
	return lines;
}
