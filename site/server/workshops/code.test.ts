import { expect, test } from 'vitest';
import { codeOf, newCode } from './code.ts';

test('a code is found again however it is typed', () => {
	const code = newCode();
	expect(code).toMatch(/^[2-9A-HJKMNP-TV-Z]{4}-[2-9A-HJKMNP-TV-Z]{4}$/);
	const [left, right] = code.toLowerCase().split('-');
	for (const typed of [code, `${left}${right}`, ` ${left} ${right} `, `${left}–${right}`])
		expect(codeOf(typed)).toBe(code);
});

test('malformed text is not a code', () => {
	for (const typed of ['', 'K7QM', 'K7QM-4TXRR', 'K7QM-4TX0', 'K7QM-4TXI', "K7QM-4T'R"])
		expect(codeOf(typed)).toBeUndefined();
});

test('no two of a thousand codes are the same', () => {
	expect(new Set(Array.from({ length: 1000 }, newCode)).size).toBe(1000);
});
