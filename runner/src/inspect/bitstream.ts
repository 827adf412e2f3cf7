/**
 * Reads LLVM's bitstream container (LLVM's documentation, "LLVM Bitcode File Format"): nested blocks of records, whose layout
 * the file itself describes by abbreviations. Every read is checked: a sandbox wrote the file.
 */

/** `blob`: the bytes of the record's last operand, if that is one. */
export type BitRecord = { code: number; values: readonly number[]; blob?: Buffer };
export type BitBlock = { id: number; records: readonly BitRecord[]; blocks: readonly BitBlock[] };

/** The file is not of this form, or ends too soon. */
export class UnreadBitstream extends Error {}

/** Blocks within blocks; diagnostics and their notes need two. */
const deepest = 16;
/** Of all blocks together. */
const mostRecords = 100_000;
const mostBytes = 4 * 1024 * 1024;

type Operand =
	| { kind: 'literal'; value: number }
	| { kind: 'fixed' | 'vbr'; width: number }
	| { kind: 'array' | 'char6' | 'blob' };
type Abbreviation = readonly Operand[];

const [endBlock, enterBlock, defineAbbreviation, unabbreviated] = [0, 1, 2, 3];
const blockInfo = 0;
const char6 = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._';

/** @throws UnreadBitstream */
export function readBitstream(file: Buffer, magic: string): BitBlock[] {
	if (file.length > mostBytes) throw new UnreadBitstream('the file is too long');
	if (file.toString('latin1', 0, 4) !== magic) throw new UnreadBitstream('another kind of file');
	const bits = bitReader(file, 32);
	/** The abbreviations that blocks of an id begin with. */
	const shared = new Map<number, Abbreviation[]>();
	let records = 0;

	function block(id: number, width: number, depth: number): BitBlock {
		if (depth > deepest) throw new UnreadBitstream('blocks lie too deep');
		const read: { records: BitRecord[]; blocks: BitBlock[] } = { records: [], blocks: [] };
		const abbreviations = [...(shared.get(id) ?? [])];
		/** The id of the blocks that the block of information is about. */
		let about: number | undefined;
		for (;;) {
			const kind = bits.fixed(width);
			if (kind === endBlock) {
				bits.align();
				return { id, ...read };
			}
			if (kind === enterBlock) {
				read.blocks.push(enter(depth + 1));
				continue;
			}
			if (kind === defineAbbreviation) {
				const abbreviation = define();
				if (id === blockInfo && about !== undefined)
					shared.set(about, [...(shared.get(about) ?? []), abbreviation]);
				else abbreviations.push(abbreviation);
				continue;
			}
			if (++records > mostRecords) throw new UnreadBitstream('too many records');
			const abbreviation = abbreviations[kind - unabbreviated - 1];
			if (kind !== unabbreviated && !abbreviation)
				throw new UnreadBitstream('an abbreviation is not defined');
			const record = abbreviation ? abbreviated(abbreviation) : plain();
			if (id === blockInfo && record.code === 1) about = record.values[0];
			read.records.push(record);
		}
	}

	function enter(depth: number): BitBlock {
		const [id, width] = [bits.vbr(8), bits.vbr(4)];
		if (width < 2 || width > 32) throw new UnreadBitstream('a block has no width');
		bits.align();
		bits.fixed(32);
		return block(id, width, depth);
	}

	function define(): Abbreviation {
		const count = bits.vbr(5);
		const operands: Operand[] = [];
		for (let i = 0; i < count; i++) {
			if (bits.fixed(1) === 1) {
				operands.push({ kind: 'literal', value: bits.vbr(8) });
				continue;
			}
			const encoding = bits.fixed(3);
			const kind = encodings[encoding];
			if (!kind) throw new UnreadBitstream('an encoding that is not defined');
			if (kind === 'fixed' || kind === 'vbr') {
				const width = bits.vbr(5);
				if (width > 32 || (kind === 'vbr' && width < 2))
					throw new UnreadBitstream('a number is too wide');
				operands.push({ kind, width });
			} else operands.push({ kind });
		}
		return operands;
	}

	function scalar(operand: Operand): number {
		switch (operand.kind) {
			case 'literal':
				return operand.value;
			case 'fixed':
				return bits.fixed(operand.width);
			case 'vbr':
				return bits.vbr(operand.width);
			case 'char6':
				return char6.charCodeAt(bits.fixed(6));
			default:
				throw new UnreadBitstream('an array of arrays');
		}
	}

	function abbreviated(abbreviation: Abbreviation): BitRecord {
		const values: number[] = [];
		let blob: Buffer | undefined;
		for (let i = 0; i < abbreviation.length; i++) {
			const operand = abbreviation[i];
			if (!operand) break;
			if (operand.kind === 'blob') blob = bits.blob(bits.vbr(6));
			else if (operand.kind === 'array') {
				const element = abbreviation[++i];
				if (!element || element.kind === 'literal' || ('width' in element && element.width === 0))
					throw new UnreadBitstream('an array of nothing');
				const count = bits.count(bits.vbr(6));
				for (let n = 0; n < count; n++) values.push(scalar(element));
			} else values.push(scalar(operand));
		}
		const [code = 0, ...others] = values;
		return { code, values: others, ...(blob && { blob }) };
	}

	function plain(): BitRecord {
		const code = bits.vbr(6);
		const count = bits.count(bits.vbr(6));
		return { code, values: Array.from({ length: count }, () => bits.vbr(6)) };
	}

	const blocks: BitBlock[] = [];
	while (!bits.isAtEnd()) {
		if (bits.fixed(2) !== enterBlock) throw new UnreadBitstream('no block');
		blocks.push(enter(0));
	}
	return blocks;
}

/** By number; 0 is not used. */
const encodings = [undefined, 'fixed', 'vbr', 'array', 'char6', 'blob'] as const;

/** @param at first bit */
function bitReader(file: Buffer, at: number) {
	const end = file.length * 8;
	const take = (count: number) => {
		if (count > end - at) throw new UnreadBitstream('the file ends too soon');
		const from = at;
		at += count;
		return from;
	};
	/** The next bits, the lowest first. At most 32. */
	const fixed = (width: number): number => {
		const from = take(width);
		let value = 0;
		for (let got = 0; got < width;) {
			const [byte, skipped] = [file.readUInt8((from + got) >> 3), (from + got) & 7];
			const here = Math.min(8 - skipped, width - got);
			value += ((byte >> skipped) & ((1 << here) - 1)) * 2 ** got;
			got += here;
		}
		return value;
	};
	const align = () => void take((32 - (at % 32)) % 32);
	return {
		fixed,
		align,
		isAtEnd: () => end - at < 32,
		/** A number in groups of `width` bits, whose highest bits say whether another follows. */
		vbr(width: number): number {
			const base = 2 ** (width - 1);
			let [value, scale] = [0, 1];
			for (;;) {
				const group = fixed(width);
				value += (group % base) * scale;
				if (group < base) return value;
				scale *= base;
				if (scale > 2 ** 53) throw new UnreadBitstream('a number is too long');
			}
		},
		/** A number of items that the rest of the file has room for. */
		count(items: number): number {
			if (items > end - at) throw new UnreadBitstream('the file ends too soon');
			return items;
		},
		blob(length: number): Buffer {
			align();
			const from = take(length * 8) / 8;
			align();
			return file.subarray(from, from + length);
		}
	};
}
