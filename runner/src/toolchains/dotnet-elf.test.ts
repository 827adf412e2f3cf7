import { expect, it } from 'vitest';
import { wrapInElf } from './dotnet-elf.ts';

const methods = [
	{ name: 'Kernel::Run(uint64)', at: 0x7f5c656b6ae0, bytes: Buffer.from('554889e55dc3', 'hex') },
	{ name: 'Kernel::Mix(uint64)', at: 0x7f5c656b6b30, bytes: Buffer.from('90c3', 'hex') }
];

/** Reads the sections back, by the offsets of the System V ABI. */
function sectionsOf(file: Buffer) {
	const [at, count, names] = [
		Number(file.readBigUInt64LE(40)),
		file.readUInt16LE(60),
		file.readUInt16LE(62)
	];
	const header = (index: number) => file.subarray(at + 64 * index, at + 64 * (index + 1));
	const content = (index: number) => {
		const from = Number(header(index).readBigUInt64LE(24));
		return file.subarray(from, from + Number(header(index).readBigUInt64LE(32)));
	};
	const text = (table: Buffer, from: number) =>
		table.subarray(from, table.indexOf(0, from)).toString('latin1');
	return Array.from({ length: count }, (_, index) => ({
		name: text(content(names), header(index).readUInt32LE(0)),
		address: Number(header(index).readBigUInt64LE(16)),
		link: header(index).readUInt32LE(40),
		content: content(index)
	}));
}

it('holds each method at its address, in a section that is called .text', () => {
	const sections = sectionsOf(wrapInElf(methods));
	expect(sections.map(({ name }) => name)).toEqual([
		'',
		'.text',
		'.text',
		'.symtab',
		'.strtab',
		'.shstrtab'
	]);
	expect(
		sections.slice(1, 3).map(({ address, content }) => ({ at: address, bytes: content }))
	).toEqual(methods.map(({ at, bytes }) => ({ at, bytes })));
});

it('names each method by a symbol of its section, address and size', () => {
	const sections = sectionsOf(wrapInElf(methods));
	const table = sections.find(({ name }) => name === '.symtab');
	const strings = sections[table?.link ?? 0]?.content ?? Buffer.alloc(0);
	const entries = [1, 2].map((index) => {
		const entry = table?.content.subarray(24 * index, 24 * (index + 1)) ?? Buffer.alloc(24);
		const name = entry.readUInt32LE(0);
		return {
			name: strings.subarray(name, strings.indexOf(0, name)).toString(),
			section: entry.readUInt16LE(6),
			at: Number(entry.readBigUInt64LE(8)),
			size: Number(entry.readBigUInt64LE(16))
		};
	});
	expect(entries).toEqual(
		methods.map(({ name, at, bytes }, index) => ({
			name,
			section: index + 1,
			at,
			size: bytes.length
		}))
	);
});
