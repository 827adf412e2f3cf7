/**
 * Syntax of C# that is newer than what mcs reads (7.2), or of C# 7 and missing in it. mcs does not know it, and reports what it cannot parse, often many times;
 * here a source gets the construct's name and version instead. Versions: Microsoft's "The history of C#".
 */
import type { Diagnostic } from '@cyclelab/contract/schema/failure';

/** The newest that mcs reads. */
export const newestCsharp = '7.2';

/**
 * `errors`: mcs can parse it and reports these, on its line or, if `isElsewhere`, on any; by default its parser fails there or later. `isBefore`: the pattern is of
 * what stands before the construct. `isInMethod`: it is one in a method alone. `instead`: mcs does not know it although it reads that
 * version, and what to write.
 */
type Construct = {
	name: string;
	version: string;
	pattern: RegExp;
	errors?: RegExp;
	isElsewhere?: true;
	isBefore?: true;
	isInMethod?: true;
	instead?: string;
};

/** By place: whether the innermost block around it is not that of a type, as in a method. */
function methodsIn(code: string): Uint8Array {
	const inside = new Uint8Array(code.length);
	const blocks: number[] = [];
	let head = 0;
	for (let at = 0; at < code.length; at++) {
		inside[at] = blocks.at(-1) ?? 0;
		if (code[at] === '{')
			blocks.push(/\b(?:class|struct|interface|namespace)\b/.test(code.slice(head, at)) ? 0 : 1);
		if (code[at] === '}') blocks.pop();
		if (/[;{}]/.test(code[at] ?? '')) head = at + 1;
	}
	return inside;
}

const statement =
	/^(?:if|for|foreach|while|switch|using|lock|catch|fixed|return|new|throw|await|when|else|case|yield|do|goto|var)$/;
const localFunction =
	/(?<=[;{}]\s{0,400})(?:(?:async|unsafe)\s+)?([A-Za-z_][\w.]{0,100}(?:<[^<>(){};]{0,100}>)?(?:\[\])?)\s+([A-Za-z_]\w{0,100})(?:<\w+>)?\s*\([^(){};]{0,400}\)\s*(?:\{|=>)/;

/** Bounded, since sources are hostile. Each in a source without comments and the content of strings. In no order: the first in the source is reported. */
const constructs: readonly Construct[] = [
	{
		name: 'A local function',
		version: '7',
		pattern: localFunction,
		isInMethod: true,
		instead: 'a static method'
	},
	{
		name: 'A pattern in a switch (case Type name, when)',
		version: '7',
		pattern:
			/\bcase\s+(?:[A-Za-z_][\w.]{0,100}(?:<[^<>:;{}]{0,100}>)?\s+(?!when\b)[A-Za-z_]\w*\s*(?::(?!:)|when\b)|[^:;{}]{1,100}\bwhen\b)/,
		instead: 'if with is Type name'
	},
	{
		name: 'A constant as a pattern (is null)',
		version: '7',
		pattern: /\bis\s+(?:null|true|false|-?\d[\w.]{0,40}|["'])(?![\w.]|\s*(?:and|or)\b)/,
		instead: '=='
	},
	{
		name: 'The pattern var',
		version: '7',
		pattern: /\bis\s+var\b/,
		errors: /^CS0825/,
		instead: 'a variable before the condition'
	},
	{
		name: 'A deconstruction in foreach',
		version: '7',
		pattern: /\bforeach\s*\(\s*(?:var\s*)?\(/,
		instead: 'a variable and its Key or Item1'
	},
	{
		name: 'A deconstruction by the method Deconstruct',
		version: '7',
		pattern: /\)\s*=(?![=>])/,
		errors: /^CS0584: .*\bdeconstruct/i,
		instead: 'a call of Deconstruct'
	},
	{
		name: 'A deconstruction into elements of an array',
		version: '7',
		pattern: /\]\s*(?:,[^();=]{0,400})?\)\s*=(?![=>])/,
		errors: /^CS0131/,
		instead: 'an assignment for each'
	},
	{
		name: 'A name that a tuple takes from its value',
		version: '7.1',
		pattern: /(?:=>?|[(,]|\breturn)\s*\((?:\s*[\w.]{1,100}\s*,){1,10}\s*[\w.]{1,100}\s*\)(?!\s*=)/,
		errors: /^CS1061: Type `\(/,
		isElsewhere: true,
		instead: 'the name before it, as in (x: x, y: y)'
	},
	{
		name: 'A comparison of tuples',
		version: '7.3',
		pattern: /[=!]=/,
		errors: /^CS0019: Operator `[=!]=' .*`\(/
	},
	{
		name: 'The constraint Enum or Delegate',
		version: '7.3',
		pattern: /\b(?:Enum|(?:Multicast)?Delegate)\b/,
		errors: /^CS0702/
	},
	{ name: 'fixed of a span', version: '7.3', pattern: /\bfixed\s*\(/, errors: /^CS1644: .*fixed/ },
	{
		name: 'A variable that an initialiser declares (out, is)',
		version: '7.3',
		pattern: /\b(?:out|is)\b/,
		errors: /^CS8200/
	},
	{
		name: 'Another target of a ref variable (= ref)',
		version: '7.3',
		pattern: /(?<=[;{}]\s{0,400})\w+\s*=\s*ref\b/
	},
	{
		name: 'An initialiser after stackalloc',
		version: '7.3',
		pattern: /\bstackalloc\b\s*\w*\s*\[[^\]]{0,400}\]\s*\{/
	},
	{
		name: 'The constraint unmanaged',
		version: '7.3',
		pattern: /\bunmanaged\b/,
		errors: /^CS0246: .*`unmanaged'/
	},
	{
		name: 'The constraint notnull',
		version: '8',
		pattern: /\bnotnull\b/,
		errors: /^CS0246: .*`notnull'/
	},
	{
		name: 'A static local function',
		version: '8',
		pattern: /(?<=[;{}]\s{0,400})static\s+([\w.<>[\]]{1,100})\s+(\w+)\s*\(/,
		isInMethod: true
	},
	{
		name: 'A nullable reference type (string?)',
		version: '8',
		pattern: /[\w>\]]\?/,
		errors: /^CS0453: .*System\.Nullable<T>/
	},
	{ name: 'The operator ! after a value', version: '8', pattern: /[\w)\]]!\s*[.;,)[]/ },
	{
		name: 'A positional pattern',
		version: '8',
		pattern: /\bis\s+(?:[A-Z][\w.]*\s*)?\([^();]{0,400}(?:\bvar\b|\b_\b|\d)/
	},
	{
		name: 'An interface member with a body',
		version: '8',
		pattern: /[\w)]\s*(?:\{|=>)/,
		errors: /^CS0531/
	},
	{
		name: 'An asynchronous iterator',
		version: '8',
		pattern: /\bIAsyncEnumera(?:ble|tor)\b/,
		errors: /^CS(?:1624|1983)/
	},
	{ name: 'A string that begins with @$', version: '8', pattern: /@\$"/, errors: /^CS1646/ },
	{ name: 'stackalloc as an argument', version: '8', pattern: /[(,]\s*stackalloc\b/ },
	{ name: 'A switch expression', version: '8', pattern: /\bswitch\s*\{/ },
	{ name: 'The operator ??=', version: '8', pattern: /\?\?=/ },
	{
		name: 'A using declaration',
		version: '8',
		pattern: /\busing\s+(?:[\w.]+(?:<[^;=]{0,400}>)?\??)\s+\w+\s*=/
	},
	{ name: 'An index from the end (^)', version: '8', pattern: /[\w)\]]\[\s*\^/ },
	{ name: 'A range (..)', version: '8', pattern: /(?<!\.)\.\.(?!\.)/ },
	{ name: 'The directive #nullable', version: '8', pattern: /^[ \t]*#[ \t]*nullable\b/m },
	{ name: 'A property pattern', version: '8', pattern: /\bis\s+(?:[\w.]+\s*)?\{/ },
	{ name: 'await foreach', version: '8', pattern: /\bawait\s+foreach\b/ },
	{
		name: 'A readonly member',
		version: '8',
		pattern: /\breadonly\b/,
		errors: /^CS0106: .*`readonly'/
	},
	{ name: 'The pattern not', version: '9', pattern: /\bis\s+not\b/ },
	{ name: 'A relational pattern', version: '9', pattern: /\b(?:is|case)\s*[<>]/ },
	{
		name: 'The patterns and, or',
		version: '9',
		pattern: /\b(?:is|case)\s+(?:[-\w."]+\s+)?(?:and|or)\s/
	},
	{ name: 'The operator with', version: '9', pattern: /[\w)\]]\s+with\s*\{/ },
	{
		name: 'A lambda with several discards',
		version: '9',
		pattern: /\b_\s*,\s*_\b/,
		errors: /^CS0100: .*`_'/
	},
	{
		name: 'new without a type',
		version: '9',
		pattern:
			/(?:=>?|\breturn|[(?])\s*new\s*\([^()]{0,400}\)\s*[;,){]|[,:{]\s*new\s*\([^()]{1,400}\)\s*[;,)}]/
	},
	{
		name: 'A record',
		version: '9',
		pattern: /\brecord\s+(?:class\s+)?[A-Z]\w*\s*(?:<[^>]{0,400}>\s*)?[({;:]/
	},
	{ name: 'An init accessor', version: '9', pattern: /[{;]\s*init\s*(?:;|=>|\{)/ },
	{
		name: 'A statement outside of a class',
		version: '9',
		pattern:
			/^(?:\s*using\s[^;{}()]{0,400};)*\s*(?=(?:var|for|foreach|while|if)\b|(?:int|long|uint|ulong|float|double|string|bool)\s+\w+\s*[=;]|[A-Z]\w*(?:\.\w+)+\s*\()/,
		isBefore: true
	},
	{ name: 'The type nint', version: '9', pattern: /\bnu?int\b/, errors: /^CS0246: .*`nu?int'/ },
	{ name: 'A function pointer', version: '9', pattern: /\bdelegate\s*\*/ },
	{ name: 'A static lambda', version: '9', pattern: /\bstatic\s+(?:\([^()]{0,400}\)|\w+)\s*=>/ },
	{ name: 'A record struct', version: '10', pattern: /\brecord\s+struct\b/ },
	{ name: 'A namespace of a whole file', version: '10', pattern: /\bnamespace\s+[\w.]+\s*;/ },
	{ name: 'A global using', version: '10', pattern: /\bglobal\s+using\b/ },
	{
		name: 'An interpolated constant',
		version: '10',
		pattern: /\bconst\s+string\b[^;]{0,400}\$/,
		errors: /^CS0134: .*`string'/
	},
	{
		name: 'A lambda with a return type',
		version: '10',
		pattern: /=\s*(?!async\b|static\b)[\w.<>[\]]{1,100}\s+\([^()]{0,400}\)\s*=>/
	},
	{
		name: 'A lambda whose type var takes',
		version: '10',
		pattern: /\bvar\s+\w+\s*=\s*\((?:[^()]{0,400}\w\s+\w[^()]{0,400}|\s*)\)\s*=>/,
		errors: /^CS0815/
	},
	{
		name: 'A constructor of a struct without parameters',
		version: '10',
		pattern: /\w\s*\(\s*\)/,
		errors: /^CS0568/
	},
	{
		name: 'An initialiser of a struct’s field',
		version: '10',
		pattern: /\bstruct\b|=/,
		errors: /^CS0573/
	},
	{
		name: 'A deconstruction with old and new variables',
		version: '10',
		pattern:
			/\(\s*(?:\w+\s*,\s*[\w.<>[\]]{1,100}\s+\w+|[\w.<>[\]]{1,100}\s+\w+\s*,\s*\w+)\s*\)\s*=(?![=>])/
	},
	{ name: 'A raw string', version: '11', pattern: /"""/ },
	{ name: 'A UTF-8 string (u8)', version: '11', pattern: /"u8\b/ },
	{ name: 'A list pattern', version: '11', pattern: /\bis\s*\[/ },
	{ name: 'A required member', version: '11', pattern: /\brequired\s+[\w.<>?]+\s+\w+/ },
	{
		name: 'A static abstract member',
		version: '11',
		pattern: /\bstatic\s+(?:abstract|virtual)\b/,
		errors: /^CS(?:0106|0112|0567)/
	},
	{
		name: 'Arithmetic of a type parameter (INumber)',
		version: '11',
		pattern: /\bI(?:Number|BinaryInteger|FloatingPoint|\w{1,100}Operators)\w{0,100}\s*</,
		errors: /^CS0019: .*operands of type `T\w*'/,
		isElsewhere: true
	},
	{
		name: 'The operator >>>',
		version: '11',
		pattern: /[\w)\]]\s+>>>=?\s*[\w(]|>>>=|>>>\s*\d/
	},
	{
		name: 'A type of one file (file class)',
		version: '11',
		pattern: /\bfile\s+(?:\w+\s+){0,4}(?:class|struct|interface|enum|record)\b/
	},
	{ name: 'A scoped parameter', version: '11', pattern: /[(,]\s*scoped\s/ },
	{ name: 'A primary constructor', version: '12', pattern: /\b(?:class|struct)\s+\w+\s*\(/ },
	{
		name: 'A collection expression',
		version: '12',
		pattern: /(?:=|\breturn|[(,])\s*\[[^\]]{0,400}\]\s*[;,)]/
	},
	{
		name: 'A using alias of any type',
		version: '12',
		pattern: /^[ \t]*using\s+\w+\s*=\s*(?:\(|\w+\s*[[*])/m
	},
	{
		name: 'A default value in a lambda',
		version: '12',
		pattern: /=\s*\([^()=]{0,400}=[^()=>]{0,400}\)\s*=>/
	},
	{
		name: 'A ref readonly parameter',
		version: '12',
		pattern: /\bref\s+readonly\s+[\w.<>[\]]{1,100}\s+\w+\s*[,)]/
	},
	{
		name: 'params of another type than an array',
		version: '13',
		pattern: /\bparams\b/,
		errors: /^CS0225/
	},
	{ name: 'The constraint allows ref struct', version: '13', pattern: /\ballows\s+ref\b/ },
	{ name: 'The keyword field', version: '14', pattern: /\bfield\b/, errors: /^CS0103: .*`field'/ },
	{
		name: 'A block of extension members',
		version: '14',
		pattern: /(?<=[;{}]\s{0,400})extension\s*(?:<\w+>)?\s*\([^()]{0,400}\)\s*\{/
	},
	{
		name: 'An assignment behind ?. or ?[',
		version: '14',
		pattern: /\?[.[]/,
		errors: /^CS9030/
	}
];

/** Errors of mcs's parser. */
const syntaxErrors =
	/^CS(?:0589|1001|1002|1003|1022|1026|1031|1041|1056|1073|1513|1514|1519|1520|1525|1547|1644|8025): /;

export const isSyntaxError = ({ severity, message }: Diagnostic): boolean =>
	severity === 'error' && syntaxErrors.test(message);

/** Comments and what strings and characters contain. Each alternative ends at the end of its line or of the text at the latest. */
const opaque =
	/\/\/[^\n]*|\/\*(?:[^*]|\*(?!\/))*(?:\*\/|$(?![\s\S]))|"""[\s\S]*?(?:"""|$(?![\s\S]))|[$@]*@[$@]*"(?:[^"]|"")*(?:"|$(?![\s\S]))|"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?/gm;

type NewerSyntax = { line: number; sentence: string };

/**
 * The first construct of the source that mcs does not read; undefined if none is recognised.
 * @param diagnostics mcs's, of this source
 */
export function newerSyntax(
	source: string,
	diagnostics: readonly Diagnostic[]
): NewerSyntax | undefined {
	const code = source.replace(opaque, (text) => {
		const blank = (part: string) => part.replace(/[^\n]/g, ' ');
		if (/^(?:"""|@\$")/.test(text)) return text.slice(0, 3) + blank(text.slice(3));
		return text.endsWith('"') ? `${blank(text.slice(0, -1))}"` : blank(text);
	});
	const methods = methodsIn(code);
	const lineAt = (at: number) => code.slice(0, at).split('\n').length;
	const errors = diagnostics.filter(({ severity }) => severity === 'error');
	const lastParsed = Math.max(0, ...errors.filter(isSyntaxError).map(({ line = 0 }) => line));
	const [first] = constructs
		.flatMap(({ pattern, errors: own, isElsewhere, isBefore, isInMethod, ...construct }) => {
			const lines = errors.filter(({ message }) => own?.test(message)).map(({ line }) => line);
			if (own ? lines.length === 0 : lastParsed === 0) return [];
			const match = [...code.matchAll(new RegExp(pattern, `${pattern.flags}g`))].find(
				({ index, 1: type = '', 2: name = '' }) =>
					(!own || isElsewhere || lines.includes(lineAt(index))) &&
					(!isInMethod || (methods[index] === 1 && !statement.test(type) && !statement.test(name)))
			);
			if (!match) return [];
			const at = match.index + (isBefore ? match[0].length : 0);
			const line = lineAt(at);
			return own || line <= lastParsed ? [{ ...construct, at, line }] : [];
		})
		.sort((a, b) => a.at - b.at);
	if (!first) return undefined;
	const { name, version, instead, line } = first;
	return {
		line,
		sentence: instead
			? `${name} is C# ${version}, but the compiler mcs does not know it: write ${instead}.`
			: `${name} is C# ${version}; the newest C# that is compiled here is ${newestCsharp}.`
	};
}
