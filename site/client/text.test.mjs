import { expect, test } from 'vitest';
import { printable } from './text.mjs';

test('terminal control characters are escaped, and JSON stays valid JSON', () => {
	const hostile = { '\u009b2J': 'a\u001b[2J\u202e\u2028\tb' };
	expect(printable(`one\ttwo\n\u001b[2J\r\u009b\u202e`)).toBe(
		'one\ttwo\n\\u001b[2J\\u000d\\u009b\\u202e'
	);
	const written = printable(JSON.stringify(hostile));
	expect(JSON.parse(written)).toEqual(hostile);
	expect(written).toMatch(/^[\t\n -~]*$/);
});
