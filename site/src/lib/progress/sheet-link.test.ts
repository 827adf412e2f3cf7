import fc from 'fast-check';
import { expect, test } from 'vitest';
import { linkCharacters, nameCharacters } from './sheet-limits.ts';
import { decodeSheet, encodeSheet } from './sheet-link.ts';
import type { ProgressSheet, SheetEntry } from './sheet.ts';

const ran: SheetEntry = {
	slug: 'chains',
	standing: 'passed',
	language: 'cs',
	guess: 2,
	result: {
		ratio: { median: 4.01, low: 3.98, high: 4.05 },
		processor: 'AMD Zen 5',
		day: '2026-11-24'
	}
};
const begun: SheetEntry = {
	slug: 'branches',
	standing: 'predicted',
	language: undefined,
	guess: 7.5,
	result: undefined
};
const sheet: ProgressSheet = { name: 'Zoë µ', day: '2026-11-25', entries: [ran, begun] };

/** The link of any content, as its author could write it. */
const linkOf = (content: unknown, version = '1') => linkOfText(JSON.stringify(content), version);
const linkOfText = (text: string, version = '1') =>
	`sheet=${version}.${Buffer.from(text).toString('base64url')}`;
const chains = ['chains', 2, 'cs', 2, 0];
const content: unknown[] = ['Eve', '2026-11-25', ['AMD Zen 5'], [chains]];
const result = [4, 3.9, 4.1, 0, '2026-11-24'];
const withEntry = (entry: unknown) => linkOf(content.with(3, [entry]));

const damaged = /^This link is damaged/;
const invalid = /^This link holds no answer sheet that this site can show \(.+\)\. Ask/;

function sheetIn(fragment: string): ProgressSheet {
	const read = decodeSheet(fragment);
	if (!read.ok) throw new Error(read.sentence);
	return read.value;
}

function refusalOf(fragment: string): string | undefined {
	const read = decodeSheet(fragment);
	return read.ok ? undefined : read.sentence;
}

test('a sheet comes back as it was, and its link has characters of an address only', () => {
	const link = encodeSheet(sheet);
	expect(link).toMatch(/^sheet=1\.[A-Za-z0-9_-]+$/);
	expect(sheetIn(link)).toEqual(sheet);
	expect(sheetIn(linkOf(content))).toEqual({
		name: 'Eve',
		day: '2026-11-25',
		entries: [{ ...ran, result: undefined }]
	});
});

test('ratios keep four digits, their interval stays one, and long names are cut', () => {
	const long = {
		...sheet,
		name: `  ${'😀'.repeat(99)}\u202e`,
		entries: [
			{
				...ran,
				guess: 3.14159265,
				result: {
					ratio: { median: 1.23456, low: 1.234561, high: 1.23457 },
					processor: 'X'.repeat(300),
					day: '2026-11-24'
				}
			}
		]
	};
	const read = sheetIn(encodeSheet(long));
	expect(read.name).toBe('😀'.repeat(nameCharacters / 2));
	expect(read.entries[0]?.guess).toBe(3.142);
	expect(read.entries[0]?.result?.ratio).toEqual({ median: 1.235, low: 1.235, high: 1.235 });
	expect(read.entries[0]?.result?.processor).toBe('X'.repeat(80));
});

test('200 exercises with the longest names fit into a link', () => {
	const entries = Array.from({ length: 200 }, (_, i) => ({
		...ran,
		slug: `${'s'.repeat(44)}${i}`
	}));
	const link = encodeSheet({ ...sheet, entries });
	expect(link.length).toBeLessThanOrEqual(linkCharacters);
	expect(sheetIn(link).entries).toHaveLength(200);
});

test.each([
	['nothing', 'sheet=1.', damaged],
	['other characters', 'sheet=1.<script>alert(1)</script>', damaged],
	['a length that base64 cannot have', 'sheet=1.AAAAA', damaged],
	['bytes that are not UTF-8', 'sheet=1._____w', damaged],
	['text that is not JSON', linkOfText('hello'), damaged],
	['a cut link', encodeSheet(sheet).slice(0, -9), damaged],
	[
		'an unknown version',
		linkOf(content, '2'),
		/^This link holds an answer sheet of another version/
	],
	['no version', 'sheet=', /^This link holds an answer sheet of another version/],
	['an object', linkOf({ name: 'x' }), invalid],
	['another count of parts', linkOf([...content, 1]), invalid],
	['a name that is too long', linkOf(content.with(0, 'x'.repeat(61))), invalid],
	['a name that turns the text around', linkOf(content.with(0, 'a\u202eb')), invalid],
	['a day that is none', linkOf(content.with(1, '2026-02-31')), invalid],
	['a slug with markup', withEntry(['<img src=x>', 2, 0, 0, 0]), invalid],
	['the slug constructor', withEntry(['constructor', 2, 0, 0, 0]), invalid],
	['an unknown language', withEntry(['chains', 2, 'js', 0, 0]), invalid],
	['an unknown standing', withEntry(['chains', 3, 0, 0, 0]), invalid],
	['a negative prediction', withEntry(['chains', 0, 0, -1, 0]), invalid],
	['a prediction beyond all bounds', withEntry(['chains', 0, 0, 1e300, 0]), invalid],
	['a prediction that is text', withEntry(['chains', 0, 0, '2', 0]), invalid],
	['a result outside its interval', withEntry(['chains', 1, 0, 0, result.with(0, 9)]), invalid],
	['a processor that is not listed', withEntry(['chains', 1, 0, 0, result.with(3, 1)]), invalid],
	['an exercise named twice', linkOf(content.with(3, [chains, chains])), invalid],
	[
		'too many exercises',
		linkOf(
			content.with(
				3,
				Array.from({ length: 201 }, (_, i) => [`s${i}`, 0, 0, 1, 0])
			)
		),
		invalid
	],
	['nesting without end', linkOfText('['.repeat(9999) + ']'.repeat(9999)), invalid]
])('a link with %s is refused with a sentence', (_, link, sentence) => {
	expect(refusalOf(link)).toMatch(sentence);
});

test('a link that is too long is refused before it is read', () => {
	expect(refusalOf(`sheet=1.${'A'.repeat(linkCharacters)}`)).toBe(
		'This link is longer than 32768 characters, which no answer sheet is. Ask its author for a new link or for a print.'
	);
});

test('whatever a link holds, reading returns a sheet or a sentence', () => {
	fc.assert(
		fc.property(
			fc.oneof(
				fc.json().map((text) => JSON.parse(text)),
				fc.constant(content)
			),
			(any) => {
				const read = decodeSheet(linkOf(any));
				if (read.ok) expect(decodeSheet(encodeSheet(read.value))).toEqual(read);
				else expect(read.sentence).toMatch(/\.$/);
			}
		)
	);
});
