import { expect, test } from 'vitest';
import { element, escaped, text, wrapped } from './svg.ts';

test('whatever is written stays text', () => {
	expect(text('<script>"&\u0000', 1.234, 2, { class: 'a"b' })).toBe(
		'<text x="1.23" y="2" class="a&quot;b">&lt;script&gt;&quot;&amp;</text>'
	);
	expect(escaped("it's")).toBe('it&#39;s');
	expect(element('rect', { x: 0, y: undefined })).toBe('<rect x="0"/>');
});

test('a long sentence is broken between words and cut with an ellipsis', () => {
	expect(wrapped('one two three four', 54, 10, 3)).toEqual(['one two', 'three four']);
	expect(wrapped('one two three four five', 54, 10, 2)).toEqual(['one two', 'three fo…']);
	expect(wrapped('', 54, 10, 2)).toEqual([]);
	expect(wrapped('unbreakable-and-long', 54, 10, 1)).toEqual(['unbreakab…']);
	expect(wrapped('an unbreakable-and-long', 54, 10, 3)).toEqual(['an', 'unbreakab', 'le-and-lo…']);
});
