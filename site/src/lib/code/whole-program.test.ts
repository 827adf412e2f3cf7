import { expect, test } from 'vitest';
import { kernelInstead, kernelLine } from './whole-program.ts';

const original =
	'#include "cyclelab.h"\n\nuint64_t kernel(uint64_t iterations) {\n\treturn 1;\n}\n';

test.for([
	['c', '#include <stdio.h>\nint main(void) { puts("hello"); }\n'],
	['cpp', 'int main(int argc, char **argv) {\n}\n'],
	['rs', 'fn main() {\n    println!("hello");\n}\n'],
	['go', 'package main\n\nfunc main() {\n}\n'],
	['cs', 'class Program {\n\tstatic void Main(string[] args) { }\n}\n']
] as const)('a whole program in %s is answered with the kernel’s line', ([language, text]) => {
	expect(kernelInstead(text, original, language)).toBe('uint64_t kernel(uint64_t iterations)');
});

test('a text with a kernel, an unfinished one and a mention of main are no whole programs', () => {
	expect(kernelInstead(`${original}\nint main(void) {}`, original, 'c')).toBeUndefined();
	expect(kernelInstead('int domain(int x);', original, 'c')).toBeUndefined();
	expect(kernelInstead('// main() calls this\nint x;', original, 'c')).toBeUndefined();
	expect(kernelInstead('puts "hello"', original, 'cr')).toBeUndefined();
});

test('a comment about a kernel is not its line', () => {
	expect(kernelLine('// kernel(n) is called\nfunc kernel(n int) uint64 {')).toBe(
		'func kernel(n int) uint64'
	);
});
