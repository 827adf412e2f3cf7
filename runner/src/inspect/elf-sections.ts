/** The sections of an ELF file (System V ABI, "Object Files"). A learner's program is one: any number in it may be wrong. */

const magic = Buffer.from([0x7f, 0x45, 0x4c, 0x46, /* 64 bit */ 2, /* little endian */ 1]);
const headerBytes = 64;
/** e_shoff, e_shentsize, e_shnum and e_shstrndx in the file's header. */
const sectionsAt = 0x28;
const sectionBytesAt = 0x3a;
const sectionCountAt = 0x3c;
const namesIndexAt = 0x3e;
/** sh_name, sh_type, sh_flags, sh_offset and sh_size in a section's header. */
const [nameAt, typeAt, flagsAt, offsetAt, sizeAt] = [0x00, 0x04, 0x08, 0x18, 0x20];
const types = { code: 1, symbolTable: 2, stringTable: 3 };
const executable = 4n;

/** Whether a file is an ELF of 64 bits, little endian. */
export const isElf = (file: Uint8Array): boolean =>
	file.length >= headerBytes && magic.equals(file.subarray(0, magic.length));

/** `name`: where its name begins in the table of section names. `bytes`: undefined if they lie outside of the file. */
type Section = { name: number; type: number; isExecutable: boolean; bytes: Buffer | undefined };

/** Undefined if a header lies outside of the file. */
function sectionsOf(file: Buffer): Section[] | undefined {
	const at = Number(file.readBigUInt64LE(sectionsAt));
	const size = file.readUInt16LE(sectionBytesAt);
	const count = file.readUInt16LE(sectionCountAt);
	const sections: Section[] = [];
	for (let index = 0; index < count; index++) {
		const header = at + index * size;
		if (header + headerBytes > file.length) return undefined;
		const type = file.readUInt32LE(header + typeAt);
		const from = Number(file.readBigUInt64LE(header + offsetAt));
		const to = from + Number(file.readBigUInt64LE(header + sizeAt));
		sections.push({
			name: file.readUInt32LE(header + nameAt),
			type,
			isExecutable: (file.readBigUInt64LE(header + flagsAt) & executable) !== 0n,
			bytes: to > file.length ? undefined : file.subarray(from, to)
		});
	}
	return sections;
}

/** The tables of names, of sections and of symbols. Undefined if any lies outside of the file. */
export function tablesOfNames(file: Buffer): Buffer[] | undefined {
	const tables = sectionsOf(file)?.filter(({ type }) => type === types.stringTable);
	const bytes = tables?.flatMap((table) => table.bytes ?? []);
	return bytes?.length === tables?.length ? bytes : undefined;
}

/** The table of all symbols. Undefined if there is none, as in a stripped program, or it lies outside of the file. */
export const tableOfSymbols = (file: Buffer): Buffer | undefined =>
	sectionsOf(file)?.find(({ type }) => type === types.symbolTable)?.bytes;

/** The sections with their names, of which an unreadable one is empty. Without names if there is no table of them. */
function namedSections(file: Buffer): { sections: Section[]; names?: string[] } {
	const sections = isElf(file) ? sectionsOf(file) : undefined;
	const table = sections?.[file.readUInt16LE(namesIndexAt)]?.bytes;
	if (!sections || !table) return { sections: [] };
	const names = sections.map(({ name }) => {
		const end = table.indexOf(0, name);
		return end < 0 ? '' : table.toString('latin1', name, end);
	});
	return { sections, names };
}

/** The bytes of the sections of these names. Undefined for a section that is absent, outside of the file, or there twice. */
export function sectionsNamed(file: Buffer, wanted: readonly string[]): (Buffer | undefined)[] {
	const { sections, names = [] } = namedSections(file);
	return wanted.map((name) => {
		const at = names.indexOf(name);
		return at === names.lastIndexOf(name) ? sections[at]?.bytes : undefined;
	});
}

/**
 * The names of the sections with code. Undefined if a name does not tell them from the other sections: it is empty, cannot be
 * read, or another section has it as well.
 */
export function namesOfCode(file: Buffer): string[] | undefined {
	const { sections, names } = namedSections(file);
	if (!names) return undefined;
	const isCode = ({ type, isExecutable }: Section) => isExecutable && type === types.code;
	const code = names.filter((_, index) => isCode(sections[index] as Section));
	const isClear = (name: string) =>
		/^[\x21-\x7e]+$/.test(name) && names.indexOf(name) === names.lastIndexOf(name);
	return code.every(isClear) ? code : undefined;
}
