/** Writes a kernel around a function of a file that has none, so that a run can measure it. Pure. */
import type { Language } from '@cyclelab/exercises/schema';
import { asGoMain, benchmarksIn, withBenchmark } from './benchmark-around.ts';

interface Callable {
	name: string;
	/** The type of its result as the language writes it; empty: it has none, or the file does not say. */
	returns: string;
	/** Types, without names. */
	parameters: readonly string[];
	/** What stands before its name in a call: its class in C#. */
	of?: string;
	/** It is called by a library of benchmarks. */
	isBenchmark?: true;
}

/** Elements of each array that stands for an array or a pointer, and the value of a whole-number parameter beside one. */
const elements = 1024;

interface Dialect {
	/** The functions of a text. */
	find: (text: string) => Callable[];
	/** The name of a whole program's function, which is called without its parameters. */
	main?: string;
	isNumber: (type: string) => boolean;
	/** Types of functions without a result. */
	nothing: readonly string[];
	/** The type of an array's elements; undefined for a number. */
	elementOf: (type: string) => string | undefined;
	isWhole: (type: string) => boolean;
	/** Arrays of so many types of elements, and the setup that fills them. */
	data: (arrays: readonly string[], callable: Callable) => string[];
	/** The text, the kernel and what it needs. */
	write: (parts: Parts) => string[];
}

interface Parts {
	text: string;
	callable: Callable;
	/** The types of the elements of its arrays, which are named data0, data1 and so on. */
	arrays: readonly string[];
	/** Its data, if it has arrays. */
	setup: readonly string[];
	/**
	 * The call.
	 * @param number the value of a type that waits for the result of the call before
	 * @param array how an array is passed
	 */
	call: (
		number: (type: string) => string,
		array?: (name: string, type: string) => string
	) => string;
	says: string;
}

/** A list of parameters, split at commas outside of brackets. */
const split = (inside: string) =>
	inside
		.split(/,(?![^([<]*[)\]>])/)
		.map((part) => part.trim())
		.filter((part) => part !== '');
const isNeither = (name: string) => !/^(?:kernel|setup|init)$/.test(name);
const withoutComments = (text: string) =>
	text.replaceAll(/\/\*[^]*?\*\/|\/\/.*/g, (comment) => comment.replaceAll(/[^\n]/g, ' '));
const indented = (lines: readonly string[], by: string) => lines.map((line) => by + line);

const cNumber =
	/^(?:const\s+)?(?:unsigned |signed |long |short )*(?:char|short|int|long|float|double|bool|size_t|u?int(?:8|16|32|64)_t|unsigned)$/;
const cPointer = /^(.*?)\s*\*(?:\s*(?:restrict|__restrict))?$/;
const cElement = (type: string) =>
	cPointer
		.exec(type)?.[1]
		?.replace(/^const\s+/, '')
		.trim();

const c: Dialect = {
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
const inputText = '"1 2 3\\n"';
const inputSays = 'What main reads from standard input, from its beginning in each iteration.';
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

const rustNumber = /^(?:[iu](?:8|16|32|64|128|size)|f32|f64)$/;
const rustElement = (type: string) => /^&(?:mut\s+)?(?:\[(\w+)\]|Vec<(\w+)>)$/.exec(type);

const rs: Dialect = {
	main: 'main',
	isNumber: (type) => rustNumber.test(type),
	nothing: [''],
	elementOf: (type) => rustElement(type)?.[1] ?? rustElement(type)?.[2],
	isWhole: (type) => !type.startsWith('f'),
	find: (text) => {
		const found = withoutComments(text).matchAll(
			/^(?:pub(?:\([^)]*\))?\s+)?(?:const\s+)?fn\s+(\w+)\s*\(([^(){}]*)\)\s*(?:->\s*([\w<>[\]&:,() ]+?))?\s*\{/gm
		);
		return [...found].map(([, name = '', inside = '', returns = '']) => ({
			name,
			returns,
			parameters: split(inside).map((parameter) => parameter.replace(/^.*?:\s*/, ''))
		}));
	},
	data: (arrays) => [
		...arrays.map(
			(type, n) => `static mut DATA${n}: [${type}; ${elements}] = [0 as ${type}; ${elements}];`
		),
		'',
		'#[no_mangle]',
		'pub extern "C" fn setup(seed: u64) {',
		`    for i in 0..${elements}usize {`,
		'        unsafe {',
		...arrays.map(
			(type, n) => `            DATA${n}[i] = ((seed + i as u64) % 100 + 1) as ${type};`
		),
		'        }',
		'    }',
		'}',
		''
	],
	write: ({ text, callable, arrays, setup, call, says }) => {
		const called = call(
			(type) => `i.wrapping_add(sum) as ${type}`,
			(name, type) => {
				const how = type.startsWith('&mut') ? 'mut' : 'const';
				const whole = type.includes('Vec<') ? '.to_vec()' : '';
				return `&${how === 'mut' ? 'mut ' : ''}*&raw ${how} ${name.toUpperCase()}${whole}`;
			}
		);
		const value = arrays.length > 0 ? `unsafe { ${called} }` : called;
		const body =
			callable.name === 'main'
				? [callable.returns === '' ? 'main();' : 'let _ = main();', 'sum = sum.wrapping_add(1);']
				: callable.returns === ''
					? [
							`${value};`,
							`sum = sum.wrapping_add(${arrays.length > 0 ? `unsafe { DATA0[i as usize % ${elements}] } as u64` : '1'});`
						]
					: [`sum = sum.wrapping_add(${arrays.length > 0 ? `(${value})` : value} as u64);`];
		const input = callable.name === 'main' && rsStdin.test(withoutComments(text));
		return [
			(input ? text.replaceAll(rsStdin, 'crate::input::stdin()') : text).trimEnd(),
			'',
			...(input ? [rsInput] : []),
			`// ${says}`,
			...setup,
			'#[no_mangle]',
			'pub extern "C" fn kernel(iterations: u64) -> u64 {',
			'    let mut sum = 0u64;',
			`    for ${/\bi\b/.test(body.join(' ')) ? 'i' : '_'} in 0..iterations {`,
			...indented([...(input ? ['input::rewind();'] : []), ...body], '        '),
			'    }',
			'    sum',
			'}'
		];
	}
};

const rsStdin = /(?<![\w.])(?:(?:std::)?io::)?stdin\(\)/g;
/** The library's own has a buffer that nothing empties, and nothing can be written to it in the sandbox. */
const rsInput = `// ${inputSays}
#[allow(dead_code)]
mod input {
    use std::io::{BufRead, Lines, Read, Result};
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

    const TEXT: &[u8] = b${inputText};
    static READ: AtomicUsize = AtomicUsize::new(0);

    pub struct Stdin;

    pub fn stdin() -> Stdin {
        Stdin
    }
    pub fn rewind() {
        READ.store(0, Relaxed);
    }
    impl Stdin {
        pub fn lock(&self) -> Stdin {
            Stdin
        }
        pub fn lines(self) -> Lines<Stdin> {
            BufRead::lines(self)
        }
        pub fn read_line(&self, line: &mut String) -> Result<usize> {
            BufRead::read_line(&mut Stdin, line)
        }
    }
    impl Read for Stdin {
        fn read(&mut self, to: &mut [u8]) -> Result<usize> {
            let bytes = self.fill_buf()?.read(to)?;
            self.consume(bytes);
            Ok(bytes)
        }
    }
    impl BufRead for Stdin {
        fn fill_buf(&mut self) -> Result<&[u8]> {
            Ok(&TEXT[READ.load(Relaxed)..])
        }
        fn consume(&mut self, bytes: usize) {
            READ.fetch_add(bytes, Relaxed);
        }
    }
}
`;

const goNumber = /^(?:u?int(?:8|16|32|64)?|byte|rune|float32|float64)$/;
const goElement = (type: string) => /^\[\](\w+)$/.exec(type)?.[1];

const go: Dialect = {
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
	}
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

const crNumber = /^(?:U?Int(?:8|16|32|64)|Float(?:32|64))$/;
const crElement = (type: string) => /^(?:Array|Slice)\((\w+)\)$/.exec(type)?.[1];
const crTo = (type: string) =>
	`to_${type.replace('UInt', 'u').replace('Int', 'i').replace('Float', 'f')}!`;

/** Stands for the statements of a file outside of functions, which are its main. */
const crProgram = 'program';

const cr: Dialect = {
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
	}
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

const csNumber = /^(?:s?byte|u?short|u?int|u?long|float|double)$/;
const csElement = (type: string) => /^(\w+)\[\]$/.exec(type)?.[1];
const csMethod =
	/\b((?:(?:public|private|internal|protected)\s+)?)static\s+(?:unsafe\s+)?(\w+)\s+(\w+)\s*\(([^(){}]*)\)\s*(?:\{|=>)/g;

const cs: Dialect = {
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
	}
};
const readsCsInput = /\bConsole\.(?:Read(?:Line)?\(|In\b)/;

/** A method without a modifier is private, and the kernel is in another class. */
const callableFromOutside = (text: string, method: string) =>
	text.replaceAll(csMethod, (all: string, access: string, _: string, name: string) =>
		name !== method || /public|internal/.test(access)
			? all
			: `internal ${all.replace(/^(?:private|protected)\s+/, '')}`
	);

const dialects: Record<Language, Dialect> = { c, cpp: c, rs, go, cr, cs };

/** A Rust text without what divan adds to functions, which are called without it. */
const withoutDivan = (text: string) =>
	text
		.replaceAll(/^fn\s+main\(\)\s*\{\s*(?:\/\/.*\s*)*divan::main\(\);\s*\}[ \t]*\n?/gm, '')
		.replaceAll(/^[ \t]*#\[divan::bench(?:\([^()]*\))?\][ \t]*\n/gm, '')
		.replaceAll(/\bdivan::black_box\b/g, 'std::hint::black_box');

/** The functions that a kernel can be written around: benchmarks, a whole program, and functions of numbers and of arrays of numbers. */
export function callablesIn(text: string, language: Language): Callable[] {
	const { find, main, isNumber, nothing, elementOf } = dialects[language];
	const benchmarks = benchmarksIn(text, language);
	if (benchmarks.length > 0)
		return benchmarks.map(({ name }) => ({
			name,
			returns: '',
			parameters: [],
			isBenchmark: true
		}));
	return find(language === 'rs' ? withoutDivan(text) : text)
		.filter(({ name }) => isNeither(name))
		.flatMap((callable) => {
			const { name, returns, parameters } = callable;
			if (name === main) return [{ ...callable, parameters: [] }];
			const isKnown =
				parameters.every((type) => isNumber(elementOf(type) ?? type)) &&
				(nothing.includes(returns) || isNumber(returns));
			return isKnown ? [callable] : [];
		});
}

/**
 * The text with a kernel behind it that calls the function once an iteration. A call with numbers alone waits for the result
 * of the call before, so that no compiler computes all of them at once.
 */
export function withKernel(text: string, callable: Callable, language: Language): string {
	if (callable.isBenchmark) return withBenchmark(text, callable.name, language);
	const { elementOf, isWhole, data, write } = dialects[language];
	const arrays = callable.parameters.flatMap((type) => elementOf(type) ?? []);
	const call: Parts['call'] = (number, array = (name) => name) => {
		let n = 0;
		const values = callable.parameters.map((type) => {
			if (elementOf(type) !== undefined) return array(`data${n++}`, type);
			return arrays.length > 0 && isWhole(type) ? `${elements}` : number(type);
		});
		return `${callable.name}(${values.join(', ')})`;
	};
	const how =
		arrays.length > 0
			? ` Its arrays have ${elements} elements, set from the seed.`
			: callable.parameters.length > 0
				? ' Each call waits for the result of the call before.'
				: '';
	const setup = arrays.length > 0 ? data(arrays, callable) : [];
	const says = `Calls ${callable.name} once an iteration.${how}`;
	const own = language === 'rs' ? withoutDivan(text) : text;
	return `${write({ text: own, callable, arrays, setup, call, says }).join('\n')}\n`;
}
