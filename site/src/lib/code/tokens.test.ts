import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Language } from '@cyclelab/exercises/schema';
import { tokensOf, type TokenKind } from './tokens.ts';

const of = (text: string, language: Language, kind: TokenKind) =>
	tokensOf(text, language)
		.flat()
		.flatMap((token) => (token.kind === kind ? token.text : []));

test('words of C have their kinds, also in a comment of several lines', () => {
	const text =
		'#include "cyclelab.h"\n/* two\nlines */ static int a = 0x1F; // for\nchar b = \'"\';\n';
	expect(of(text, 'c', 'comment')).toEqual(['/* two', 'lines */', '// for']);
	expect(of(text, 'c', 'keyword')).toEqual(['#include', 'static', 'int', 'char']);
	expect(of(text, 'c', 'string')).toEqual(['"cyclelab.h"', `'"'`]);
	expect(of(text, 'c', 'number')).toEqual(['0x1F']);
});

test('a lifetime of Rust begins no character, and a name with a digit is no number', () => {
	expect(of("fn f<'a>(x1: &'a u64) {}", 'rs', 'string')).toEqual([]);
	expect(of("fn f<'a>(x1: &'a u64) {}", 'rs', 'number')).toEqual([]);
	expect(of('let x = 1_000u64;', 'rs', 'number')).toEqual(['1_000u64']);
});

test('Crystal and Go have their own comments and strings', () => {
	expect(of('x = "#{y}" # note', 'cr', 'comment')).toEqual(['# note']);
	expect(of('s := `a\nb` // c', 'go', 'string')).toEqual(['`a', 'b`']);
});

test('an unfinished comment or string takes nothing away from the text', () => {
	for (const text of ['/* open', '"open\nint a;', '`open', "'", ''])
		expect(
			tokensOf(text, 'go')
				.map((line) => line.map((token) => token.text).join(''))
				.join('\n')
		).toBe(text);
});

test('the tokens of every source of every exercise are its text', () => {
	const root = join(import.meta.dirname, '../../../../exercises');
	let sources = 0;
	for (const path of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
		const language = Language.safeParse(path.split('.').at(-1));
		if (!language.success || path.includes('node_modules')) continue;
		const text = readFileSync(join(root, path), 'utf8');
		const lines = tokensOf(text, language.data).map((line) =>
			line.map((token) => token.text).join('')
		);
		expect(lines.join('\n')).toBe(text);
		sources += 1;
	}
	expect(sources).toBeGreaterThan(100);
});
