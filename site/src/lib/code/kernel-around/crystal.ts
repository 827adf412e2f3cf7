/** Crystal. Pure. */
import {
	elements,
	indented,
	inputSays,
	inputText,
	split,
	type BenchmarkLibrary,
	type Dialect
} from './dialect.ts';

const crNumber = /^(?:U?Int(?:8|16|32|64)|Float(?:32|64))$/;
const crElement = (type: string) => /^(?:Array|Slice)\((\w+)\)$/.exec(type)?.[1];
const crTo = (type: string) =>
	`to_${type.replace('UInt', 'u').replace('Int', 'i').replace('Float', 'f')}!`;

/** Stands for the statements of a file outside of functions, which are its main. */
const crProgram = 'program';

const benchmark: BenchmarkLibrary = {
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

export const crystal: Dialect = {
	main: crProgram,
	isNumber: (type) => crNumber.test(type),
	nothing: ['', 'Nil'],
	elementOf: crElement,
	isWhole: (type) => type.includes('Int'),
	find: (text) => {
		const found = text
			.replaceAll(/#(?!\{).*/g, '')
			.matchAll(
				/^def[ \t]+([a-z_]\w*)(?:\(((?:[^()\n]|\([^()\n]*\))*)\))?(?:[ \t]*:[ \t]*([\w():, ]+?))?[ \t]*$/gm
			);
		const functions = [...found].map(([, name = '', inside = '', returns = '']) => ({
			name,
			returns,
			// A parameter without a type takes any.
			parameters: split(inside).map(
				(parameter) => / : ([^=]+)/.exec(parameter)?.[1]?.trim() ?? 'Int32'
			)
		}));
		const isProgram = crParts(text).statements.length > 0;
		return isProgram
			? [...functions, { name: crProgram, returns: 'Nil', parameters: [] }]
			: functions;
	},
	data: (arrays, callable) => [
		'class Data',
		...callable.parameters
			.filter((type) => crElement(type))
			.map(
				(type, n) =>
					`  class_property data${n} : ${type} = ${type}.new(${elements}, 0.${crTo(crElement(type) ?? '')})`
			),
		'end',
		'',
		'fun setup(seed : UInt64) : Void',
		`  ${elements}.times do |i|`,
		...arrays.map((type, n) => `    Data.data${n}[i] = ((seed &+ i) % 100 + 1).${crTo(type)}`),
		'  end',
		'end',
		''
	],
	write: ({ text, callable, arrays, setup, call, says }) => {
		const value = call(
			(type) => `((i &+ sum) & 15).${crTo(type)}`,
			(name) => `Data.${name}`
		);
		const body =
			callable.returns === 'Nil'
				? [value, `sum &+= ${arrays.length > 0 ? `Data.data0[i % ${elements}].to_u64!` : '1'}`]
				: [`sum &+= ${value}.to_u64!`];
		const isProgram = callable.name === crProgram;
		const input = isProgram && readsCrInput.test(text);
		const numbers = isProgram
			? ''
			: ' Numbers are from 0 to 15: Crystal raises where a result is too large.';
		return [
			...(isProgram ? crWithProgram(text, input) : [text.trimEnd()]),
			'',
			`# ${says}${numbers}`,
			...setup,
			'fun kernel(iterations : UInt64) : UInt64',
			'  sum = 0_u64',
			'  i = 0_u64',
			'  while i < iterations',
			...indented([...(input ? ['Input.text.rewind'] : []), ...body], '    '),
			'    i &+= 1',
			'  end',
			'  sum',
			'end'
		];
	},
	benchmarks: benchmark
};

const readsCrInput = /\b(?:gets|read_line|STDIN|ARGF)\b/;
const crBlock =
	/^(?:(?:private|abstract)\s+)*(?:class|struct|module|enum|lib|def|macro|annotation|fun)\b|^record\b|^[A-Z]\w*\s*=[^=~]/;
const crDeclaration = /^(?:private\s+)?(?:require|alias|include|extend)\b|^@\[/;

/** The lines of a file that declare something, and the others. A comment goes with the line that it stands above. */
function crParts(text: string): { declarations: string[]; statements: string[] } {
	const parts = { declarations: [] as string[], statements: [] as string[] };
	// What macros write may be either.
	if (/^\{%/m.test(text)) return parts;
	let notes: string[] = [];
	let isInside = false;
	for (const line of text.split('\n')) {
		if (line.startsWith('#') && !isInside) {
			notes.push(line);
			continue;
		}
		const isMore: boolean = isInside && /^(?:\s|[)\]}]|end\b|$)/.test(line);
		const begins: boolean = crBlock.test(line);
		isInside = isMore ? !/^(?:[)\]}]|end\b)/.test(line) : begins && !/\bend\s*$/.test(line);
		const isDeclared = isMore || begins || crDeclaration.test(line);
		if (!isDeclared && line.trim() === '' && parts.statements.length === 0) continue;
		(isDeclared ? parts.declarations : parts.statements).push(...notes, line);
		notes = [];
	}
	parts.declarations.push(...notes);
	return parts;
}

/** The file with its statements in a function, which reads from a stated text if it reads standard input. */
function crWithProgram(text: string, input: boolean): string[] {
	const { declarations, statements } = crParts(
		input ? text.replaceAll(/\b(?:STDIN|ARGF)\b/g, 'Input.text') : text
	);
	const lines = statements.join('\n').trimEnd().split('\n');
	return [
		...(declarations.length > 0 ? [declarations.join('\n').trimEnd(), ''] : []),
		...(input
			? [
					`# ${inputSays}`,
					'class Input',
					`  class_property text = IO::Memory.new(${inputText})`,
					'end',
					'',
					'def gets(*arguments, **options)',
					'  Input.text.gets(*arguments, **options)',
					'end',
					'',
					'def read_line(*arguments, **options)',
					'  Input.text.read_line(*arguments, **options)',
					'end',
					''
				]
			: []),
		`def ${crProgram}`,
		...lines.map((line) => (line === '' ? '' : `  ${line}`)),
		'end'
	];
}
