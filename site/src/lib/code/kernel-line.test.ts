import { expect, test } from 'vitest';
import { kernelLine, lacksOnlyKernel, linesAbove } from './kernel-line.ts';

test('the line of a kernel, without its body', () => {
	const c = '#include "cyclelab.h"\n\nuint64_t kernel(uint64_t iterations) {\n\treturn 1;\n}\n';
	expect(kernelLine(c, 'c')).toBe('uint64_t kernel(uint64_t iterations)');
	const cs = 'public static class Kernel {\n\tpublic static ulong Run(ulong iterations) {\n';
	expect(kernelLine(cs, 'cs')).toBe('public static ulong Run(ulong iterations)');
	expect(kernelLine('int square(int n) { return n * n; }\n', 'c')).toBeUndefined();
});

test('a comment about a kernel is not its line', () => {
	expect(kernelLine('// kernel(n) is called\nfunc kernel(n int) uint64 {', 'go')).toBe(
		'func kernel(n int) uint64'
	);
});

test('above a kernel stands neither its comment nor its attribute', () => {
	const rust = 'use cyclelab::*;\n\n// Adds.\n#[inline(never)]\npub fn kernel(n: u64) -> u64 {\n';
	expect(linesAbove(rust, 'rs')).toBe(2);
	expect(linesAbove('uint64_t kernel(uint64_t n) { return n; }', 'c')).toBe(0);
	expect(linesAbove('int square(int n) { return n * n; }', 'c')).toBe(0);
});

test('a file that lacks only a kernel is no error; one that does not compile is', () => {
	const without = {
		source: 'int square(int n) { return n * n; }\n',
		failure: {
			kind: 'compile-error',
			stage: 'link',
			variant: 'a',
			text: '',
			diagnostics: [],
			title: '',
			hint: ''
		},
		diagnostics: [{ variant: 'a', severity: 'error', message: 'there is no kernel' }]
	} satisfies Parameters<typeof lacksOnlyKernel>[0];
	expect(lacksOnlyKernel(without, 'c')).toBe(true);
	expect(lacksOnlyKernel({ ...without, source: 'long kernel(long n);' }, 'c')).toBe(false);
	const error = { variant: 'a', line: 1, severity: 'error', message: 'expected ;' } as const;
	expect(lacksOnlyKernel({ ...without, diagnostics: [error] }, 'c')).toBe(false);
	expect(lacksOnlyKernel({ ...without, failure: undefined }, 'c')).toBe(false);
	const main = { ...error, message: 'duplicate symbol: main' };
	expect(lacksOnlyKernel({ ...without, diagnostics: [main] }, 'c')).toBe(true);
});
