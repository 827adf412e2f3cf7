/** Go. Pure. */
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

const goNumber = /^(?:u?int(?:8|16|32|64)?|byte|rune|float32|float64)$/;
const goElement = (type: string) => /^\[\](\w+)$/.exec(type)?.[1];

const testing: BenchmarkLibrary = {
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

export const go: Dialect = {
	isNumber: (type) => goNumber.test(type),
	nothing: [''],
	elementOf: goElement,
	isWhole: (type) => !type.startsWith('float'),
	find: (text) => {
		const found = withoutComments(text).matchAll(
			/^func\s+(\w+)\s*\(([^()]*)\)[ \t]*(?:\(\s*(?:\w+\s+)?(\w+)\s*\)|(\w+))?[ \t]*\{/gm
		);
		return [...found].map(([, name = '', inside = '', named = '', plain = '']) => ({
			name,
			returns: named || plain,
			parameters: goTypes(split(inside))
		}));
	},
	data: (arrays) => [
		...arrays.map((type, n) => `var data${n} = make([]${type}, ${elements})`),
		'',
		'func init() {',
		'\tcyclelab.OnSetup(func(seed uint64) {',
		'\t\tfor i := range data0 {',
		...arrays.map((type, n) => `\t\t\tdata${n}[i] = ${type}((seed+uint64(i))%100 + 1)`),
		'\t\t}',
		'\t})',
		'}',
		''
	],
	write: ({ text, callable, arrays, setup, call, says }) => {
		const isMain = callable.name === 'main';
		const value = isMain ? 'program()' : call((type) => `${type}(i + sum)`);
		const input = isMain && readsGoInput.test(withoutComments(text));
		const body =
			callable.returns === ''
				? [value, `sum += ${arrays.length > 0 ? `uint64(data0[i%${elements}])` : '1'}`]
				: [`sum += uint64(${value})`];
		const program = input ? withGoInput(asGoMain(text)) : asGoMain(text);
		return [
			(arrays.length > 0 ? withImport(program, 'cyclelab') : program).trimEnd(),
			'',
			...(input ? [`// ${inputSays}`, `var input = strings.NewReader(${inputText})`, ''] : []),
			`// ${says}`,
			...setup,
			'func kernel(iterations uint64) uint64 {',
			'\tsum := uint64(0)',
			'\tfor i := uint64(0); i < iterations; i++ {',
			...indented([...(input ? ['input.Seek(0, 0)'] : []), ...body], '\t\t'),
			'\t}',
			'\treturn sum',
			'}'
		];
	},
	benchmarks: testing
};

const withImport = (text: string, name: string) =>
	new RegExp(`^\\s*(?:import\\s+)?"${name}"`, 'm').test(text)
		? text
		: text.replace(/^package\s+\w+[^\n]*\n/m, `$&\nimport "${name}"\n`);

const readsGoInput = /\bos\.Stdin\b|\bfmt\.Scan(?:ln|f)?\(/;

/** The text reads from `input` in place of standard input, which nothing can be written to in the sandbox. */
function withGoInput(text: string): string {
	const own = text
		.replaceAll(/\bos\.Stdin\b/g, 'input')
		.replaceAll(/\bfmt\.Scan(ln|f)?\(\)?/g, (call, kind = '') =>
			call.endsWith(')') ? `fmt.Fscan${kind}(input)` : `fmt.Fscan${kind}(input, `
		);
	const used = /\bos\./.test(withoutComments(own))
		? own
		: own.replace(/^(?:import[ \t]+)?[ \t]*"os"[ \t]*\n/m, '');
	return withImport(used, 'strings');
}

/** `a, b int` gives both names the type. */
function goTypes(parameters: readonly string[]): string[] {
	let type = '';
	return parameters
		.toReversed()
		.map((parameter) => {
			const [, last = ''] = /^\w+\s+(\S+)$/.exec(parameter) ?? [];
			type = last || type || parameter;
			return type;
		})
		.toReversed();
}

/** The file in package main, where the kernel is, with another name for its `main`: the harness has one. */
const asGoMain = (text: string): string => {
	const named = text.replace(/^func\s+main(?=\s*\()/m, 'func program');
	const clause = /^package\s+\w+/m;
	return clause.test(named) ? named.replace(clause, 'package main') : `package main\n\n${named}`;
};

const goTesting = `// In place of testing.B: its loop makes the iterations of the kernel. The clock never stops, and RunParallel has one
// goroutine. Of several b.Run, this one makes iterations: 0 is the first.
const subBenchmark = 0

type benchmarkB struct{ N, done, runs int }

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
func (b *benchmarkB) Elapsed() benchmarkTime         { return 1 }
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
	if b.runs == subBenchmark {
		f(&benchmarkB{N: b.N})
	}
	b.runs++
	return true
}
func (b *benchmarkB) RunParallel(body func(*benchmarkPB)) { body(&benchmarkPB{b.N}) }

type benchmarkTime float64

func (t benchmarkTime) Seconds() float64   { return float64(t) }
func (t benchmarkTime) Nanoseconds() int64 { return int64(1e9 * t) }

type benchmarkPB struct{ left int }

func (p *benchmarkPB) Next() bool { p.left--; return p.left >= 0 }
`;
