import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
	readDiagnostics,
	readLinkDiagnostics,
	shortenPaths,
	withoutMarks,
	withWays
} from './diagnostics.ts';
import { mostDiagnostics } from './found.ts';

const fixture = (name: string) =>
	readFileSync(join(import.meta.dirname, '../../fixtures/diagnostics', name), 'utf8');

test.each(['clang-19', 'gcc-14'])(
	'the words of %s become places in the learner’s file',
	async (name) => {
		const text = shortenPaths(fixture(`${name}.txt`), 'bad.c');
		expect(text).not.toContain('/bad.c');
		const read = readDiagnostics(text, 'bad.c');
		await expect(JSON.stringify(read, null, '\t') + '\n').toMatchFileSnapshot(
			join(import.meta.dirname, '../../fixtures/diagnostics', `${name}.expected.json`)
		);
	}
);

test('an undefined symbol is marked where it is used', () => {
	expect(readLinkDiagnostics(fixture('lld.txt'), 'l', 'l.c')).toEqual([
		{ variant: 'l', severity: 'error', message: 'undefined symbol: missing', line: 3 }
	]);
});

test('people are shown clang’s text without its ranges and changes', () => {
	const printed = fixture('changes.c.clang-22.txt');
	expect(printed).toContain('6:12:{6:6-6:24}: warning: using');
	expect(printed).toContain('\nfix-it:"');
	const shown = withoutMarks(printed);
	expect(shown).toContain('6:12: warning: using');
	expect(shown).not.toMatch(/fix-it|\{6:6/);
	expect(shown.split('\n').length).toBe(printed.split('\n').length - 6);
});

test('clang’s remarks stand for themselves, and messages without a place are read', () => {
	const text =
		'a.c:3:2: remark: vectorized loop [-Rpass=loop-vectorize]\nclang-22: warning: argument unused\nfatal error: error in backend\nfix-it:"a.c":{1:2-1:2}:"\\"\\303\\244\\n"\n';
	const read = readDiagnostics(text, 'a.c');
	expect(read.map(({ severity, message, at }) => [severity, message, at?.line])).toEqual([
		['note', 'vectorized loop [-Rpass=loop-vectorize]', 3],
		['warning', 'argument unused', undefined],
		['error', 'error in backend', undefined]
	]);
	expect(read[2]?.fixes[0]?.edits[0]?.text).toBe('"ä\n');
});

test('any text is read without an exception', () => {
	fc.assert(
		fc.property(fc.string({ unit: 'binary' }), (text) => {
			readDiagnostics(shortenPaths(text, 'a.c'), 'a.c');
			readLinkDiagnostics(text, 'a', 'a.c');
		})
	);
}, 30_000);

test('of very many messages no more are read than are shown', () => {
	const many = 'a.c:1:1: error: x\n'.repeat(1000);
	expect(readDiagnostics(many, 'a.c').length).toBeLessThanOrEqual(mostDiagnostics + 1);
});

test('a line of ten digits and the assembler’s messages are read', () => {
	const text =
		"a.c:2000000000:3: error: x\n{standard input}:13: Error: no such instruction: `foo'\na.c: Assembler messages:\na.c:4: Error: operand size mismatch for `add'\n";
	expect(readDiagnostics(text, 'a.c').map(({ at, message }) => [at?.line, message])).toEqual([
		[2_000_000_000, 'x'],
		[undefined, "assembler: no such instruction: `foo'"],
		[4, "assembler: operand size mismatch for `add'"]
	]);
	expect(withWays([], readDiagnostics(text, 'a.c')).map(({ at }) => at?.line)).toEqual([
		undefined,
		4
	]);
});
