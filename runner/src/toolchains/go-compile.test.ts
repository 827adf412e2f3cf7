import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { toDiagnostics } from '../inspect/found.ts';
import { sourceText } from '../inspect/source-text.ts';
import { lacksKernel, readGoLinkDiagnostics, readGoMessages, withoutMain } from './go-compile.ts';

const read = (
	text: string,
	severity: 'error' | 'note' = 'error',
	source = `${'\t'.repeat(40)}\n`.repeat(400)
) =>
	toDiagnostics(readGoMessages(text, 'sum.go', severity), {
		variant: 'sum',
		file: 'sum.go',
		source: sourceText(source),
		unit: 'byte'
	});

test('each error has its line and column', () => {
	const text = `sum.go:3:8: "fmt" imported and not used
sum.go:7:18: invalid operation: i < iterations (mismatched types int and uint64)
too many errors
`;
	expect(read(text)).toEqual([
		{
			variant: 'sum',
			line: 3,
			column: 8,
			severity: 'error',
			message: '"fmt" imported and not used'
		},
		{
			variant: 'sum',
			line: 7,
			column: 18,
			severity: 'error',
			message: 'invalid operation: i < iterations (mismatched types int and uint64)'
		}
	]);
});

test('what is wrong where main calls the kernel has no line of the file; what belongs to an error is a note', () => {
	const text = `sum.go:3:6: main redeclared in this block
	cyclelab_main.go:5:6: other declaration of main
cyclelab_main.go:5:28: undefined: kernel
sum.go:9:2: x redeclared in this block
	sum.go:8:2: other declaration of x
other.go:77: undefined: q
`;
	expect(read(text)).toEqual([
		{
			variant: 'sum',
			line: 3,
			column: 6,
			severity: 'error',
			message: 'main redeclared in this block',
			notes: [{ message: 'where main calls it: other declaration of main' }]
		},
		{ variant: 'sum', severity: 'error', message: 'where main calls it: undefined: kernel' },
		{
			variant: 'sum',
			line: 9,
			column: 2,
			severity: 'error',
			message: 'x redeclared in this block',
			notes: [{ line: 8, column: 2, message: 'other declaration of x' }]
		},
		{ variant: 'sum', severity: 'error', message: 'in other.go, line 77: undefined: q' }
	]);
});

test("what the compiler decided is noted, in the learner's file only", () => {
	const text = `sum.go:11:6: can inline kernel
cyclelab_main.go:5:6: can inline main
sum.go:14:9: Found IsInBounds
`;
	expect(read(text, 'note')).toEqual([
		{ variant: 'sum', line: 11, column: 6, severity: 'note', message: 'can inline kernel' },
		{ variant: 'sum', line: 14, column: 9, severity: 'note', message: 'Found IsInBounds' }
	]);
});

test('columns are bytes of the compiler, and UTF-16 units of the editor', () => {
	const recorded = (name: string) =>
		readFileSync(new URL(`../../fixtures/diagnostics/${name}`, import.meta.url), 'utf8');
	const text = recorded('columns.go.txt').replaceAll('/columns.go', 'sum.go');
	expect(
		read(text, 'error', recorded('columns.go')).map(({ line, column }) => [line, column])
	).toEqual([
		[4, 24],
		[5, 13]
	]);
});

test("the linker's words have no place", () => {
	const text = `main.kernel: relocation target runtime.nothing not defined
/opt/cyclelab/go/bin/link: main: invalid reference to runtime.stopm
`;
	expect(readGoLinkDiagnostics(text, 'sum').map(({ message }) => message)).toEqual([
		'main.kernel: relocation target runtime.nothing not defined',
		'main: invalid reference to runtime.stopm'
	]);
});

test('a hundred places are read, and no line of any length', () => {
	const many = Array.from({ length: 300 }, (_, i) => `sum.go:${i + 1}:1: wrong`).join('\n');
	expect(read(many)).toHaveLength(100);
	expect(read(`sum.go:1:1: ${'x'.repeat(5000)}`)).toEqual([]);
});

test('a file without a kernel is told how one is written; what is wrong besides stays', () => {
	const failure = (text: string) => ({
		kind: 'compile-error' as const,
		stage: 'compile' as const,
		variant: 'sum',
		text,
		diagnostics: read(text)
	});
	const missing = 'cyclelab_main.go:5:28: undefined: kernel\n';
	const second =
		'sum.go:3:6: main redeclared in this block\n\tcyclelab_main.go:5:6: other declaration of main\n';
	expect(lacksKernel(failure('sum.go:9:2: undefined: m\n'))).toBe(false);
	const both = failure(second + missing);
	expect([lacksKernel(both), withoutMain(both).diagnostics]).toEqual([
		true,
		[
			{
				variant: 'sum',
				severity: 'error',
				message: 'there is no kernel: write `func kernel(iterations uint64) uint64`'
			}
		]
	]);
	expect(withoutMain(failure(second)).diagnostics).toMatchObject([{ line: 3 }]);
});
