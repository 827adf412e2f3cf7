/** Takes chunks as the stream delivers them; emits whole records. */
export type Records = { push: (chunk: Buffer) => void };

/**
 * Splits a stream into records: a fixed header and a body whose length is in the header. Bodies of any size are joined
 * once. `lengthOf` may throw to refuse a header.
 */
export function splitRecords(
	headerBytes: number,
	lengthOf: (header: Buffer) => number,
	onRecord: (header: Buffer, body: Buffer) => void
): Records {
	let chunks: Buffer[] = [];
	let held = 0;
	let header: Buffer | undefined;

	const take = (count: number): Buffer => {
		const all = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
		chunks = count < all.length ? [all.subarray(count)] : [];
		held -= count;
		return all.subarray(0, count);
	};

	return {
		push(chunk) {
			chunks.push(chunk);
			held += chunk.length;
			for (;;) {
				if (!header) {
					if (held < headerBytes) return;
					header = take(headerBytes);
				}
				const length = lengthOf(header);
				if (held < length) return;
				const complete = header;
				header = undefined;
				onRecord(complete, take(length));
			}
		}
	};
}

/** Builds a payload field by field; the format is defined in images/base/supervisor/frames.go. */
export function writeFields() {
	const parts: Buffer[] = [];
	const fields = {
		u8: (value: number) => fields.raw(Buffer.from([value])),
		u32: (value: number) => {
			const four = Buffer.alloc(4);
			four.writeUInt32LE(value);
			return fields.raw(four);
		},
		text: (value: string | Buffer) => {
			const bytes = typeof value === 'string' ? Buffer.from(value) : value;
			return fields.u32(bytes.length).raw(bytes);
		},
		list: <Item>(items: readonly Item[], each: (item: Item) => void) => {
			fields.u32(items.length);
			for (const item of items) each(item);
			return fields;
		},
		raw: (bytes: Buffer) => {
			parts.push(bytes);
			return fields;
		},
		done: () => Buffer.concat(parts)
	};
	return fields;
}

/** Reads a payload field by field. Throws a RangeError beyond its end; `end` throws if anything is left. */
export function readFields(payload: Buffer) {
	let at = 0;
	const fields = {
		u8: () => payload.readUInt8((at += 1) - 1),
		u32: () => payload.readUInt32LE((at += 4) - 4),
		/** A text as bytes. */
		raw: () => {
			const length = fields.u32();
			if (at + length > payload.length) throw new RangeError('A text ends beyond its payload');
			return payload.subarray(at, (at += length));
		},
		text: () => fields.raw().toString('utf8'),
		texts: () => {
			const texts: string[] = [];
			for (let count = fields.u32(); count > 0; count--) texts.push(fields.text());
			return texts;
		},
		end: () => {
			if (at !== payload.length) throw new RangeError('A payload is longer than its fields');
		}
	};
	return fields;
}

/** Bytes that come in parts. */
export type GrowingBuffer = {
	push: (part: Buffer) => void;
	bytes: () => number;
	whole: () => Buffer;
};

/** Joins parts as they come: a program that writes a million single bytes leaves no million buffers. */
export function growingBuffer(): GrowingBuffer {
	let held: Buffer = Buffer.alloc(0);
	let bytes = 0;
	return {
		push: (part) => {
			const needed = bytes + part.length;
			// The first part is kept as it is: most programs write once.
			if (bytes === 0) held = part;
			else {
				if (needed > held.length || held.length === bytes) {
					const larger = Buffer.allocUnsafeSlow(Math.max(needed, 2 * held.length, 4096));
					held.copy(larger, 0, 0, bytes);
					held = larger;
				}
				part.copy(held, bytes);
			}
			bytes = needed;
		},
		bytes: () => bytes,
		whole: () => held.subarray(0, bytes)
	};
}
