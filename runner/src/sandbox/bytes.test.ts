import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitRecords, growingBuffer, readFields, writeFields } from './bytes.ts';

const lengthInFirstByte = (header: Buffer) => header[0] ?? 0;

test('records come out whole, however the stream was cut', () => {
	fc.assert(
		fc.property(
			fc.array(fc.uint8Array({ maxLength: 255 })),
			fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1 }),
			(bodies, cuts) => {
				const stream = Buffer.concat(
					bodies.map((body) => Buffer.concat([Buffer.from([body.length, 7]), body]))
				);
				const seen: Buffer[] = [];
				const records = splitRecords(2, lengthInFirstByte, (header, body) => {
					expect(header).toEqual(Buffer.from([body.length, 7]));
					seen.push(Buffer.from(body));
				});
				for (let at = 0, cut = 0; at < stream.length; cut++) {
					const size = cuts[cut % cuts.length] ?? 1;
					records.push(stream.subarray(at, at + size));
					at += size;
				}
				expect(seen).toEqual(bodies.map((body) => Buffer.from(body)));
			}
		)
	);
});

test('a refused header is an error', () => {
	const records = splitRecords(
		1,
		() => {
			throw new RangeError('too long');
		},
		() => undefined
	);
	expect(() => records.push(Buffer.from([1]))).toThrow('too long');
});

test('fields are read as they were written', () => {
	const fields = writeFields();
	fields.u8(7).u32(4_000_000_000).text('å\0').list(['a', ''], fields.text);
	const read = readFields(fields.done());
	expect([read.u8(), read.u32(), read.text(), read.texts()]).toEqual([
		7,
		4_000_000_000,
		'å\0',
		['a', '']
	]);
	read.end();
});

test('a payload too short or too long is an error, never a guess', () => {
	const short = readFields(Buffer.from([9, 0, 0, 0, 65]));
	expect(() => short.text()).toThrow(RangeError);
	const long = readFields(Buffer.from([1, 2]));
	long.u8();
	expect(() => long.end()).toThrow(RangeError);
	const many = readFields(Buffer.from([255, 255, 255, 255]));
	expect(() => many.texts()).toThrow(RangeError);
});

test('parts are joined in order, and none of them is written to', () => {
	fc.assert(
		fc.property(fc.array(fc.uint8Array({ maxLength: 5000 })), (parts) => {
			const given = parts.map((part) => Buffer.from(part));
			const all = growingBuffer();
			for (const part of given) all.push(part);
			const joined = Buffer.concat(parts);
			expect([all.bytes(), all.whole().equals(joined)]).toEqual([joined.length, true]);
			expect(given.every((part, i) => part.equals(parts[i] ?? Buffer.alloc(0)))).toBe(true);
		})
	);
});
