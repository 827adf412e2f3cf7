/**
 * Wraps machine code that exists only in a process into an ELF file that llvm-objdump reads: one `.text` section and one
 * symbol for each method, at the address at which it ran. Nothing executes this file, so it has no segments.
 */
import type { Method } from './dotnet-code.ts';

const headerBytes = 64;
const sectionBytes = 64;
const symbolBytes = 24;
const alignment = 16;

/** System V ABI, AMD64: the numbers used here. */
const elf = {
	magic: Buffer.from([
		0x7f, 0x45, 0x4c, 0x46, /* 64 bit */ 2, /* little endian */ 1, /* version */ 1
	]),
	executable: 2,
	amd64: 62,
	programBits: 1,
	symbolTable: 2,
	stringTable: 3,
	allocatedExecutable: 2 | 4,
	globalFunction: (1 << 4) | 2
};

type WrittenSection = {
	name: string;
	type: number;
	flags?: number;
	address?: number;
	content: Buffer;
	link?: number;
	info?: number;
	entryBytes?: number;
};

export function wrapInElf(methods: readonly Method[]): Buffer {
	const strings = new Strings();
	// Section 0 is nobody's; the methods' sections follow it.
	const symbols = methods.map(({ name, at, bytes }, index) =>
		symbol(strings.add(name), index + 1, at, bytes.length)
	);
	const text = methods.map(({ at, bytes }): WrittenSection => ({
		name: '.text',
		type: elf.programBits,
		flags: elf.allocatedExecutable,
		address: at,
		content: bytes
	}));
	return file([
		...text,
		{
			name: '.symtab',
			type: elf.symbolTable,
			content: Buffer.concat([Buffer.alloc(symbolBytes), ...symbols]),
			link: methods.length + 2,
			// The first symbol that is not local.
			info: 1,
			entryBytes: symbolBytes
		},
		{ name: '.strtab', type: elf.stringTable, content: strings.bytes() }
	]);
}

function symbol(name: number, section: number, address: number, size: number): Buffer {
	const entry = Buffer.alloc(symbolBytes);
	entry.writeUInt32LE(name, 0);
	entry.writeUInt8(elf.globalFunction, 4);
	entry.writeUInt16LE(section, 6);
	entry.writeBigUInt64LE(BigInt(address), 8);
	entry.writeBigUInt64LE(BigInt(size), 16);
	return entry;
}

function file(sections: readonly WrittenSection[]): Buffer {
	const names = new Strings();
	const nameOf = new Map(
		[...new Set(sections.map(({ name }) => name)), '.shstrtab'].map((name) => [
			name,
			names.add(name)
		])
	);
	const all: WrittenSection[] = [
		...sections,
		{ name: '.shstrtab', type: elf.stringTable, content: names.bytes() }
	];
	const contents: Buffer[] = [];
	const headers: Buffer[] = [Buffer.alloc(sectionBytes)];
	let offset = headerBytes;
	for (const section of all) {
		const padding = -section.content.length & (alignment - 1);
		headers.push(sectionHeader(section, nameOf.get(section.name) ?? 0, offset));
		contents.push(section.content, Buffer.alloc(padding));
		offset += section.content.length + padding;
	}
	return Buffer.concat([fileHeader(offset, headers.length), ...contents, ...headers]);
}

function fileHeader(sectionsAt: number, sections: number): Buffer {
	const header = Buffer.alloc(headerBytes);
	elf.magic.copy(header);
	header.writeUInt16LE(elf.executable, 16);
	header.writeUInt16LE(elf.amd64, 18);
	header.writeUInt32LE(1, 20);
	header.writeBigUInt64LE(BigInt(sectionsAt), 40);
	header.writeUInt16LE(headerBytes, 52);
	header.writeUInt16LE(sectionBytes, 58);
	header.writeUInt16LE(sections, 60);
	// The names of the sections are in the last one.
	header.writeUInt16LE(sections - 1, 62);
	return header;
}

function sectionHeader(section: WrittenSection, name: number, offset: number): Buffer {
	const header = Buffer.alloc(sectionBytes);
	header.writeUInt32LE(name, 0);
	header.writeUInt32LE(section.type, 4);
	header.writeBigUInt64LE(BigInt(section.flags ?? 0), 8);
	header.writeBigUInt64LE(BigInt(section.address ?? 0), 16);
	header.writeBigUInt64LE(BigInt(offset), 24);
	header.writeBigUInt64LE(BigInt(section.content.length), 32);
	header.writeUInt32LE(section.link ?? 0, 40);
	header.writeUInt32LE(section.info ?? 0, 44);
	header.writeBigUInt64LE(1n, 48);
	header.writeBigUInt64LE(BigInt(section.entryBytes ?? 0), 56);
	return header;
}

/** A string table: names end with a zero byte, and the first is empty. */
class Strings {
	#parts: Buffer[] = [Buffer.alloc(1)];
	#length = 1;

	/** Where the name begins. */
	add(name: string): number {
		const at = this.#length;
		const part = Buffer.from(`${name}\0`, 'latin1');
		this.#parts.push(part);
		this.#length += part.length;
		return at;
	}

	bytes(): Buffer {
		return Buffer.concat(this.#parts);
	}
}
