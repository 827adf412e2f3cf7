import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { noKernel, readMcs, withVersion } from './dotnet-diagnostics.ts';
import { toDiagnostics } from '../inspect/found.ts';
import { sourceText } from '../inspect/source-text.ts';
import { explain } from '@cyclelab/contract/measure/explain';

/** Messages of mcs 6.12 for four files called kernel.cs, one after the other. */
const words = readFileSync(new URL('../../fixtures/dotnet/mcs.txt', import.meta.url), 'utf8');

const file = 'kernel.cs';
const source = sourceText(
	'public static class Kernel { public static ulong Twice(ulong x) { } }\n'.repeat(5)
);
const diagnosticsIn = (text: string) =>
	toDiagnostics(readMcs(text, file, source), { variant: 'mine', file, source, unit: 'utf-16' });
const missing = "CS0103: The name `m' does not exist in the current context";
const unused = "CS0168: The variable `unused' is declared but never used";

it('the words of mcs become places in the file', () => {
	const variant = 'mine';
	const error = { variant, severity: 'error' };
	const warning = { variant, line: 2, column: 43, severity: 'warning', message: unused };
	expect(diagnosticsIn(words)).toEqual([
		{
			...error,
			line: 3,
			column: 22,
			message:
				"CS0111: A member `Kernel.Twice(ulong)' is already defined. Rename this member or use different parameter types",
			notes: [
				{ line: 2, column: 22, message: '(Location of the symbol related to previous error)' }
			]
		},
		{ ...error, line: 2, column: 58, message: missing },
		{ ...error, line: 4, column: 10, message: missing },
		warning,
		warning,
		{
			...error,
			message:
				"CS5001: Program `k.exe' does not contain a static `Main' method suitable for an entry point"
		}
	]);
});

it('an error of mcs itself is at the method that it was compiling', () => {
	const crash = `
Unhandled Exception:
Mono.CSharp.InternalErrorException: kernel.cs(2,32): Calls.Nothing() ---> Mono.CSharp.InternalErrorException: (1,1): ---> System.NullReferenceException: Object reference not set
  at Mono.CSharp.AsyncTaskStorey.DoDefineMembers () [0x00083] in <0046758719684d2ca5329d362b976ed6>:0
`;
	expect(diagnosticsIn(crash)).toEqual([
		{
			variant: 'mine',
			severity: 'error',
			line: 2,
			column: 32,
			message:
				'The compiler mcs, which knows C# 7.2, fails here with an error of its own, at Calls.Nothing(): write it in another way.'
		}
	]);
	expect(diagnosticsIn(crash.replaceAll('kernel.cs', 'other.cs'))).toEqual([]);
});

it('places in other files, and lines of any length, are none of the file', () => {
	const text = `other.cs(1,2): error CS0103: x\n${'x'.repeat(5000)}(1,2): error CS0103: x\n`;
	expect(diagnosticsIn(text)).toEqual([]);
});

it('an unexpected symbol is marked where it is, other places are those of mcs', () => {
	const fixture = (name: string) =>
		readFileSync(new URL(`../../fixtures/diagnostics/${name}`, import.meta.url), 'utf8');
	const read = (name: string) => {
		const source = sourceText(fixture(name));
		const found = readMcs(fixture(`${name}.txt`), name, source);
		return toDiagnostics(found, { variant: 'mine', file: name, source, unit: 'utf-16' }).map(
			({ line, column, endColumn }) => [line, column, endColumn]
		);
	};
	expect(read('newer.cs').slice(0, 3)).toEqual([
		[9, 16, 22],
		[9, 23, 24],
		[9, 27, 29]
	]);
	expect(read('columns.cs')).toEqual([[3, 33, undefined]]);
});

const syntaxError = (line: number) => `kernel.cs(${line},5): error CS1525: Unexpected symbol`;

it('syntax newer than mcs is one sentence that names the version, in place of what mcs makes of it', () => {
	const found = diagnosticsIn(
		[`kernel.cs(1,1): warning CS0168: x`, ...[2, 2, 3, 4].map(syntaxError)].join('\n')
	);
	expect(withVersion(found, 'class A {\n\tint x = y switch { _ => 1 };\n}\n')).toEqual([
		found[0],
		{
			variant: 'mine',
			line: 2,
			severity: 'error',
			message: 'A switch expression is C# 8; the newest C# that is compiled here is 7.2.'
		}
	]);
});

it('an exception of the compiler about what it lacks has the sentence in its place', () => {
	const recorded = `kernel.cs(2,51): error CS0589: Internal compiler error during parsingSystem.NotImplementedException: type pattern matching
  at Mono.CSharp.CSharpParser.case_963 () [0x0002d] in <0046758719684d2ca5329d362b976ed6>:0 `;
	const text = 'class A {\n\tvoid M(object n) { switch (n) { case Num x: break; } }\n}\n';
	expect(withVersion(diagnosticsIn(recorded), text)).toEqual([
		{
			variant: 'mine',
			line: 2,
			severity: 'error',
			message:
				'A pattern in a switch (case Type name, when) is C# 7, but the compiler mcs does not know it: write if with is Type name.'
		}
	]);
});

it('an error before the newer syntax, and one of a source without it, stays', () => {
	const found = diagnosticsIn([1, 2].map(syntaxError).join('\n'));
	const note = { message: 'The newest C# that is compiled here is 7.2.' };
	for (const source of ['x\nx\nx ??= y;', 'class A { int x = ; }'])
		expect(withVersion(found, source)).toEqual([{ ...found[0], notes: [note] }, found[1]]);
	const other = diagnosticsIn('kernel.cs(2,5): error CS0103: x');
	expect(withVersion(other, 'x ??= y;')).toEqual(other);
});

it('a file without a kernel fails with a sentence on what to define', () => {
	const { title } = explain(noKernel('mine'));
	expect(title).toBe('The compiler found an error.');
	expect(noKernel('mine')).toMatchObject({
		text: 'The file needs a public static class Kernel with public static ulong Run(ulong iterations).'
	});
});
