/**
 * Writes a kernel around a function that was written for a library of benchmarks: google/benchmark, Go's testing, criterion,
 * Rust's test, BenchmarkDotNet, Crystal's Benchmark. What such functions use of the library is written in its place, so that the loop of the
 * benchmark makes the iterations of the kernel. Pure.
 */
import type { Language } from '@cyclelab/exercises/schema';

interface Benchmark {
	name: string;
	/** What stands before its name in a call: its module or class. */
	of?: string;
	/** C#: the type of its result. */
	returns?: string;
	/** C#: what it is called with. */
	values?: string;
}

interface Library {
	find: (text: string) => Benchmark[];
	write: (text: string, benchmark: Benchmark) => string[];
}

/** The last name that a declaration of this kind gives before a place of the text. */
const lastBefore = (text: string, index: number, kind: RegExp): string | undefined =>
	[...text.slice(0, index).matchAll(kind)].at(-1)?.[1];

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

const cpp: Library = {
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

const go: Library = {
	find: (text) =>
		[...text.matchAll(/^func\s+(Benchmark\w*)\s*\(\s*\w+\s+\*testing\.B\s*\)/gm)].map(
			([, name = '']) => ({ name })
		),
	write: (text, { name }) => [
		asGoMain(text)
			.replace(/^(?:import[ \t]+)?[ \t]*"testing"[ \t]*\n/m, '')
			.replaceAll(/\btesting\.TB\b/g, '*benchmarkB')
			.replaceAll(/\btesting\.PB\b/g, 'benchmarkPB')
			.replaceAll(/\btesting\.[BT]\b/g, 'benchmarkB')
			.trimEnd(),
		'',
		goTesting,
		'func kernel(iterations uint64) uint64 {',
		`\t${name}(&benchmarkB{N: int(iterations)})`,
		'\treturn iterations',
		'}'
	]
};

/** The file in package main, where the kernel is, with another name for its `main`: the harness has one. */
export const asGoMain = (text: string): string => {
	const named = text.replace(/^func\s+main(?=\s*\()/m, 'func program');
	const clause = /^package\s+\w+/m;
	return clause.test(named) ? named.replace(clause, 'package main') : `package main\n\n${named}`;
};

const goTesting = `// In place of testing.B: its loop makes the iterations of the kernel. RunParallel has one goroutine.
type benchmarkB struct{ N, done int }

func (b *benchmarkB) Loop() bool                     { b.done++; return b.done <= b.N }
func (b *benchmarkB) ResetTimer()                    {}
func (b *benchmarkB) StartTimer()                    {}
func (b *benchmarkB) StopTimer()                     {}
func (b *benchmarkB) ReportAllocs()                  {}
func (b *benchmarkB) ReportMetric(float64, string)   {}
func (b *benchmarkB) SetBytes(int64)                 {}
func (b *benchmarkB) SetParallelism(int)             {}
func (b *benchmarkB) Helper()                        {}
func (b *benchmarkB) Parallel()                      {}
func (b *benchmarkB) Cleanup(func())                 {}
func (b *benchmarkB) Name() string                   { return "" }
func (b *benchmarkB) Failed() bool                   { return false }
func (b *benchmarkB) Log(...any)                     {}
func (b *benchmarkB) Logf(string, ...any)            {}
func (b *benchmarkB) Skip(...any)                    { panic("the benchmark was skipped") }
func (b *benchmarkB) Skipf(string, ...any)           { panic("the benchmark was skipped") }
func (b *benchmarkB) SkipNow()                       { panic("the benchmark was skipped") }
func (b *benchmarkB) Fail()                          { panic("the benchmark failed") }
func (b *benchmarkB) FailNow()                       { panic("the benchmark failed") }
func (b *benchmarkB) Error(values ...any)            { panic(values) }
func (b *benchmarkB) Errorf(format string, _ ...any) { panic(format) }
func (b *benchmarkB) Fatal(values ...any)            { panic(values) }
func (b *benchmarkB) Fatalf(format string, _ ...any) { panic(format) }
func (b *benchmarkB) Run(_ string, f func(*benchmarkB)) bool {
	f(&benchmarkB{N: b.N})
	return true
}
func (b *benchmarkB) RunParallel(body func(*benchmarkPB)) { body(&benchmarkPB{b.N}) }

type benchmarkPB struct{ left int }

func (p *benchmarkPB) Next() bool { p.left--; return p.left >= 0 }
`;

const rustBencher = `    pub struct Bencher {
        pub iterations: u64,
    }
    impl Bencher {
        pub fn iter<R>(&mut self, mut f: impl FnMut() -> R) {
            for _ in 0..self.iterations {
                black_box(f());
            }
        }
    }`;

const criterion = `
// In place of criterion: its loop makes the iterations of the kernel.
#[allow(dead_code, unused)]
mod criterion {
    pub use std::hint::black_box;
    macro_rules! nothing {
        ($($all:tt)*) => {};
    }
    pub(crate) use nothing as criterion_group;
    pub(crate) use nothing as criterion_main;
${rustBencher}
    pub struct Criterion {
        pub iterations: u64,
    }
    impl Criterion {
        pub fn bench_function<N>(&mut self, _: N, mut f: impl FnMut(&mut Bencher)) -> &mut Self {
            f(&mut Bencher { iterations: self.iterations });
            self
        }
        pub fn benchmark_group<N>(&mut self, _: N) -> Criterion {
            Criterion { iterations: self.iterations }
        }
        pub fn finish(self) {}
    }
}
`;

const test = `
// In place of the crate test: its loop makes the iterations of the kernel.
#[allow(dead_code, unused)]
mod test {
    pub use std::hint::black_box;
${rustBencher}
}
`;

const rustKernel = (call: string) => [
	'#[no_mangle]',
	'pub extern "C" fn kernel(iterations: u64) -> u64 {',
	`    ${call};`,
	'    iterations',
	'}'
];

const rs: Library = {
	find: (text) => [
		...[
			...text.matchAll(
				/^(?:pub\s+)?fn\s+(\w+)\s*\(\s*\w+\s*:\s*&mut\s+(?:criterion::)?Criterion\s*\)/gm
			)
		].map(([, name = '']) => ({ name })),
		...[
			...text.matchAll(/^([ \t]*)#\[bench\]\s*(?:pub\s+)?fn\s+(\w+)\s*\(\s*\w+\s*:\s*&mut\s/gm)
		].map(({ index, 1: indent = '', 2: name = '' }) => {
			const module = indent === '' ? undefined : lastBefore(text, index, /\bmod\s+(\w+)\s*\{/g);
			return { name, of: module ?? '' };
		})
	],
	write: (text, { name, of }) => {
		if (of === undefined)
			return [
				text.replaceAll(/^criterion_(?:group|main)!\s*[({][^]*?[)}];?[ \t]*\n?/gm, '').trimEnd(),
				criterion,
				...rustKernel(`${name}(&mut criterion::Criterion { iterations })`)
			];
		const code = text
			.replaceAll(
				/^#!\[feature\(test\)\][ \t]*\n|^[ \t]*(?:extern crate test;|#\[cfg\(test\)\])[ \t]*\n/gm,
				''
			)
			.replaceAll(/^([ \t]*)#\[bench\]\s*(?:pub\s+)?fn\b/gm, '$1pub fn')
			.replaceAll(/\buse\s+test::/g, 'use crate::test::')
			.replaceAll(/(?<!::)\btest::(Bencher|black_box)\b/g, 'crate::test::$1');
		const path = of === '' ? name : `${of}::${name}`;
		return [code.trimEnd(), test, ...rustKernel(`${path}(&mut test::Bencher { iterations })`)];
	}
};

const csNumber = /^(?:s?byte|u?short|u?int|u?long|float|double|decimal|char)$/;
const csTask = /^(?:System\.Threading\.Tasks\.)?(?:Value)?Task(?:<.+>)?$/;
const csAttribute =
	/^[ \t]*\[(?:Benchmark|Params|Arguments|GlobalSetup|GlobalCleanup|MemoryDiagnoser|SimpleJob|ShortRunJob|DisassemblyDiagnoser|RankColumn|Orderer|Config)\b[^\n]*?\][ \t]*\n?/gm;

/** A value that is passed to it has to be made, and is not boxed, as it would be by GC.KeepAlive. */
const csKeep = [
	'\t[System.Runtime.CompilerServices.MethodImpl(System.Runtime.CompilerServices.MethodImplOptions.NoInlining)]',
	'\tstatic void Keep<T>(T value) { }',
	''
];

const cs: Library = {
	find: (text) =>
		[
			...text.matchAll(
				/\[Benchmark\b[^\n\]]*\]\s*((?:\[[^\n\]]*\]\s*)*)public\s+(?:(?:async|unsafe|virtual|override)\s+)*([\w<>[\].]+)\s+(\w+)\s*\(([^(){}]*)\)/g
			)
		].flatMap(({ index, 1: attributes = '', 2: returns = '', 3: name = '', 4: inside = '' }) => {
			const type = lastBefore(text, index, /\bclass\s+(\w+)/g);
			const space = lastBefore(text, index, /\bnamespace\s+([\w.]+)/g);
			// Those of a method may also stand above [Benchmark].
			const [values = ''] =
				/\[Arguments\(([^\n]*)\)\]/
					.exec(attributes || (text.slice(0, index).split(/[;{}]/).at(-1) ?? ''))
					?.slice(1) ?? [];
			if (type === undefined || (inside.trim() !== '' && values === '')) return [];
			return [{ name, of: space ? `${space}.${type}` : type, returns, values }];
		}),
	write: (text, { name, of = '', returns = '', values: passed = '' }) => {
		const values = [
			...text.matchAll(/\[Params\(([^,)]+)[^)]*\)\]\s*public\s+[\w<>[\]]+\s+(\w+)/g)
		].map(([, value, field]) => `${field} = ${value}`);
		const setup = /\[GlobalSetup[^\n\]]*\]\s*public\s+void\s+(\w+)\s*\(/.exec(text)?.[1];
		const isTask = csTask.test(returns);
		const call = `benchmark.${name}(${passed})${isTask ? '.GetAwaiter().GetResult()' : ''}`;
		const isVoid = returns === 'void' || (isTask && !returns.includes('<'));
		const counted = isVoid ? [`${call};`] : [`Keep(${call});`];
		const body = csNumber.test(returns) ? [`sum += (ulong)${call};`] : [...counted, 'sum++;'];
		return [
			text
				.replaceAll(/^[ \t]*using\s+BenchmarkDotNet\b[^\n]*\n/gm, '')
				.replaceAll(csAttribute, '')
				.replaceAll(/\bBenchmarkRunner\.Run<\w+>\([^()]*\)/g, 'new object()')
				.trimEnd(),
			'',
			`// Calls ${of}.${name} once an iteration.`,
			'public static class Kernel {',
			`\tstatic readonly ${of} benchmark = new ${of}${values.length > 0 ? ` { ${values.join(', ')} }` : '()'};`,
			'',
			...(body.some((line) => line.startsWith('Keep(')) ? csKeep : []),
			...(setup === undefined
				? []
				: ['\tpublic static void Setup(ulong seed) {', `\t\tbenchmark.${setup}();`, '\t}', '']),
			'\tpublic static ulong Run(ulong iterations) {',
			'\t\tulong sum = 0;',
			'\t\tfor (ulong i = 0; i < iterations; i++) {',
			...body.map((line) => `\t\t\t${line}`),
			'\t\t}',
			'\t\treturn sum;',
			'\t}',
			'}'
		];
	}
};

const cr: Library = {
	find: (text) =>
		/\bBenchmark\.(?:ips|bm)\b/.test(text)
			? [...text.matchAll(/\.report[( ]\s*"([^"\\#\n]+)"/g)].map(([, name = '']) => ({ name }))
			: [],
	write: (text, { name }) => [
		'# In place of the module Benchmark: it keeps the block that the kernel calls.',
		'module Benchmark',
		'  class_property work : -> = ->{}',
		'',
		'  struct Reports',
		'    def report(label = "", &work)',
		`      Benchmark.work = work if label == "${name}"`,
		'    end',
		'  end',
		'',
		'  {% for name in %w(ips bm) %}',
		'    def self.{{name.id}}(*_arguments, **_options, &)',
		'      yield Reports.new',
		'    end',
		'  {% end %}',
		'end',
		'',
		text.replace(/^[ \t]*require[ \t]+"benchmark"[ \t]*\n/m, '').trim(),
		'',
		`# Calls the block of ${name} once an iteration.`,
		'fun kernel(iterations : UInt64) : UInt64',
		'  work = Benchmark.work',
		'  iterations.times { work.call }',
		'  iterations',
		'end'
	]
};

const libraries: Partial<Record<Language, Library>> = { cpp, go, rs, cs, cr };

/** The functions of a text that a library of benchmarks would call. */
export const benchmarksIn = (text: string, language: Language): Benchmark[] =>
	libraries[language]?.find(text) ?? [];

/** The text with a kernel around the benchmark of that name, without the library; the text alone if it has no such benchmark. */
export function withBenchmark(text: string, name: string, language: Language): string {
	const library = libraries[language];
	const benchmark = library?.find(text).find((found) => found.name === name);
	return library && benchmark ? `${library.write(text, benchmark).join('\n')}\n` : text;
}
