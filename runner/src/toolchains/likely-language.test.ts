import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Language } from '@cyclelab/exercises/schema';
import { likelyLanguage } from './likely-language.ts';

const languages = Language.options;
const given = (language: Language) =>
	readFileSync(new URL(`../../../exercises/10-free-play/a.${language}`, import.meta.url), 'utf8');

test.each(languages)('a kernel in %s, under another language', (language) => {
	expect(languages.map((chosen) => [chosen, likelyLanguage(given(language), chosen)])).toEqual(
		languages.map((chosen) => {
			if (chosen === language) return [chosen, undefined];
			// A kernel in C++ without anything that C lacks but its braces, and C under C++.
			if (language === 'cpp' && chosen === 'c') return [chosen, undefined];
			if (language === 'c' && chosen === 'cpp') return [chosen, undefined];
			return [chosen, language === 'cpp' ? 'c' : language];
		})
	);
});

test.each<[string, Language, Language | undefined]>([
	['#include <iostream>\nint main() { std::cout << 1; }', 'c', 'cpp'],
	['#include <stdio.h>\n/* slower than std::sort */\nint f(void) { return x; }', 'c', undefined],
	['template <class T> T f(T a) { return a; }', 'c', 'cpp'],
	['using u32 = unsigned;\nu32 f();', 'cpp', undefined],
	['#include <vector>\nint main() {}', 'rs', 'cpp'],
	['import numpy as np\ndef f(x):\n    return x\n', 'c', undefined],
	['use std::hint::black_box;\r\nfn main() {}\r\n', 'cpp', 'rs'],
	['package bench\r\n\r\nfunc BenchmarkAdd(b *testing.B) {\r\n}\r\n', 'c', 'go'],
	['using System.Linq;\nclass A { }', 'cpp', 'cs'],
	['def fib(n)\n  n < 2 ? n : fib(n - 1)\nend\n', 'rs', 'cr'],
	['struct P {\n\tint x;\n};\nint end;', 'c', undefined],
	['static struct node {\n\tint x;\n} nodes[8];', 'c', undefined],
	['#include <stdint.h>\nstatic int class = 1; /* fn, use */\n', 'c', undefined],
	['#include <stdint.h>\nstatic int class = 1; /* fn, use */\n', 'rs', 'c'],
	['pub fn square(n: i32) -> i32 { n * n }', 'c', 'rs'],
	['std::arch::global_asm!("nop");\n', 'rs', undefined],
	['std::arch::global_asm!("nop");\n', 'c', 'rs'],
	[
		'namespace A {\n\tclass B {\n\t\tstatic ulong Run(ulong n) { return n }\n\t}\n}',
		'cs',
		undefined
	],
	['namespace A {\n\tclass B {};\n}', 'c', 'cpp'],
	['constexpr int n = 4;\nauto m = n', 'c', undefined],
	['auto f() { return 1; }', 'rs', 'cpp'],
	['', 'go', undefined]
])('%j under %s: %s', (source, chosen, likely) => {
	expect(likelyLanguage(source, chosen)).toBe(likely);
});

test('a hostile source takes as long as any of its length', () => {
	for (const part of ['/*', 'def f\n', 'public a', 'template<', 'using A.'])
		expect(likelyLanguage(part.repeat(200_000), 'go')).not.toBe('go');
});
