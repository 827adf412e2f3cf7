/**
 * Calls of members that return a read-only reference (`ReadOnlySpan<T>`'s indexer). Their signature has a mark, `modreq(InAttribute)`,
 * which mcs leaves out where it refers to them; CoreCLR then finds no such member, while Mono does. Here the references in a
 * compiled assembly get the mark. ECMA-335, partition II, 22 to 24.
 */

/** A file that is compiled with the learner's: it refers to the mark's class, and has room for the signatures with it. */
export const markFile = {
	name: '_mark.cs',
	text: `[assembly: System.Reflection.AssemblyDescription("${' '.repeat(100)}")]
internal static class _Mark { static object In() { return typeof(System.Runtime.InteropServices.InAttribute); } }
`
};

const room = Buffer.alloc(100, ' ');
const byReference = 0x10;
const requiredModifier = 0x1f;

/** Tables that stand before the references of members, and that one. */
const tables = {
	module: 0,
	typeRef: 1,
	typeDef: 2,
	field: 4,
	method: 6,
	parameter: 8,
	interfaceImpl: 9,
	memberRef: 10,
	moduleRef: 26,
	typeSpec: 27,
	assemblyRef: 35
} as const;

type Metadata = {
	strings: number;
	blobs: number;
	blobSize: number;
	/** A row's place in the file, rows from 1. */
	row: (table: number, row: number) => number;
	rows: (table: number) => number;
	/** Widths, bytes: indexes of a text, of a blob, and of a row in one of several tables. */
	text: number;
	blob: number;
	coded: (bits: number, of: readonly number[]) => number;
};

/** Of a stream's name, bytes. */
const nameAtMost = 32;

/**
 * The counts in the file are not believed: a row beyond the file's end throws a `RangeError`.
 * @returns undefined if the file is not as mcs writes it
 */
function readMetadata(file: Buffer): Metadata | undefined {
	const header = file.readUInt32LE(0x3c);
	const sections = file.readUInt16LE(header + 6);
	const optional = header + 24;
	const afterOptional = optional + file.readUInt16LE(header + 20);
	const inFile = (address: number) => {
		for (let at = afterOptional; at < afterOptional + 40 * sections; at += 40) {
			const from = file.readUInt32LE(at + 12);
			if (address >= from && address < from + file.readUInt32LE(at + 16))
				return address - from + file.readUInt32LE(at + 20);
		}
		throw new RangeError('an address is in no section');
	};
	// PE32, as mcs writes for any processor: the fifteenth directory is the common language's.
	if (file.readUInt16LE(optional) !== 0x10b) return undefined;
	const root = inFile(file.readUInt32LE(inFile(file.readUInt32LE(optional + 208)) + 8));
	const streams = new Map<string, { at: number; size: number }>();
	let at = root + 16 + file.readUInt32LE(root + 12);
	for (let left = file.readUInt16LE(at + 2), next = at + 4; left > 0; left--) {
		at = next;
		const [name = ''] = file.toString('latin1', at + 8, at + 8 + nameAtMost).split('\0', 1);
		streams.set(name, { at: root + file.readUInt32LE(at), size: file.readUInt32LE(at + 4) });
		next = at + 8 + 4 * Math.floor(name.length / 4 + 1);
	}
	const [stream, strings, blobs] = ['#~', '#Strings', '#Blob'].map((name) => streams.get(name));
	if (!stream || !strings || !blobs) return undefined;
	const wide = file.readUInt8(stream.at + 6);
	const present = file.readBigUInt64LE(stream.at + 8);
	const counts = new Map<number, number>();
	let next = stream.at + 24;
	for (let table = 0; table < 64; table++) {
		if (!((present >> BigInt(table)) & 1n)) continue;
		counts.set(table, file.readUInt32LE(next));
		next += 4;
	}
	const rows = (table: number) => counts.get(table) ?? 0;
	const text = wide & 1 ? 4 : 2;
	const guid = wide & 2 ? 4 : 2;
	const blob = wide & 4 ? 4 : 2;
	const index = (table: number) => (rows(table) > 0xffff ? 4 : 2);
	const coded = (bits: number, of: readonly number[]) =>
		Math.max(...of.map(rows)) >= 2 ** (16 - bits) ? 4 : 2;
	const type = coded(2, typeOrSpec);
	const widths: Record<number, number> = {
		[tables.module]: 2 + text + 3 * guid,
		[tables.typeRef]: coded(2, scopes) + 2 * text,
		[tables.typeDef]: 4 + 2 * text + type + index(tables.field) + index(tables.method),
		[tables.field]: 2 + text + blob,
		[tables.method]: 8 + text + blob + index(tables.parameter),
		[tables.parameter]: 4 + text,
		[tables.interfaceImpl]: index(tables.typeDef) + type,
		[tables.memberRef]: coded(3, parents) + text + blob
	};
	const starts = new Map<number, number>();
	for (const table of [...counts.keys()].sort((a, b) => a - b)) {
		starts.set(table, next);
		next += rows(table) * (widths[table] ?? NaN);
	}
	const row = (table: number, number: number) =>
		(starts.get(table) ?? NaN) + (number - 1) * (widths[table] ?? NaN);
	return {
		strings: strings.at,
		blobs: blobs.at,
		blobSize: blobs.size,
		row,
		rows,
		text,
		blob,
		coded
	};
}

const typeOrSpec = [tables.typeDef, tables.typeRef, tables.typeSpec];
const scopes = [tables.module, tables.moduleRef, tables.assemblyRef, tables.typeRef];
const parents = [tables.typeDef, tables.typeRef, tables.moduleRef, tables.method, tables.typeSpec];

/** Members of `ReadOnlySpan<T>` and of its enumerator that return a read-only reference. */
const members = ['get_Item', 'get_Current', 'GetPinnableReference'];

/** Whether an assembly refers to a type whose members the mark may be missing from. */
export const namesReadOnlySpan = (file: Buffer | undefined): boolean =>
	file?.includes('ReadOnlySpan`1\0') ?? false;

/**
 * The assembly with the mark in its references.
 * @param file compiled with `markFile`
 * @returns undefined if there is nothing to mark, or the file is not as expected
 */
export function withReadOnlyReferences(file: Buffer | undefined): Buffer | undefined {
	if (!file) return undefined;
	try {
		return marked(Buffer.from(file));
	} catch (error) {
		if (error instanceof RangeError) return undefined;
		throw error;
	}
}

function marked(file: Buffer): Buffer | undefined {
	const metadata = readMetadata(file);
	if (!metadata) return undefined;
	const { text, blob, row, rows } = metadata;
	const at = (place: number, width: number) => file.readUIntLE(place, width);
	const hasText = (place: number, name: string) => {
		const start = metadata.strings + at(place, text);
		return file.toString('latin1', start, start + name.length + 1) === `${name}\0`;
	};
	const scope = metadata.coded(2, scopes);
	let mark = 1;
	while (mark <= rows(tables.typeRef)) {
		if (hasText(row(tables.typeRef, mark) + scope, 'InAttribute')) break;
		mark++;
	}
	const start = file.indexOf(room, metadata.blobs);
	const end = metadata.blobs + metadata.blobSize;
	if (mark > rows(tables.typeRef) || start < 0 || start >= end) return undefined;
	const modifier = [requiredModifier, ...compressed((mark << 2) | 1)];
	const parent = metadata.coded(3, parents);
	const places = new Map<string, number>();
	let free = start;
	for (let number = 1; number <= rows(tables.memberRef); number++) {
		const member = row(tables.memberRef, number);
		// Of a generic type: the fifth kind of parent.
		if ((at(member, parent) & 7) !== 4) continue;
		if (!members.some((name) => hasText(member + parent, name))) continue;
		const signature = metadata.blobs + at(member + parent + text, blob);
		const length = file.readUInt8(signature);
		const words = file.subarray(signature + 1, signature + 1 + length);
		// A method of an instance without own type parameters; the number of parameters; what it returns: a T by reference.
		if (words[0] !== 0x20 || words[2] !== byReference || words[3] !== 0x13) continue;
		const full = Buffer.from([...words.subarray(0, 2), ...modifier, ...words.subarray(2)]);
		const key = full.toString('hex');
		const place = places.get(key) ?? free;
		if (place === free) {
			if (free + 1 + full.length > start + room.length) return undefined;
			file.writeUInt8(full.length, free);
			full.copy(file, free + 1);
			places.set(key, place);
			free += 1 + full.length;
		}
		file.writeUIntLE(place - metadata.blobs, member + parent + text, blob);
	}
	return places.size > 0 ? file : undefined;
}

/** A number as a signature has it. */
const compressed = (value: number): number[] =>
	value < 0x80 ? [value] : [0x80 | (value >> 8), value & 0xff];
