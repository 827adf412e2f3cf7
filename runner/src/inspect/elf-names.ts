/**
 * The names in an ELF file (System V ABI, "Object Files"). llvm-objdump prints them as they are, so a symbol whose name holds a
 * line break would add lines to a listing.
 */

const magic = Buffer.from([0x7f, 0x45, 0x4c, 0x46, /* 64 bit */ 2, /* little endian */ 1]);
const headerBytes = 64;
/** e_shoff, e_shentsize and e_shnum in the file's header. */
const sectionsAt = 0x28;
const sectionBytesAt = 0x3a;
const sectionCountAt = 0x3c;
/** sh_type, sh_offset and sh_size in a section's header. */
const [typeAt, offsetAt, sizeAt] = [0x04, 0x18, 0x20];
const stringTable = 3;

/** Whether a file is an ELF of 64 bits, little endian. */
export const isElf = (file: Uint8Array): boolean =>
	file.length >= headerBytes && magic.equals(file.subarray(0, magic.length));

/**
 * Whether any name of a section or a symbol has a control character (a line break, say), or the tables of names lie outside of
 * the file. Reads each table once.
 */
export function hasOddNames(file: Buffer): boolean {
	const at = Number(file.readBigUInt64LE(sectionsAt));
	const size = file.readUInt16LE(sectionBytesAt);
	const count = file.readUInt16LE(sectionCountAt);
	for (let index = 0; index < count; index++) {
		const header = at + index * size;
		if (header + headerBytes > file.length) return true;
		if (file.readUInt32LE(header + typeAt) !== stringTable) continue;
		const from = Number(file.readBigUInt64LE(header + offsetAt));
		const to = from + Number(file.readBigUInt64LE(header + sizeAt));
		if (to > file.length || file.subarray(from, to).some(isControl)) return true;
	}
	return false;
}

/** ASCII's control characters but NUL, which ends a name. */
const isControl = (byte: number) => (byte > 0 && byte < 0x20) || byte === 0x7f;
