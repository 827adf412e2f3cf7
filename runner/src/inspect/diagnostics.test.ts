import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readDiagnostics, readLinkDiagnostics, shortenPaths } from './diagnostics.ts';

const fixture = (name: string) =>
	readFileSync(join(import.meta.dirname, '../../fixtures/diagnostics', name), 'utf8');

test.each(['clang-19', 'gcc-14'])(
	'the words of %s become places in the learner’s file',
	async (name) => {
		const text = shortenPaths(fixture(`${name}.txt`), 'bad.c');
		expect(text).not.toContain('/bad.c');
		const read = readDiagnostics(text, 'bad', 'bad.c');
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

test('any text is read without an exception', () => {
	fc.assert(
		fc.property(fc.string({ unit: 'binary' }), (text) => {
			readDiagnostics(shortenPaths(text, 'a.c'), 'a', 'a.c');
			readLinkDiagnostics(text, 'a', 'a.c');
		})
	);
}, 30_000);

test('of very many diagnostics 100 are kept', () => {
	const many = 'a.c:1:1: error: x\n'.repeat(1000);
	expect(readDiagnostics(many, 'a', 'a.c')).toHaveLength(100);
});
