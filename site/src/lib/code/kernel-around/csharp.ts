/** C#. Pure. */
import {
	elements,
	indented,
	inputSays,
	inputText,
	lastBefore,
	split,
	withoutComments,
	type BenchmarkLibrary,
	type Dialect
} from './dialect.ts';

const csNumber = /^(?:s?byte|u?short|u?int|u?long|float|double)$/;
const csElement = (type: string) => /^(\w+)\[\]$/.exec(type)?.[1];
const csMethod =
	/\b((?:(?:public|private|internal|protected)\s+)?)static\s+(?:unsafe\s+)?(\w+)\s+(\w+)\s*\(([^(){}]*)\)\s*(?:\{|=>)/g;

const benchmarkDotNet: BenchmarkLibrary = {
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
		const body = csSummand.test(returns) ? [`sum += (ulong)${call};`] : [...counted, 'sum++;'];
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

export const csharp: Dialect = {
	main: 'Main',
	isNumber: (type) => csNumber.test(type),
	nothing: ['void'],
	elementOf: csElement,
	isWhole: (type) => type !== 'float' && type !== 'double',
	find: (text) => {
		const plain = withoutComments(text);
		return [...plain.matchAll(csMethod)].flatMap((match) => {
			const [, , returns = '', name = '', inside = ''] = match;
			const before = plain.slice(0, match.index);
			const [space] = /\bnamespace\s+([\w.]+)/.exec(before)?.slice(1) ?? [];
			const type = [...before.matchAll(/\b(?:class|struct)\s+(\w+)/g)].at(-1)?.[1];
			if (!type) return [];
			const of = `${space ? `${space}.` : ''}${type}`;
			const parameters = split(inside).map((parameter) => parameter.replace(/\s+\w+$/, ''));
			return [{ name, returns, parameters, of }];
		});
	},
	data: (arrays) => [
		...arrays.map((type, n) => `\tstatic readonly ${type}[] data${n} = new ${type}[${elements}];`),
		'',
		'\tpublic static void Setup(ulong seed) {',
		`\t\tfor (ulong i = 0; i < ${elements}; i++) {`,
		...arrays.map((type, n) => `\t\t\tdata${n}[i] = (${type})((seed + i) % 100 + 1);`),
		'\t\t}',
		'\t}',
		''
	],
	write: ({ text, callable, arrays, setup, call, says }) => {
		const main = /\bMain\s*\(\s*\)/.test(text) ? 'Main()' : 'Main(new string[0])';
		const value = `${callable.of}.${callable.name === 'Main' ? main : call((type) => `(${type})(i + sum)`)}`;
		const body =
			callable.returns === 'void'
				? [`${value};`, `sum += ${arrays.length > 0 ? `(ulong)data0[i % ${elements}]` : '1'};`]
				: [`sum += (ulong)${value};`];
		const input = callable.name === 'Main' && readsCsInput.test(withoutComments(text));
		return [
			callableFromOutside(text, callable.name).trimEnd(),
			'',
			`// ${says}`,
			'public static class Kernel {',
			...(input ? [`\t// ${inputSays}`, `\tconst string input = ${inputText};`, ''] : []),
			...setup,
			'\tpublic static ulong Run(ulong iterations) {',
			'\t\tulong sum = 0;',
			'\t\tfor (ulong i = 0; i < iterations; i++) {',
			...indented(
				[...(input ? ['System.Console.SetIn(new System.IO.StringReader(input));'] : []), ...body],
				'\t\t\t'
			),
			'\t\t}',
			'\t\treturn sum;',
			'\t}',
			'}'
		];
	},
	benchmarks: benchmarkDotNet
};

const readsCsInput = /\bConsole\.(?:Read(?:Line)?\(|In\b)/;

/** A method without a modifier is private, and the kernel is in another class. */
const callableFromOutside = (text: string, method: string) =>
	text.replaceAll(csMethod, (all: string, access: string, _: string, name: string) =>
		name !== method || /public|internal/.test(access)
			? all
			: `internal ${all.replace(/^(?:private|protected)\s+/, '')}`
	);

const csSummand = /^(?:s?byte|u?short|u?int|u?long|float|double|decimal|char)$/;
const csTask = /^(?:System\.Threading\.Tasks\.)?(?:Value)?Task(?:<.+>)?$/;
const csAttribute =
	/^[ \t]*\[(?:Benchmark|Params|Arguments|GlobalSetup|GlobalCleanup|MemoryDiagnoser|SimpleJob|ShortRunJob|DisassemblyDiagnoser|RankColumn|Orderer|Config)\b[^\n]*?\][ \t]*\n?/gm;

/** A value that is passed to it has to be made, and is not boxed, as it would be by GC.KeepAlive. */
const csKeep = [
	'\t[System.Runtime.CompilerServices.MethodImpl(System.Runtime.CompilerServices.MethodImplOptions.NoInlining)]',
	'\tstatic void Keep<T>(T value) { }',
	''
];
