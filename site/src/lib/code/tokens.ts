/**
 * A source's words by kind, line by line, as the page colours them before the editor is loaded: comments, keywords, strings
 * and numbers, the kinds that the editor's theme distinguishes (editor.ts). A few patterns for each language instead of a library:
 * grammars of six languages would take a tenth of what a page may load. Pure.
 */
import type { Language } from '@cyclelab/exercises/schema';

export type TokenKind = 'comment' | 'keyword' | 'string' | 'number' | 'plain';
export interface Token {
	kind: TokenKind;
	text: string;
}

const words = (text: string) => new Set(text.split(' '));
const ofC =
	'auto break case const continue default do double else enum extern float for goto if inline int long register return short signed sizeof static struct switch typedef union unsigned void volatile while char';
const keywords: Record<Language, ReadonlySet<string>> = {
	c: words(`${ofC} restrict _Alignas _Atomic _Bool`),
	cpp: words(
		`${ofC} alignas alignof bool catch class constexpr delete explicit false friend mutable namespace new noexcept nullptr operator private protected public static_assert static_cast reinterpret_cast template this thread_local throw true try typename using virtual`
	),
	rs: words(
		'as break const continue crate else enum extern false fn for if impl in let loop match mod move mut pub ref return self static struct super trait true type unsafe use where while'
	),
	go: words(
		'break case chan const continue default defer else fallthrough false for func go goto if import interface map nil package range return select struct switch true type var'
	),
	cs: words(
		'as base bool break byte case catch char class const continue default do double else enum false fixed float for foreach if in int interface internal is lock long namespace new null object out override params private protected public readonly ref return sbyte sealed short sizeof stackalloc static string struct switch this throw true try typeof uint ulong unchecked unsafe ushort using var virtual void volatile while'
	),
	cr: words(
		'alias as asm begin break case class def do else elsif end ensure enum extend false for fun if in include lib loop module next nil of out pointerof private property protected raise record require rescue return self sizeof struct super then true type typeof uninitialized union unless until when while with yield'
	)
};

const string = /"(?:\\.|[^"\\\n])*"?/;
const number = /\b(?:0[xX][\da-fA-F_']+|0[bB][01_']+|\d[\d_']*(?:\.\d[\d_]*)?(?:[eE][+-]?\d+)?)\w*/;
const word = /[A-Za-z_]\w*/;
/** In a pattern of lines `$` is the end of any of them; an unfinished comment ends with the text. */
const blocks = /\/\*[\s\S]*?(?:\*\/|$(?![\s\S]))|\/\/[^\n]*/;
const character = /'(?:\\.[^'\n]*|[^'\\\n])'/;
const rawGo = /`[^`]*`?/;
const preprocessor = /^[ \t]*#[ \t]*[a-z]+/;

const patternOf = (...parts: readonly [TokenKind | 'word', RegExp][]) =>
	new RegExp(parts.map(([kind, { source }]) => `(?<${kind}>${source})`).join('|'), 'gm');

const either = (...all: RegExp[]) => new RegExp(all.map(({ source }) => source).join('|'));
const likeC = patternOf(
	['comment', blocks],
	['string', either(string, character)],
	['keyword', preprocessor],
	['number', number],
	['word', word]
);
const patterns: Record<Language, RegExp> = {
	c: likeC,
	cpp: likeC,
	cs: likeC,
	rs: likeC,
	go: patternOf(
		['comment', blocks],
		['string', either(string, character, rawGo)],
		['number', number],
		['word', word]
	),
	cr: patternOf(
		['comment', /#(?!\{)[^\n]*/],
		['string', either(string, character)],
		['number', number],
		['word', word]
	)
};

/** The tokens of each line. Together they are the text, without its line breaks. */
export function tokensOf(text: string, language: Language): Token[][] {
	const lines: Token[][] = [[]];
	const add = (kind: TokenKind, part: string) => {
		for (const [i, piece] of part.split('\n').entries()) {
			if (i > 0) lines.push([]);
			const line = lines.at(-1);
			const last = line?.at(-1);
			if (piece === '') continue;
			if (last?.kind === kind) last.text += piece;
			else line?.push({ kind, text: piece });
		}
	};
	let end = 0;
	for (const found of text.matchAll(patterns[language])) {
		const groups = found.groups ?? {};
		const named = (['comment', 'string', 'keyword', 'number'] as const).find(
			(group) => groups[group]
		);
		const isKeyword = groups.word !== undefined && keywords[language].has(groups.word);
		add('plain', text.slice(end, found.index));
		add(named ?? (isKeyword ? 'keyword' : 'plain'), found[0]);
		end = found.index + found[0].length;
	}
	add('plain', text.slice(end));
	return lines;
}
