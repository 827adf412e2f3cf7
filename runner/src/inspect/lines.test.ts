import fc from 'fast-check';
import { expect, test } from 'vitest';
import { linesOf } from './lines.ts';

test('the lines equal those of split, for any text', () => {
	fc.assert(
		fc.property(fc.array(fc.constantFrom('\n', 'a', '\r\n', 'bc')), (parts) => {
			const text = parts.join('');
			expect([...linesOf(text)]).toEqual(text.split('\n'));
		})
	);
});

test('no more lines are read than are asked for', () => {
	expect([...linesOf('a\nb\nc', 2)]).toEqual(['a', 'b']);
	expect([...linesOf('a\nb\nc', 0)]).toEqual([]);
});
