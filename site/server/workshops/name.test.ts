import { expect, test } from 'vitest';
import { freeName, nameOf, titleOf } from './name.ts';

test('a name is one line, without signs that hide something', () => {
	expect(nameOf('  Ada \n Lovelace ')).toBe('Ada Lovelace');
	expect(nameOf('a\u202Eb\u0000c\u200B')).toBe('abc');
	expect(nameOf('<b>Bob</b>')).toBe('<b>Bob</b>');
	expect(nameOf('x'.repeat(60))).toBe('x'.repeat(40));
	expect(nameOf(' \u200B ')).toBeUndefined();
	expect(titleOf('a\u0000\u202Eb\nc'.padEnd(90, '!'))).toBe('ab c'.padEnd(80, '!'));
});

test('a second one of the same name gets a number', () => {
	expect(freeName('Ada', [])).toBe('Ada');
	expect(freeName('Ada', ['ada'])).toBe('Ada 2');
	expect(freeName('Ada', ['Ada', 'Ada 2'])).toBe('Ada 3');
	expect(freeName('x'.repeat(40), ['x'.repeat(40)])).toBe(`${'x'.repeat(38)} 2`);
});
