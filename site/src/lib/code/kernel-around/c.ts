/** C and C++. Pure. */
import {
	elements,
	indented,
	inputSays,
	inputText,
	split,
	withoutComments,
	type BenchmarkLibrary,
	type Dialect
} from './dialect.ts';

const cNumber =
	/^(?:const\s+)?(?:unsigned |signed |long |short )*(?:char|short|int|long|float|double|bool|size_t|u?int(?:8|16|32|64)_t|unsigned)$/;
const cPointer = /^(.*?)\s*\*(?:\s*(?:restrict|__restrict))?$/;
const cElement = (type: string) =>
	cPointer
		.exec(type)?.[1]
		?.replace(/^const\s+/, '')
		.trim();

export const c: Dialect = {
	main: 'main',
	isNumber: (type) => cNumber.test(type),
	nothing: ['void'],
	elementOf: cElement,
	isWhole: (type) => !/float|double/.test(type),
	find: (text) => {
		const found = withoutComments(text).matchAll(
			/^(?:(?:static|inline|extern "C")\s+)*([A-Za-z_][\w\s]*?[\s*]+)(\w+)\s*\(([^(){}]*)\)\s*(?:noexcept\s*)?\{/gm
		);
		return [...found].map(([, result = '', name = '', inside = '']) => ({
			name,
			returns: result.trim(),
			parameters: split(inside)
				.filter((parameter) => parameter !== 'void')
				.map((parameter) =>
					parameter.replace(/\b\w+$/, (last) => (cNumber.test(last) ? last : '')).trim()
				)
		}));
	},
	data: (arrays) => [
		...arrays.map((type, n) => `static ${type} data${n}[${elements}];`),
		'',
		'void setup(uint64_t seed) {',
		`\tfor (uint64_t i = 0; i < ${elements}; i++) {`,
		...arrays.map((type, n) => `\t\tdata${n}[i] = (${type})((seed + i) % 100 + 1);`),
		'\t}',
		'}',
		''
	],
	write: ({ text, callable, arrays, setup, call, says }) => {
		const value = call((type) => `(${type})(i + sum)`);
		const isMain = callable.name === 'main';
		const called = isMain ? cMain(text) : value;
		const input = isMain ? cInput(withoutComments(text)) : noInput;
		// The harness has a main.
		const program = withReturn(text).replace(cMainName, '$1program');
		const body =
			callable.returns === 'void'
				? [`${called};`, `sum += ${arrays.length > 0 ? `(uint64_t)data0[i % ${elements}]` : '1'};`]
				: [`sum += (uint64_t)${called};`];
		return [
			'#include "cyclelab.h"',
			program.replace(/^#include "cyclelab\.h"\n/m, '').trimEnd(),
			'',
			...(called === cMainCall ? cArguments : []),
			...input.data,
			`/* ${says} */`,
			...setup,
			'uint64_t kernel(uint64_t iterations) {',
			'\tuint64_t sum = 0;',
			'\tfor (uint64_t i = 0; i < iterations; i++) {',
			...indented([...input.again, ...body], '\t\t'),
			'\t}',
			'\treturn sum;',
			'}'
		];
	}
};

const cMainName = /^((?:static\s+)?(?:int|void|auto)\s+)main(?=\s*\()/m;
const cMainCall = 'program(sizeof arguments / sizeof *arguments - 1, arguments)';
const cArguments = [
	'/* The arguments of main, its name first. */',
	'static char name[] = "program";',
	'static char *arguments[] = {name, 0};',
	''
];

/** `data`: what a program reads from standard input, for as long as nobody changes the text. `again`: from its beginning. */
interface StandardInput {
	data: readonly string[];
	again: readonly string[];
}
const noInput: StandardInput = { data: [], again: [] };

const inputComment = `/* ${inputSays} */`;
const inputSetup = (line: string) => [
	'',
	'void setup(uint64_t seed) {',
	'\t(void)seed;',
	`\t${line}`,
	'}',
	''
];

/** The sandbox has no standard input. A program with a setup of its own can write there what it needs. */
function cInput(text: string): StandardInput {
	if (/\bsetup\s*\(/.test(text)) return noInput;
	if (/\bcin\b/.test(text))
		return {
			data: [
				inputComment,
				'#include <sstream>',
				`static std::istringstream input(${inputText});`,
				...inputSetup('std::cin.rdbuf(input.rdbuf());')
			],
			again: ['std::cin.clear();', 'std::cin.seekg(0);']
		};
	if (!/\b(?:stdin|scanf|getchar)\b/.test(text)) return noInput;
	return {
		data: [
			inputComment,
			`static char input[] = ${inputText};`,
			...inputSetup('stdin = fmemopen(input, sizeof input - 1, "r");')
		],
		again: ['rewind(stdin);']
	};
}

const cMain = (text: string) =>
	/\bmain\s*\(\s*(?:void\s*)?\)/.test(text) ? 'program()' : cMainCall;

/** A main that ends without `return` returns 0; in a function of another name the compiler may take its end for unreachable. */
function withReturn(text: string): string {
	const main = /^(?:static\s+)?(?:int|auto)\s+main\s*\([^()]*\)[^{;]*\{/m.exec(text);
	if (!main) return text;
	const plain = withoutComments(text).replaceAll(
		/"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g,
		(literal) => '_'.repeat(literal.length)
	);
	let depth = 0;
	for (let at = main.index; at < plain.length; at++) {
		if (plain[at] === '{') depth++;
		if (plain[at] !== '}' || --depth > 0) continue;
		if (/\breturn\b[^;{}]*;\s*$/.test(plain.slice(0, at))) return text;
		return `${text.slice(0, at).trimEnd()}\n\treturn 0;\n${text.slice(at)}`;
	}
	return text;
}

const cppState = `#include "cyclelab.h"
#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

/* In place of benchmark/benchmark.h: a state whose loop makes the kernel's iterations. */
namespace benchmark {
struct State {
	struct Nothing {
		~Nothing() {}
	};
	uint64_t left, size;
	uint64_t all = left;
	State begin() const { return *this; }
	int end() const { return 0; }
	bool operator!=(int) const { return left != 0; }
	void operator++() { left--; }
	Nothing operator*() const { return {}; }
	bool KeepRunning() { return left-- != 0; }
	int64_t range(int = 0) const { return (int64_t)size; }
	int64_t iterations() const { return (int64_t)all; }
	void PauseTiming() {}
	void ResumeTiming() {}
	template <class T> void SetItemsProcessed(T) {}
	template <class T> void SetBytesProcessed(T) {}
	template <class T> void SetComplexityN(T) {}
	template <class T> void SetLabel(T) {}
	std::map<std::string, double> counters = {};
};
template <class T> constexpr bool fits = std::is_trivially_copyable_v<T> && sizeof(T) <= sizeof(void *);
template <class T> inline void DoNotOptimize(const T &value) {
	if constexpr (fits<T>) __asm__ volatile("" : : "r,m"(value) : "memory");
	else __asm__ volatile("" : : "m"(value) : "memory");
}
template <class T> inline void DoNotOptimize(T &value) {
	if constexpr (fits<T>) __asm__ volatile("" : "+r,m"(value) : : "memory");
	else __asm__ volatile("" : "+m"(value) : : "memory");
}
inline void ClobberMemory() { __asm__ volatile("" : : : "memory"); }
} // namespace benchmark
`;

const registration =
	/^[ \t]*BENCHMARK(?:_MAIN)?\s*\([^()]*\)(?:\s*->\s*\w+\((?:[^()]|\([^()]*\))*\))*[ \t]*;?[ \t]*\n?/gm;

const googleBenchmark: BenchmarkLibrary = {
	find: (text) =>
		[
			...text.matchAll(
				/(?<!template\s*<[^<>]*>\s*)^(?:(?:static|inline)\s+)*void\s+(\w+)\s*\(\s*benchmark::State\s*&\s*\w*\s*\)/gm
			)
		].map(([, name = '']) => ({ name })),
	write: (text, { name }) => {
		const size = new RegExp(`BENCHMARK\\(${name}\\)[^;]*?->\\w*(?:Arg|Range)\\(\\s*(\\d+)`).exec(
			text
		)?.[1];
		const code = text
			.replaceAll(
				/^[ \t]*#[ \t]*include[ \t]*[<"](?:benchmark\/benchmark|cyclelab)\.h[>"].*\n/gm,
				''
			)
			.replaceAll(registration, '');
		return [
			cppState,
			code.trim(),
			'',
			`/* The loop of ${name} makes the iterations. */`,
			'uint64_t kernel(uint64_t iterations) {',
			`\tbenchmark::State state{iterations, ${size ?? 1024}};`,
			`\t${name}(state);`,
			'\treturn iterations;',
			'}'
		];
	}
};

export const cpp: Dialect = { ...c, benchmarks: googleBenchmark };
