import { expect, test } from 'vitest';
import { kernelMeant } from './kernel-meant.ts';

test('a kernel of other types, which the compiler refuses, is told the right ones', () => {
	const original = 'uint64_t kernel(uint64_t iterations) {\n\treturn 1;\n}\n';
	const told = (source: string, ...messages: string[]) =>
		kernelMeant(
			{
				source,
				diagnostics: messages.map((message) => ({ variant: 'a', severity: 'error', message }))
			},
			original,
			'c'
		);
	const wrong = 'int kernel(int n) {\n\treturn n;\n}\n';
	const refused = "conflicting types for 'kernel'";
	expect(told(wrong, 'expected ;', refused)).toBe('uint64_t kernel(uint64_t iterations)');
	expect([
		told(wrong, "expected ';' in 'kernel'"),
		told(original, refused),
		told('', refused)
	]).toEqual([undefined, undefined, undefined]);
});
