import fc from 'fast-check';
import { expect, test } from 'vitest';
import { piecesOf } from './sending.ts';

const pieceBytes = 64 * 1024;

test('pieces have the bytes of the parts in their order, few of them and none too large', () => {
	const lengths = fc.array(fc.nat({ max: 3 * pieceBytes }), { maxLength: 20 });
	fc.assert(
		fc.property(lengths, (all) => {
			const parts = all.map((length, at) => Buffer.alloc(length, at + 1));
			const pieces = [...piecesOf(parts)];
			expect(Buffer.concat(pieces).equals(Buffer.concat(parts))).toBe(true);
			expect(pieces.every(({ length }) => length > 0 && length <= pieceBytes)).toBe(true);
		}),
		{ numRuns: 50 }
	);
	const events = Array.from({ length: 1000 }, () => Buffer.alloc(1024));
	expect([...piecesOf(events)]).toHaveLength(16);
});
