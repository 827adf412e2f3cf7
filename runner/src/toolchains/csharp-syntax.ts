/**
 * Syntax of C# that is newer than what mcs reads (7.2), or of C# 7 and missing in it. mcs does not know it, and reports what it cannot parse, often many times;
 * here a source gets the construct's name and version instead. Versions: Microsoft's "The history of C#".
 */

/** The newest that mcs reads. */
export const newestCsharp = '7.2';

/**
 * `isBefore`: the pattern is of what stands before the construct. `isInMethod`: it is one in a method alone. `instead`: mcs does not
 * know it although it reads that version, and what to write.
 */
type Construct = {
	name: string;
	version: string;
	pattern: RegExp;
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
		pattern: /\bis\s+(?:null|true|false|-?\d|["'])/,
		instead: '=='
	},
	{
		name: 'An initialiser after stackalloc',
		version: '7.3',
		pattern: /\bstackalloc\s+\w*\s*\[[^\]]{0,400}\]\s*\{/
	},
	{
		name: 'The constraint unmanaged',
		version: '7.3',
		pattern: /\bwhere\s+\w+\s*:[^{;]{0,400}\bunmanaged\b/
	},
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
		name: 'A readonly method',
		version: '8',
		pattern: /\breadonly\s+(?:override\s+)?[\w.<>]+\s+\w+\s*\(/
	},
	{ name: 'The pattern not', version: '9', pattern: /\bis\s+not\b/ },
	{ name: 'A relational pattern', version: '9', pattern: /\b(?:is|case)\s*[<>]/ },
	{ name: 'The patterns and, or', version: '9', pattern: /\bis\s+[\w.]+\s+(?:and|or)\s+\w/ },
	{
		name: 'new without a type',
		version: '9',
		pattern: /(?:=>?|\breturn|[(?])\s*new\s*\([^()]{0,400}\)\s*[;,)]/
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
	{ name: 'The type nint', version: '9', pattern: /\bnu?int\s+\w/ },
	{ name: 'A function pointer', version: '9', pattern: /\bdelegate\s*\*/ },
	{ name: 'A static lambda', version: '9', pattern: /\bstatic\s+(?:\([^()]{0,400}\)|\w+)\s*=>/ },
	{ name: 'A record struct', version: '10', pattern: /\brecord\s+struct\b/ },
	{ name: 'A namespace of a whole file', version: '10', pattern: /\bnamespace\s+[\w.]+\s*;/ },
	{ name: 'A global using', version: '10', pattern: /\bglobal\s+using\b/ },
	{ name: 'A raw string', version: '11', pattern: /"""/ },
	{ name: 'A UTF-8 string (u8)', version: '11', pattern: /"u8\b/ },
	{ name: 'A list pattern', version: '11', pattern: /\bis\s*\[/ },
	{ name: 'A required member', version: '11', pattern: /\brequired\s+[\w.<>?]+\s+\w+/ },
	{ name: 'A static abstract member', version: '11', pattern: /\bstatic\s+abstract\b/ },
	{ name: 'A primary constructor', version: '12', pattern: /\b(?:class|struct)\s+\w+\s*\(/ },
	{
		name: 'A collection expression',
		version: '12',
		pattern: /(?:=|\breturn|[(,])\s*\[[^\]]{0,400}\]\s*[;,)]/
	}
];

/** Comments and what strings and characters contain. Each alternative ends at the end of its line or of the text at the latest. */
const opaque =
	/\/\/[^\n]*|\/\*(?:[^*]|\*(?!\/))*(?:\*\/|$(?![\s\S]))|"""[\s\S]*?(?:"""|$(?![\s\S]))|[$@]*@[$@]*"(?:[^"]|"")*(?:"|$(?![\s\S]))|"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?/gm;

type NewerSyntax = { line: number; sentence: string };

/** The first construct of the source that mcs does not read; undefined if none is recognised. */
export function newerSyntax(source: string): NewerSyntax | undefined {
	const code = source.replace(opaque, (text) => {
		const blank = (part: string) => part.replace(/[^\n]/g, ' ');
		if (text.startsWith('"""')) return text.slice(0, 3) + blank(text.slice(3));
		return text.endsWith('"') ? `${blank(text.slice(0, -1))}"` : blank(text);
	});
	const methods = methodsIn(code);
	const [first] = constructs
		.flatMap((construct) => {
			const { pattern, isBefore, isInMethod } = construct;
			const match = [...code.matchAll(new RegExp(pattern, `${pattern.flags}g`))].find(
				({ index, 1: type = '', 2: name = '' }) =>
					!isInMethod || (methods[index] === 1 && !statement.test(type) && !statement.test(name))
			);
			if (!match) return [];
			return [{ ...construct, at: match.index + (isBefore ? match[0].length : 0) }];
		})
		.sort((a, b) => a.at - b.at);
	if (!first) return undefined;
	const { name, version, instead } = first;
	return {
		line: code.slice(0, first.at).split('\n').length,
		sentence: instead
			? `${name} is C# ${version}, but the compiler mcs does not know it: write ${instead}.`
			: `${name} is C# ${version}; the newest C# that is compiled here is ${newestCsharp}.`
	};
}
