import { expect, test } from 'vitest';
import { visible } from './visible.ts';

test('control and direction characters are escaped, and lines, tabs and letters stay', () => {
	expect(visible('a\tb\n\u001b[31mred\r \u202ereversed\u2069 \u200bé😀\u0000\ud800')).toBe(
		'a\tb\n<U+001B>[31mred<U+000D> <U+202E>reversed<U+2069> <U+200B>é😀<U+0000><U+D800>'
	);
	expect(visible('<b>&amp;')).toBe('<b>&amp;');
});
