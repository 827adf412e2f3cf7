/** BenchmarkDotNet, which is for C#. Pure. */
import { withoutComments, type Benchmark, type BenchmarkLibrary } from './dialect.ts';

const number = /^(?:bool|s?byte|u?short|u?int|u?long|float|double|decimal|char)$/;
export const csTask = /^(?:System\.Threading\.Tasks\.)?(?:Value)?Task(?:<.+>)?$/;
const text = String.raw`"(?:\\.|[^"\\\n])*"`;
/** One or more lists of attributes, and what stands between them. */
const lists = String.raw`(?:\[(?:[^[\]"]|${text}|\[[^[\]]*\])*\]\s*)+`;
const methods = new RegExp(
	String.raw`(${lists})public\s+(?:(?:async|unsafe|virtual|override|new|static)\s+)*([\w<>[\].,]+)\s+(\w+)\s*\(([^(){}]*)\)`,
	'g'
);
const isAttribute = (name: string, list: string) =>
	new RegExp(String.raw`[[,]\s*${name}(?:Attribute)?\s*[(\],]`).test(list);
/** Attributes of the language's own library stay in the file; the others are for the library of benchmarks. */
const ownAttribute =
	/^(?:return:\s*)?(?:System\.[\w.]+\.)?(?:MethodImpl|StructLayout|FieldOffset|Flags|ThreadStatic|Serializable|Obsolete|Conditional|DllImport|AttributeUsage|SuppressGCTransition|SuppressUnmanagedCodeSecurity|SkipLocalsInit)\b/;

/** An attribute that gives a field its values: the first of them, and the field. */
const parameters = new RegExp(
	String.raw`\[Params\(\s*(${text}|[^,()]+(?:\([^()]*\))?)[^\]]*\]\s*public\s+[\w<>[\]]+\s+(\w+)`,
	'g'
);
const fromSource =
	/\[ParamsSource\(\s*(?:nameof\((\w+)\)|"(\w+)")\s*\)\]\s*public\s+[\w<>[\]]+\s+(\w+)/g;

/** The call's result as what is summed: .NET calls a function to convert a floating-point number to ulong, and none to long. */
export function toUlong(call: string, type: string): string {
	if (type === 'bool') return `${call} ? 1UL : 0UL`;
	return /^(?:float|double)$/.test(type) ? `(ulong)(long)${call}` : `(ulong)${call}`;
}

/** A value that is passed to it has to be made, and is not boxed, as it would be by GC.KeepAlive. */
const keep = [
	'\t[System.Runtime.CompilerServices.MethodImpl(System.Runtime.CompilerServices.MethodImplOptions.NoInlining)]',
	'\tstatic void Keep<T>(T value) { }',
	''
];

/** The place of the brace that closes the first one behind `from`; the end of the text if none does. */
function blockEnd(code: string, from: number): number {
	let depth = 0;
	for (let at = from; at < code.length; at++) {
		if (code[at] === '{') depth++;
		if (code[at] === '}' && --depth === 0) return at;
	}
	return code.length;
}

/** The type that a place of the text is in, with its namespace, as code of another type names it; undefined where type arguments are not known. */
function typeAround(code: string, place: number): string | undefined {
	const [space] = /\bnamespace\s+([\w.]+)/.exec(code.slice(0, place))?.slice(1) ?? [];
	const around = [
		...code.slice(0, place).matchAll(/\b(?:class|struct)\s+(\w+)(<[^<>{]*>)?/g)
	].filter(({ index }) => blockEnd(code, index) > place);
	const values = /\[GenericTypeArguments\(([^\]]*)\)\]/.exec(code)?.[1];
	const types = [...(values ?? '').matchAll(/typeof\(([^()]+)\)/g)].map(([, type = '']) => type);
	if (around.length === 0 || (types.length === 0 && around.some(([, , open]) => open)))
		return undefined;
	const names = around.map(
		([, name = '', open]) => name + (open === undefined ? '' : `<${types.join(', ')}>`)
	);
	return [...(space === undefined ? [] : [space]), ...names].join('.');
}

/** The first value of a field, property or method of a type. */
function firstOf(code: string, type: string, from: string): string {
	const isMethod = new RegExp(String.raw`\b${from}\s*\(\s*\)\s*(?:\{|=>)`).test(code);
	const isStatic = new RegExp(String.raw`\bstatic\s+[^;{}()]*\b${from}\b`).test(code);
	const owner = isStatic ? type : `new ${type}()`;
	return `System.Linq.Enumerable.First(${owner}.${from}${isMethod ? '()' : ''})`;
}

const argumentsSource =
	/\bArgumentsSource(?:Attribute)?\(\s*(?:typeof\(([\w.]+)\)\s*,\s*)?(?:nameof\((?:\w+\.)*(\w+)\)|"(\w+)")\s*\)/;

/** A span is made of an array in the call, and one of characters of a string. */
const storedType = (type: string) =>
	type
		.replace(/^(?:System\.)?ReadOnlySpan<char>$/, 'string')
		.replace(/^(?:System\.)?(?:ReadOnly)?Span<(.+)>$/, '$1[]');

/**
 * The values of parameters that come from a field, property or method: the first of them, in fields that are not readonly, since the
 * compiler would take their values for constants.
 */
function fromArgumentsSource(
	code: string,
	of: string,
	attributes: string,
	inside: string
): Pick<Benchmark, 'values' | 'fields'> | undefined {
	const [, other = of, named, quoted] = argumentsSource.exec(attributes) ?? [];
	const from = named ?? quoted;
	if (from === undefined) return undefined;
	const types = inside.split(/,(?![^<>]*>)/).map((parameter) =>
		storedType(
			parameter
				.trim()
				.replace(/^(?:in|params)\s+/, '')
				.replace(/\s+\w+$/, '')
		)
	);
	const first = firstOf(code, other, from);
	const areSeveral = new RegExp(String.raw`\bobject\s*\[\](?:\s*>|\[\])\s*${from}\b`).test(code);
	if (types.length > 1 && !areSeveral) return undefined;
	return {
		values: types.map((_, i) => `argument${i + 1}`).join(', '),
		fields: areSeveral
			? [
					`\tstatic readonly object[] given = ${first};`,
					...types.map((type, i) => `\tstatic ${type} argument${i + 1} = (${type})given[${i}];`)
				]
			: types.map((type) => `\tstatic ${type} argument1 = (${type})${first};`)
	};
}

/** The methods of a text that the library would call. */
function find(source: string): Benchmark[] {
	const code = withoutComments(source);
	return [...code.matchAll(methods)].flatMap(
		({ index, 1: attributes = '', 2: returns = '', 3: name = '', 4: inside = '' }) => {
			if (!isAttribute('Benchmark', attributes)) return [];
			const [values = ''] = /\[Arguments\(([^\n]*)\)\]/.exec(attributes)?.slice(1) ?? [];
			const of = typeAround(code, index);
			if (of === undefined) return [];
			if (inside.trim() === '' || values !== '') return [{ name, of, returns, values }];
			const given = fromArgumentsSource(code, of, attributes, inside);
			return given ? [{ name, of, returns, ...given }] : [];
		}
	);
}

/** The method of that attribute which is for this benchmark, or for all of them. */
function methodFor(source: string, attribute: string, name: string): string | undefined {
	const all = [...source.matchAll(methods)].flatMap(([, attributes = '', , method = '']) =>
		isAttribute(attribute, attributes) ? [{ attributes, method }] : []
	);
	const own = all.find(({ attributes }) => new RegExp(`\\b${name}\\b`).test(attributes));
	return (own ?? all.find(({ attributes }) => !/\bTargets?\s*=/.test(attributes)))?.method;
}

/** Of lists of attributes at the beginning of a line, those of the language's own library. */
function ownLists(all: string): string {
	const own = [...all.matchAll(new RegExp(lists.replace(/\+$/, ''), 'g'))].flatMap(([list]) => {
		const names = list
			.trim()
			.slice(1, -1)
			.split(/,(?![^()]*\))/);
		const kept = names.map((name) => name.trim()).filter((name) => ownAttribute.test(name));
		return kept.length > 0 ? [`[${kept.join(', ')}]`] : [];
	});
	return own.join(' ');
}

/** The text without what the library would read: its attributes, its configuration and its start. */
function withoutLibrary(source: string): string {
	let code = source
		.replaceAll(/^[ \t]*using\s+(?:static\s+)?BenchmarkDotNet\b[^\n]*\n/gm, '')
		.replaceAll(new RegExp(`^([ \\t]*)(${lists})`, 'gm'), (all, indent: string, some: string) => {
			const own = ownLists(some);
			const end = /\s*$/.exec(all)?.[0] ?? '';
			if (own === '') return end.includes('\n') ? end.slice(end.lastIndexOf('\n') + 1) : indent;
			return `${indent}${own}${end}`;
		})
		// A statement outside of a class.
		.replaceAll(/^(?:\w+\s+(?:\w+\s*)?=\s*)?Benchmark(?:Runner|Switcher)\s*\.[^;]*;[ \t]*\n?/gm, '')
		.replaceAll(/\bBenchmark(?:Runner|Switcher)\s*\.[^;]*/g, 'new object()');
	const [result, summary] = /\b(?:var|Summary)\s+(\w+)\s*=\s*(?=new object\(\);)/.exec(code) ?? [];
	// A variable that nothing reads would be warned of.
	if (result !== undefined && code.split(new RegExp(`\\b${summary}\\b`)).length === 2)
		code = code.replace(result, '');
	const configuration =
		/^[ \t]*(?:(?:public|private|internal|sealed)\s+)*class\s+\w+\s*:\s*ManualConfig\b/m;
	for (let found = configuration.exec(code); found; found = configuration.exec(code)) {
		const end = code.indexOf('\n', blockEnd(code, found.index));
		code = code.slice(0, found.index) + (end < 0 ? '' : code.slice(end + 1));
	}
	return code.trimEnd();
}

function write(source: string, benchmark: Benchmark): string[] {
	const { name, of = '', returns = '', values = '', fields: given = [] } = benchmark;
	const fields = [...source.matchAll(parameters)].map(
		([, value = '', field = '']) => `${field} = ${value.trim()}`
	);
	const sources = [...source.matchAll(fromSource)].map(([, named, quoted, field = '']) => {
		return `${field} = ${firstOf(source, of, named ?? quoted ?? '')}`;
	});
	const initial = [...fields, ...sources];
	const setup = methodFor(source, 'GlobalSetup', name);
	const before = methodFor(source, 'IterationSetup', name);
	const isStatic = new RegExp(
		String.raw`\bpublic\s+(?:\w+\s+)*static\s[^;{}()]*\b${name}\s*\(`
	).test(source);
	const isTask = csTask.test(returns);
	const owner = isStatic ? of : 'benchmark';
	const call = `${owner}.${name}(${values})${isTask ? '.GetAwaiter().GetResult()' : ''}`;
	const isVoid = returns === 'void' || (isTask && !returns.includes('<'));
	const counted = isVoid ? [`${call};`] : [`Keep(${call});`];
	const body = number.test(returns)
		? [`sum += ${toUlong(call, returns)};`]
		: [...counted, 'sum++;'];
	return [
		withoutLibrary(source),
		'',
		`// Calls ${of}.${name} once an iteration.${before === undefined ? '' : ` ${before} is called before, and measured too.`}`,
		'public static class Kernel {',
		`\tstatic readonly ${of} benchmark = new ${of}${initial.length > 0 ? ` { ${initial.join(', ')} }` : '()'};`,
		...given,
		'',
		...(body.some((line) => line.startsWith('Keep(')) ? keep : []),
		...(setup === undefined
			? []
			: ['\tpublic static void Setup(ulong seed) {', `\t\tbenchmark.${setup}();`, '\t}', '']),
		'\tpublic static ulong Run(ulong iterations) {',
		'\t\tulong sum = 0;',
		'\t\tfor (ulong i = 0; i < iterations; i++) {',
		...[...(before === undefined ? [] : [`benchmark.${before}();`]), ...body].map(
			(line) => `\t\t\t${line}`
		),
		'\t\t}',
		'\t\treturn sum;',
		'\t}',
		'}'
	];
}

export const benchmarkDotNet: BenchmarkLibrary = { find, write };
