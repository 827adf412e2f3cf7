import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { toDiagnostics, type Found } from '../inspect/found.ts';
import { sourceText } from '../inspect/source-text.ts';
import { readCrystalError, readCrystalMessages } from './crystal-diagnostics.ts';
import { plainPaths } from './crystal-paths.ts';

/** The compiler's messages for a file of this name in a sandbox. */
function read(variant: string) {
	const words = readFileSync(
		new URL(`../../fixtures/crystal/${variant}.txt`, import.meta.url),
		'utf8'
	);
	return shown(
		readCrystalMessages(plainPaths(words, { variant, language: 'cr' }), `${variant}.cr`),
		variant
	);
}

/** A source with room for every place of the fixtures. */
const source = sourceText(`${' '.repeat(40)}\n`.repeat(40));
const shown = (found: readonly Found[], variant: string) =>
	toDiagnostics(found, {
		variant,
		file: `${variant}.cr`,
		source,
		unit: 'character',
		isOwn: (name) => name === `${variant}.cr`
	});

test('an error deep in the library stands where the learner called it, with the place it was found', () => {
	expect(read('error')).toEqual([
		{
			variant: 'error',
			line: 2,
			column: 12,
			severity: 'error',
			message:
				"in crystal:enumerable.cr, line 1819: expected argument #1 to 'Int32#+' to be Int32, not (Int32 | String)",
			notes: [{ line: 1, column: 5, message: "instantiating 'Array(Int32 | String)#sum()'" }]
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
			message: "undefined local variable or method 'nope' for top-level",
			notes: [
				{ line: 7, column: 5, message: "instantiating 'foo(UInt64)'" },
				{ line: 8, column: 3, message: "instantiating 'foo(UInt64)'" }
			]
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
	expect(shown(readCrystalMessages(text, 'a.cr'), 'a')).toEqual([
		{ variant: 'a', severity: 'error', message: 'Could not execute linker: `cc`: File not found' }
	]);
});

test('the error of JSON has the range of what it is about, and the steps before it in the file', () => {
	const step = (file: string, line: number, column: number, size: number, message: string) => ({
		file,
		line,
		column,
		size,
		message
	});
	const output = JSON.stringify([
		step('a.cr', 1, 5, 6, "instantiating 'kernel(UInt64)'"),
		step('a.cr', 2, 12, 3, "instantiating 'sum()'"),
		step('crystal:enumerable.cr', 1819, 40, 0, 'expected Int32')
	]);
	expect(shown(readCrystalError(`A warning.\n${output}\n`, 'a.cr') ?? [], 'a')).toEqual([
		{
			variant: 'a',
			line: 2,
			column: 12,
			endLine: 2,
			endColumn: 15,
			severity: 'error',
			message: 'in crystal:enumerable.cr, line 1819: expected Int32',
			notes: [
				{
					line: 1,
					column: 5,
					endLine: 1,
					endColumn: 11,
					message: "instantiating 'kernel(UInt64)'"
				}
			]
		}
	]);
	expect(readCrystalError(output.slice(0, -20), 'a.cr')).toBeUndefined();
});

test('columns of JSON are code points, and an error in a macro stands where it is called', () => {
	const fixture = (name: string) =>
		readFileSync(new URL(`../../fixtures/diagnostics/${name}`, import.meta.url), 'utf8');
	const diagnosticsOf = (variant: string) => {
		const build = { variant, language: 'cr' } as const;
		const found = readCrystalError(
			plainPaths(fixture(`${variant}.cr.json`), build),
			`${variant}.cr`
		);
		return toDiagnostics(found ?? [], {
			variant,
			file: `${variant}.cr`,
			source: sourceText(fixture(`${variant}.cr`)),
			unit: 'character'
		});
	};
	const message = (name: string) => `undefined local variable or method '${name}' for top-level`;
	expect(diagnosticsOf('columns')).toEqual([
		{
			variant: 'columns',
			line: 2,
			column: 35,
			endLine: 2,
			endColumn: 42,
			severity: 'error',
			message: message('missing')
		}
	]);
	expect(diagnosticsOf('macro')).toEqual([
		{
			variant: 'macro',
			line: 5,
			column: 3,
			severity: 'error',
			message: message('nope'),
			notes: [{ line: 4, column: 5, endLine: 4, endColumn: 11, message: 'expanding macro' }]
		}
	]);
});

test("only the learner's own path becomes a bare name", () => {
	const text =
		'In /box/1/in/array.cr:1:2\nIn /usr/lib/crystal/lib/io/array.cr:3:4\n@../in/array.cr.x';
	expect(plainPaths(text, { variant: 'array', language: 'cr' })).toBe(
		'In array.cr:1:2\nIn crystal:io/array.cr:3:4\n@../in/array.cr.x'
	);
});
