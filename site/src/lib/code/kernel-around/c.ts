/** C and C++. Pure. */
import {
	elements,
	indented,
	inputSays,
	inputText,
	split,
	withoutComments,
	type BenchmarkLibrary,
	type Dialect,
	type Field
} from './dialect.ts';

const cNumber =
	/^(?:const\s+)?(?:unsigned |signed |long |short )*(?:std::)?(?:char|short|int|long|float|double|bool|size_t|u?int(?:8|16|32|64)_t|unsigned)$/;
const list = /\bstd::(?:vector|span)<\s*(?:const\s+)?([^<>]+?)\s*>/;
const pointer = /\*(?:\s*(?:restrict|__restrict))?$/;
const isMany = (type: string) => pointer.test(type) || list.test(type);

/** Of an array, a list, a reference; of a structure by value its own type. */
function cElement(type: string): string | undefined {
	if (cNumber.test(type)) return undefined;
	const one = list.exec(type)?.[1] ?? type.replace(pointer, '').replace(/&$/, '');
	return one.replace(/^const\s+/, '').trim();
}

/** Structures of numbers and of links to others of the kind, by what a declaration may call them. */
function structuresIn(text: string): Map<string, readonly Field[]> {
	const found = text.matchAll(/\bstruct\s+(\w*)\s*\{([^{}()]*)\}\s*(\w*)\s*;/g);
	return new Map(
		[...found].flatMap(([, tag = '', inside = '', alias = '']) => {
			const names = [tag && `struct ${tag}`, tag, alias].filter((name) => name !== '');
			const fields = inside
				.split(';')
				.filter((line) => line.trim() !== '')
				.flatMap((line) => fieldsOf(line.trim(), names));
			const isKnown = fields.some((field) => field?.kind === 'number');
			const known = fields.flatMap((field) => field ?? []);
			return isKnown && known.length === fields.length
				? names.map((name): [string, Field[]] => [name, known])
				: [];
		})
	);
}

function fieldsOf(line: string, own: readonly string[]): (Field | undefined)[] {
	const [, type = '', declared = ''] = /^(.*\w)(\s*\*.*|\s+\w[^*]*)$/.exec(line) ?? [];
	return declared.split(',').map((one) => {
		const [, star, name, size] = /^\s*(\*?)\s*(\w+)\s*(\[\w+\])?(?:\s*=.*)?$/.exec(one) ?? [];
		if (name === undefined) return undefined;
		if (star) return own.includes(type) && !size ? { name, type, kind: 'link' } : undefined;
		return cNumber.test(type) ? { name, type, kind: size ? 'array' : 'number' } : undefined;
	});
}

/** Text ends with a zero. */
const valueOf = (type: string, end?: string) =>
	type === 'char' && end !== undefined
		? `(char)(${end} ? 'a' + (seed + i) % 26 : 0)`
		: `(${type})((seed + i) % 100 + 1)`;

/** Links of several fields make a tree, those of one field a list. */
function filled(data: string, fields: readonly Field[]): string[] {
	const links = fields.filter(({ kind }) => kind === 'link');
	return fields.map((field) => {
		const { name, type, kind } = field;
		const place = `${data}[i].${name}`;
		if (kind === 'number') return `${place} = ${valueOf(type)};`;
		if (kind === 'array')
			return `for (uint64_t j = 0; j < sizeof ${place} / sizeof *${place}; j++) ${place}[j] = ${valueOf(type, `j + 1 < sizeof ${place}`)};`;
		const next = `${links.length === 1 ? '' : `${links.length} * `}i + ${links.indexOf(field) + 1}`;
		return `${place} = ${next} < ${elements} ? &${data}[${next}] : 0;`;
	});
}

export const c: Dialect = {
	main: 'main',
	isNumber: (type) => cNumber.test(type),
	nothing: ['void'],
	elementOf: cElement,
	isWhole: (type) => !/float|double/.test(type),
	find: (text) => {
		const plain = withoutComments(text);
		const structures = structuresIn(plain);
		const found = plain.matchAll(
			/^(?:(?:static|inline|constexpr|extern "C")\s+)*([A-Za-z_][\w\s]*?[\s*]+)(\w+)\s*\(([^(){}]*)\)\s*(?:noexcept\s*)?\{/gm
		);
		return [...found].map(([, result = '', name = '', inside = '']) => ({
			name,
			returns: result.trim(),
			parameters: split(inside)
				.filter((parameter) => parameter !== 'void')
				.map((parameter) =>
					parameter
						.replace(/\s*=.*$/, '')
						.replace(/\b\w+\s*\[\w*\]$/, '*')
						.replace(/\b\w+$/, (last) => (cNumber.test(last) ? last : ''))
						.trim()
				),
			...(structures.size > 0 && { structures })
		}));
	},
	data: (arrays, { parameters, structures }) => [
		...parameters
			.filter((type) => cElement(type) !== undefined)
			.map((type, n) =>
				type.includes('std::vector')
					? `static std::vector<${arrays[n]}> data${n}(${elements});`
					: `static ${arrays[n]} data${n}[${elements}];`
			),
		'',
		'void setup(uint64_t seed) {',
		`\tfor (uint64_t i = 0; i < ${elements}; i++) {`,
		...arrays.flatMap((type, n) => {
			const fields = structures?.get(type);
			const lines = fields
				? filled(`data${n}`, fields)
				: [`data${n}[i] = ${valueOf(type, `i + 1 < ${elements}`)};`];
			return indented(lines, '\t\t');
		}),
		'\t}',
		'}',
		''
	],
	write: ({ text, callable, arrays, setup, call, says }) => {
		const value = call(
			(type) => `(${type})(i + sum)`,
			(name, type) => (isMany(type) ? name : `${name}[i % ${elements}]`)
		);
		/** A number of a result or of an element. */
		const numberIn = (expression: string, type: string) => {
			if (pointer.test(type)) return `${expression} != 0`;
			const field = callable.structures?.get(type)?.find(({ kind }) => kind === 'number');
			return `(uint64_t)${expression}${field ? `.${field.name}` : ''}`;
		};
		const isMain = callable.name === 'main';
		const called = isMain ? cMain(text) : value;
		const input = isMain ? cInput(withoutComments(text)) : noInput;
		// The harness has a main.
		const program = withReturn(text).replace(cMainName, '$1program');
		const body =
			callable.returns === 'void'
				? [
						`${called};`,
						`sum += ${arrays[0] === undefined ? '1' : numberIn(`data0[i % ${elements}]`, arrays[0])};`
					]
				: [`sum += ${numberIn(called, callable.returns)};`];
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
