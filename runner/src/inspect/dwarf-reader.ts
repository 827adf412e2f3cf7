/** Reads the numbers and strings of DWARF's sections (DWARF 5, section 7). Every read is checked: a learner's program has them. */

/** Thrown by a reader: the section is not of the form that is read here, or ends too soon. */
export class UnreadDwarf extends Error {
	constructor(why: string) {
		super(`The debug information is left to llvm-symbolizer: ${why}`);
	}
}

export type DwarfReader = ReturnType<typeof dwarfReader>;

/** Bytes of a number in LEB128 that holds at most 49 bits. Producers write shorter ones. */
const mostLebBytes = 7;
const mostText = 4_096;

/** Begins at the section's first byte. Its functions throw `UnreadDwarf` instead of reading beyond the section. */
export function dwarfReader(section: Buffer) {
	let at = 0;
	const take = (count: number) => {
		const from = at;
		if (count > section.length - from) throw new UnreadDwarf('the section ends too soon');
		at += count;
		return from;
	};
	const leb = (): { value: number; bits: number; isNegative: boolean } => {
		let [value, scale] = [0, 1];
		for (let count = 0; count < mostLebBytes; count++) {
			const byte = section.readUInt8(take(1));
			value += (byte & 0x7f) * scale;
			scale *= 0x80;
			if (byte < 0x80) return { value, bits: scale, isNegative: (byte & 0x40) !== 0 };
		}
		throw new UnreadDwarf('a number has more than 49 bits');
	};
	return {
		position: () => at,
		isAtEnd: () => at === section.length,
		skip: (count: number) => void take(count),
		u8: () => section.readUInt8(take(1)),
		i8: () => section.readInt8(take(1)),
		u16: () => section.readUInt16LE(take(2)),
		u32: () => section.readUInt32LE(take(4)),
		address: () => Number(section.readBigUInt64LE(take(8))),
		unsigned: () => leb().value,
		signed: () => {
			const { value, bits, isNegative } = leb();
			return isNegative ? value - bits : value;
		},
		text: () => {
			const length = section.subarray(at, at + mostText).indexOf(0);
			if (length < 0) throw new UnreadDwarf('a string is long or does not end');
			const from = take(length + 1);
			return section.toString('latin1', from, from + length);
		}
	};
}
