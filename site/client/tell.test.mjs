import { expect, test } from 'vitest';
import { printable } from './tell.mjs';

test('what a terminal would obey is written out, and JSON stays JSON', () => {
	const hostile = { '\u009b2J': 'a\u001b[2J\u202e\u2028\tb' };
	expect(printable(`one\ttwo\n\u001b[2J\r\u009b\u202e`)).toBe(
		'one\ttwo\n\\u001b[2J\\u000d\\u009b\\u202e'
	);
	const written = printable(JSON.stringify(hostile));
	expect(JSON.parse(written)).toEqual(hostile);
	expect(written).toMatch(/^[\t\n -~]*$/);
});
