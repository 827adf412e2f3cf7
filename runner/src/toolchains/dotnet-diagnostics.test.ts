import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { noKernel, readMcs } from './dotnet-diagnostics.ts';
import { explain } from '../measure/explain.ts';

/** Messages of mcs 6.12 for four files called kernel.cs, one after the other. */
const words = readFileSync(new URL('../../fixtures/dotnet/mcs.txt', import.meta.url), 'utf8');

const at = (line: number, column: number, severity: string, message: string) => ({
	variant: 'mine',
	line,
	column,
	severity,
	message
});
const missing = "CS0103: The name `m' does not exist in the current context";
const unused = "CS0168: The variable `unused' is declared but never used";

it('the words of mcs become places in the file', () => {
	expect(readMcs(words, 'mine', 'kernel.cs')).toEqual([
		at(
			...([3, 22, 'error'] as const),
			"CS0111: A member `Kernel.Twice(ulong)' is already defined. Rename this member or use different parameter types"
		),
		at(2, 22, 'note', '(Location of the symbol related to previous error)'),
		at(2, 58, 'error', missing),
		at(4, 10, 'error', missing),
		at(2, 43, 'warning', unused),
		at(2, 43, 'warning', unused),
		{
			variant: 'mine',
			severity: 'error',
			message:
				"CS5001: Program `k.exe' does not contain a static `Main' method suitable for an entry point"
		}
	]);
});

it('places in other files, and lines of any length, are none of the file', () => {
	const text = `other.cs(1,2): error CS0103: x\n${'x'.repeat(5000)}(1,2): error CS0103: x\n`;
	expect(readMcs(text, 'mine', 'kernel.cs')).toEqual([]);
});

it('a file without a kernel fails with a sentence on what to define', () => {
	const { title } = explain(noKernel('mine'));
	expect(title).toBe('The compiler found an error.');
	expect(noKernel('mine')).toMatchObject({
		text: 'The file needs a public static class Kernel with public static ulong Run(ulong iterations).'
	});
});
