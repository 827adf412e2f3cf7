/** The sections of an ELF file (System V ABI, "Object Files"). A learner's program is one: any number in it may be wrong. */

const magic = Buffer.from([0x7f, 0x45, 0x4c, 0x46, /* 64 bit */ 2, /* little endian */ 1]);
const headerBytes = 64;
/** e_shoff, e_shentsize, e_shnum and e_shstrndx in the file's header. */
const sectionsAt = 0x28;
const sectionBytesAt = 0x3a;
const sectionCountAt = 0x3c;
const namesIndexAt = 0x3e;
/** sh_name, sh_type, sh_flags, sh_addr, sh_offset, sh_size and sh_link in a section's header. */
const fields = {
	name: 0x00,
	type: 0x04,
	flags: 0x08,
	address: 0x10,
	offset: 0x18,
	size: 0x20,
	link: 0x28
};
/** Bytes of a symbol, and st_name, st_info, st_shndx, st_value and st_size in it. */
const symbolBytes = 24;
const symbolFields = { name: 0x00, info: 0x04, section: 0x06, value: 0x08, size: 0x10 };
const types = { code: 1, symbolTable: 2, stringTable: 3 };
const executable = 4n;

/** Whether a file is an ELF of 64 bits, little endian. */
export const isElf = (file: Uint8Array): boolean =>
	file.length >= headerBytes && magic.equals(file.subarray(0, magic.length));

/** `name`: where its name begins in the table of section names. `bytes`: undefined if they lie outside of the file. */
type Section = {
	name: number;
	type: number;
	isExecutable: boolean;
	address: number;
	/** Of a table of symbols: the section with their names. */
	link: number;
	bytes: Buffer | undefined;
};

/** Undefined if a header lies outside of the file. */
function sectionsOf(file: Buffer): Section[] | undefined {
	const at = Number(file.readBigUInt64LE(sectionsAt));
	const size = file.readUInt16LE(sectionBytesAt);
	const count = file.readUInt16LE(sectionCountAt);
	const sections: Section[] = [];
	for (let index = 0; index < count; index++) {
		const header = at + index * size;
		if (header + headerBytes > file.length) return undefined;
		const type = file.readUInt32LE(header + fields.type);
		const from = Number(file.readBigUInt64LE(header + fields.offset));
		const to = from + Number(file.readBigUInt64LE(header + fields.size));
		sections.push({
			name: file.readUInt32LE(header + fields.name),
			type,
			isExecutable: (file.readBigUInt64LE(header + fields.flags) & executable) !== 0n,
			address: Number(file.readBigUInt64LE(header + fields.address)),
			link: file.readUInt32LE(header + fields.link),
			bytes: to > file.length ? undefined : file.subarray(from, to)
		});
	}
	return sections;
}

/** The tables of names, of sections and of symbols. Undefined if any lies outside of the file. */
function tablesOfNames(file: Buffer): Buffer[] | undefined {
	const tables = sectionsOf(file)?.filter(({ type }) => type === types.stringTable);
	const bytes = tables?.flatMap((table) => table.bytes ?? []);
	return bytes?.length === tables?.length ? bytes : undefined;
}

/** STT_OBJECT and STT_FUNC, in the lower half of st_info. */
const symbolTypes = { variable: 1, function: 2 };

type ElfSymbol = {
	/** Where its name begins in the table of names, if that can be read. */
	name: number;
	names: Buffer | undefined;
	/** The index of the section that it lies in. */
	section: number;
	address: number;
	bytes: number;
};

/** The symbols of a type. None if the file is no ELF or has no table of them, as a stripped program. */
export const symbolsOf = (file: Buffer, type: keyof typeof symbolTypes): Generator<ElfSymbol> =>
	symbolsIn(isElf(file) ? sectionsOf(file) : undefined, type);

function* symbolsIn(
	sections: readonly Section[] | undefined,
	type: keyof typeof symbolTypes
): Generator<ElfSymbol> {
	const table = sections?.find((section) => section.type === types.symbolTable);
	const names = sections?.[table?.link ?? -1]?.bytes;
	const { bytes } = table ?? {};
	for (let at = 0; bytes && at + symbolBytes <= bytes.length; at += symbolBytes) {
		if ((bytes.readUInt8(at + symbolFields.info) & 0xf) !== symbolTypes[type]) continue;
		yield {
			name: bytes.readUInt32LE(at + symbolFields.name),
			names,
			section: bytes.readUInt16LE(at + symbolFields.section),
			address: Number(bytes.readBigUInt64LE(at + symbolFields.value)),
			bytes: Number(bytes.readBigUInt64LE(at + symbolFields.size))
		};
	}
}

/**
 * Where the one function of a name lies. Undefined if there is none, or more than one.
 * @param section name of the section that it must lie in; any by default
 */
export function functionNamed(file: Buffer, wanted: string, section?: string): number | undefined {
	const ended = Buffer.from(`${wanted}\0`, 'latin1');
	const { sections, names = [] } = namedSections(file);
	const within = section === undefined ? undefined : onlyIndexOf(names, section);
	const found = [...symbolsIn(sections, 'function')].filter(
		(symbol) =>
			(within === undefined || symbol.section === within) &&
			symbol.names?.subarray(symbol.name, symbol.name + ended.length).equals(ended)
	);
	return found.length === 1 ? found[0]?.address : undefined;
}

/** The sections with their names, of which an unreadable one is empty. Without names if there is no table of them. */
function namedSections(file: Buffer): { sections: Section[]; names?: string[] } {
	const sections = isElf(file) ? sectionsOf(file) : undefined;
	const table = sections?.[file.readUInt16LE(namesIndexAt)]?.bytes;
	if (!sections || !table) return { sections: sections ?? [] };
	const names = sections.map(({ name }) => {
		const end = table.indexOf(0, name);
		return end < 0 ? '' : table.toString('latin1', name, end);
	});
	return { sections, names };
}

/** The bytes of the sections of these names. Undefined for a section that is absent, outside of the file, or there twice. */
export function sectionsNamed(file: Buffer, wanted: readonly string[]): (Buffer | undefined)[] {
	const { sections, names = [] } = namedSections(file);
	return wanted.map((name) => sections[onlyIndexOf(names, name)]?.bytes);
}

/** Where the code of a section is while the program runs. Undefined as for `sectionsNamed`, or if it is not executed. */
export function codeNamed(
	file: Buffer,
	wanted: string
): { address: number; bytes: Buffer } | undefined {
	const { sections, names = [] } = namedSections(file);
	const { isExecutable, address, bytes } = sections[onlyIndexOf(names, wanted)] ?? {};
	return isExecutable && address !== undefined && bytes ? { address, bytes } : undefined;
}

/** -1 if it is absent or there twice. */
function onlyIndexOf(names: readonly string[], name: string): number {
	const at = names.indexOf(name);
	return at === names.lastIndexOf(name) ? at : -1;
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

// The names in an ELF file. llvm-objdump prints them as they are, so a symbol whose name holds a line break would add lines
// to a listing.

/**
 * Whether any name of a section or a symbol has a control character (a line break, say), or the tables of names lie outside of
 * the file. Reads each table once.
 */
export const hasOddNames = (file: Buffer): boolean =>
	tablesOfNames(file)?.some((table) => table.some(isControl)) ?? true;

/** ASCII's control characters but NUL, which ends a name. */
const isControl = (byte: number) => (byte > 0 && byte < 0x20) || byte === 0x7f;
