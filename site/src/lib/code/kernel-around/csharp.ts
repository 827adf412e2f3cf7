/** C#. Pure. */
import { benchmarkDotNet, csTask, toUlong } from './benchmark-dotnet.ts';
import {
	elements,
	indented,
	inputSays,
	inputText,
	split,
	withoutComments,
	type Dialect
} from './dialect.ts';

const csNumber = /^(?:s?byte|u?short|u?int|u?long|float|double)$/;
const csElement = (type: string) => /^(\w+)\[\]$/.exec(type)?.[1];
const csMethod =
	/\b((?:(?:public|private|internal|protected)\s+)?static\s+(?:(?:public|private|internal|unsafe|async)\s+)*)(\w+(?:<\w+>)?)\s+(\w+)\s*\(([^(){}]*)\)\s*(?:\{|=>)/g;

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
		const waits = csTask.test(callable.returns) ? '.GetAwaiter().GetResult()' : '';
		const body =
			callable.returns === 'void' || waits !== ''
				? [
						`${value}${waits};`,
						`sum += ${arrays.length > 0 ? `(ulong)data0[i % ${elements}]` : '1'};`
					]
				: [`sum += ${toUlong(value, callable.returns)};`];
		const input = callable.name === 'Main' && readsCsInput.test(withoutComments(text));
		const own = callableFromOutside(text, callable.name).trimEnd();
		return [
			input ? own.replaceAll(inputAlone, 'Kernel.$1(') : own,
			'',
			`// ${says}`,
			'public static class Kernel {',
			...(input
				? [`\t// ${inputSays}`, `\tconst string input = ${inputText};`, ...inputMembers(own), '']
				: []),
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

const readsCsInput = /\bConsole\.(?:Read(?:Line|Key)?\(|In\b|OpenStandardInput\()/;
/** What reads standard input whatever SetIn says. */
const inputAlone = /\b(?:System\.)?Console\.(ReadKey|OpenStandardInput)\(/g;

/** In place of the methods that need a console, for those that the text calls. Behind the input, a key is Enter. */
function inputMembers(text: string): string[] {
	const names = [...text.matchAll(inputAlone)].map(([, name]) => name);
	return [
		...(names.includes('ReadKey')
			? [
					'\tinternal static System.ConsoleKeyInfo ReadKey(bool intercept = false) {',
					'\t\tint read = System.Console.In.Read();',
					"\t\tchar key = read < 0 ? '\\r' : (char)read;",
					'\t\treturn new System.ConsoleKeyInfo(key, (System.ConsoleKey)char.ToUpper(key), false, false, false);',
					'\t}'
				]
			: []),
		...(names.includes('OpenStandardInput')
			? [
					'\tinternal static System.IO.Stream OpenStandardInput(int size = 0) {',
					'\t\treturn new System.IO.MemoryStream(System.Text.Encoding.ASCII.GetBytes(input));',
					'\t}'
				]
			: [])
	];
}

/** A method without a modifier is private, and the kernel is in another class. */
const callableFromOutside = (text: string, method: string) =>
	text.replaceAll(csMethod, (all: string, access: string, _: string, name: string) =>
		name !== method || /public|internal/.test(access)
			? all
			: `internal ${all.replace(/\b(?:private|protected)\s+/, '')}`
	);
