import { expect, test } from 'vitest';
import { freeName, nameOf, titleOf } from './name.ts';

/** Fillers, selectors, joiners and an empty pattern, which no font shows. */
const invisible = [
	'\u3164',
	'\uFFA0',
	'\u115F',
	'\uFE0F',
	'\u034F',
	'\u2800',
	'\u180B',
	'\u200D',
	'\u00AD',
	'\u{E0041}'
];

test('a name is one line, without signs that hide something', () => {
	expect(nameOf('  Ada \n Lovelace ')).toBe('Ada Lovelace');
	expect(nameOf('a\u202Eb\u0000c\u200B')).toBe('abc');
	expect(nameOf('<b>Bob</b>')).toBe('<b>Bob</b>');
	expect(nameOf('x'.repeat(60))).toBe('x'.repeat(40));
	expect(nameOf(' \u200B ')).toBeUndefined();
	for (const hidden of invisible) {
		expect(nameOf(hidden)).toBeUndefined();
		expect(nameOf(`A${hidden}da`)).toMatch(/^A ?da$/);
	}
	expect(titleOf('a\u0000\u202Eb\nc'.padEnd(90, '!'))).toBe('ab c'.padEnd(80, '!'));
});

test('a second one of the same name gets a number', () => {
	expect(freeName('Ada', [])).toBe('Ada');
	expect(freeName('Ada', ['ada'])).toBe('Ada 2');
	expect(freeName('Ada', ['Ada', 'Ada 2'])).toBe('Ada 3');
	expect(freeName('x'.repeat(40), ['x'.repeat(40)])).toBe(`${'x'.repeat(38)} 2`);
});

test('names that look the same, or differ in case only, are one name', () => {
	expect(freeName('Ａda', ['Ada'])).toBe('Ａda 2');
	expect(freeName('STRASSE', ['Straße'])).toBe('STRASSE 2');
	expect(freeName('ﬁn', ['fin'])).toBe('ﬁn 2');
	for (const hidden of invisible) expect(freeName(`Ada${hidden}`, ['Ada'])).toBe(`Ada${hidden} 2`);
});
