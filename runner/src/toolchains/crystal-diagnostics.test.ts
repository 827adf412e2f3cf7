import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readCrystalDiagnostics } from './crystal-diagnostics.ts';
import { plainPaths } from './crystal-paths.ts';

/** The compiler's messages for a file of this name in a sandbox. */
function read(variant: string) {
	const words = readFileSync(
		new URL(`../../fixtures/crystal/${variant}.txt`, import.meta.url),
		'utf8'
	);
	const text = plainPaths(words, { variant, language: 'cr' });
	return readCrystalDiagnostics(text, variant, `${variant}.cr`);
}

test('an error deep in the library stands where the learner called it, with the place it was found', () => {
	expect(read('error')).toEqual([
		{
			variant: 'error',
			line: 2,
			column: 12,
			severity: 'error',
			message:
				"in crystal:enumerable.cr, line 1819: expected argument #1 to 'Int32#+' to be Int32, not (Int32 | String)"
		}
	]);
});

test('an error in a macro stands where the macro is used', () => {
	expect(read('macro-error')).toEqual([
		{
			variant: 'macro-error',
			line: 6,
			column: 1,
			severity: 'error',
			message: "undefined local variable or method 'nope' for top-level"
		}
	]);
});

test('an error of syntax has its place', () => {
	expect(read('syntax-error')).toEqual([
		{
			variant: 'syntax-error',
			line: 5,
			column: 1,
			severity: 'error',
			message: "expecting token '}', not 'end'"
		}
	]);
});

test('each warning has its place', () => {
	const message = 'Deprecated ::old. Use new_one';
	expect(read('warnings')).toEqual([
		{ variant: 'warnings', line: 6, column: 7, severity: 'warning', message },
		{ variant: 'warnings', line: 7, column: 3, severity: 'warning', message }
	]);
});

test('an error without a place is an error without a line', () => {
	const text = 'Error: Could not execute linker: `cc`: File not found\n';
	expect(readCrystalDiagnostics(text, 'a', 'a.cr')).toEqual([
		{ variant: 'a', severity: 'error', message: 'Could not execute linker: `cc`: File not found' }
	]);
});

test("only the learner's own path becomes a bare name", () => {
	const text =
		'In /box/1/in/array.cr:1:2\nIn /usr/lib/crystal/lib/io/array.cr:3:4\n@../in/array.cr.x';
	expect(plainPaths(text, { variant: 'array', language: 'cr' })).toBe(
		'In array.cr:1:2\nIn crystal:io/array.cr:3:4\n@../in/array.cr.x'
	);
});
