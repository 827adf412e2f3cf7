import { expect, test } from 'vitest';
import { unspoilt } from './unspoilt.ts';

test.each([
	[
		'Each needs the previous result, so nothing can overlap. Three cycles.',
		'Each needs the previous result, so nothing can overlap.'
	],
	['An element costs half of the latency.', ''],
	['It takes 2.5 cycles. The loads are independent!', 'The loads are independent!'],
	['A record of someone often used.', 'A record of someone often used.'],
	['', '']
])('%s', (text, left) => {
	expect(unspoilt(text)).toBe(left);
});
