import { expect, test } from 'vitest';
import { executableSegments } from './elf-segments.ts';

/** A file with these segments, whose bytes follow its headers. */
function program(...segments: { type?: number; flags: number; bytes: Buffer }[]): Buffer {
	const headers = Buffer.alloc(64 + 56 * segments.length);
	Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1]).copy(headers);
	headers.writeBigUInt64LE(64n, 0x20);
	headers.writeUInt16LE(56, 0x36);
	headers.writeUInt16LE(segments.length, 0x38);
	let offset = headers.length;
	segments.forEach(({ type = 1, flags, bytes }, index) => {
		const at = 64 + 56 * index;
		headers.writeUInt32LE(type, at);
		headers.writeUInt32LE(flags, at + 4);
		headers.writeBigUInt64LE(BigInt(offset), at + 8);
		headers.writeBigUInt64LE(BigInt(0x40_0000 + offset), at + 0x10);
		headers.writeBigUInt64LE(BigInt(bytes.length), at + 0x20);
		offset += bytes.length;
	});
	return Buffer.concat([headers, ...segments.map(({ bytes }) => bytes)]);
}
const [readable, executable] = [4, 5];
const code = Buffer.from([0x48, 0x0f, 0xaf, 0xc0, 0xc3]);
const data = Buffer.from([1, 2, 3]);

test('the segments that are executed, each with its address and its bytes', () => {
	const file = program({ flags: readable, bytes: data }, { flags: executable, bytes: code });
	expect(executableSegments(file)).toEqual([
		{ address: 0x40_0000 + 64 + 2 * 56 + data.length, bytes: code }
	]);
});

test('a segment that is not loaded is none', () => {
	expect(executableSegments(program({ type: 2, flags: executable, bytes: code }))).toEqual([]);
});

test('headers and bytes outside of the file are left out, and another file has none', () => {
	const file = program({ flags: executable, bytes: code });
	expect(executableSegments(file.subarray(0, file.length - 1))).toEqual([]);
	expect(executableSegments(file.subarray(0, 100))).toEqual([]);
	expect(executableSegments(Buffer.alloc(0))).toEqual([]);
	expect(executableSegments(Buffer.from('MZ'))).toEqual([]);
});
