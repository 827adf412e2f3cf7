/**
 * Directives that give the following lines of a source other numbers, or the name of another file (`#line` in C, C++ and C#,
 * `//line` in Go, `#<loc:>` in Crystal). With them, line tables and diagnostics would lead out of the learner's file, or to the wrong lines of it, so
 * the compiler gets blanks in their place. All other lines and columns keep their places.
 */
import type { Language } from '@cyclelab/exercises/schema';

/** A backslash at the end of a line, which joins it with the next. */
const splice = String.raw`\\[ \t]*\r?\n`;
/** To its end, or to the end of the text. In a form that matches in one way only: sources are hostile. */
const comment = String.raw`\/\*(?:[^*]|\*(?!\/))*(?:\*\/|$(?![\s\S]))`;
const lineComment = String.raw`\/\/(?:${splice}|[^\n])*`;
/** Bounded: each line may begin with them, and they may go on over all the lines after it. */
const blanks = String.raw`[ \t\v\f]*(?:(?:${splice}|${comment})[ \t\v\f]*){0,64}`;
const word = ['l', 'i', 'n', 'e'].join(`(?:${splice})*`);
const toLineEnd = String.raw`(?:${comment}|${lineComment}|${splice}|[^\n])*`;
/** `#line 5 "file"`, `# 5 "file"`, with the other spellings of `#`. */
const directive = String.raw`^${blanks}(?:#|%:|\?\?=)${blanks}(?:${word}(?![\w$])|\d)${toLineEnd}`;

/** What may contain the text of a directive without being one. Each alternative ends at the end of the text at the latest. */
const cTokens = [
	lineComment,
	comment,
	String.raw`(?:u8|[uUL])?R"(?<mark>[^()\\\s]{0,16})\([\s\S]*?(?:\)\k<mark>"|$(?![\s\S]))`,
	String.raw`[$@]*@[$@]*"(?:[^"]|"")*(?:"|$(?![\s\S]))`,
	String.raw`"(?:\\\r?[\s\S]|[^"\\\n])*"?`,
	// A number first: its digits may have apostrophes between them.
	String.raw`\.?\d(?:'?[\w.])*`,
	String.raw`'(?:\\\r?[\s\S]|[^'\\\n])*'?`,
	String.raw`[A-Za-z_$][\w$]*`
];
const c = new RegExp([`(?<directive>${directive})`, ...cTokens].join('|'), 'gm');

const go = new RegExp(
	[
		String.raw`(?<directive>^\/\/line [^\n]*|\/\*line [^\n]*?\*\/)`,
		String.raw`\/\/[^\n]*`,
		comment,
		'`[^`]*(?:`|$(?![\\s\\S]))',
		String.raw`"(?:\\[^\n]|[^"\\\n])*"?`,
		String.raw`'(?:\\[^\n]|[^'\\\n])*'?`
	].join('|'),
	'gm'
);

/** Not of heredocs and percent literals, where a quotation mark counts as one of a string. */
const cr = new RegExp(
	[
		String.raw`(?<directive>#<loc:(?:push|pop|"[^"\n]*",\d+,\d+)>)`,
		String.raw`#(?!\{)[^\n]*`,
		String.raw`"(?:\\[\s\S]|[^"\\])*(?:"|$(?![\s\S]))`,
		String.raw`'(?:\\[^\n]|[^'\\\n])*'?`
	].join('|'),
	'gm'
);

const scanners: Partial<Record<Language, RegExp>> = { c, cpp: c, cs: c, go, cr };

type WithoutLineDirectives = {
	/** As long as the source, with the same line breaks. */
	text: string;
	/** The lines at which directives stood, from 1. */
	lines: number[];
};

export function withoutLineDirectives(source: string, language: Language): WithoutLineDirectives {
	const scanner = scanners[language];
	if (!scanner) return { text: source, lines: [] };
	const lines: number[] = [];
	let [line, counted] = [1, 0];
	const text = source.replace(scanner, (match: string, ...others: unknown[]) => {
		const groups = others.at(-1) as { directive?: string };
		if (groups.directive === undefined) return match;
		const at = Number(others.at(-3));
		line += source.slice(counted, at).split('\n').length - 1;
		counted = at;
		lines.push(line);
		return match.replace(/[^\r\n]/g, ' ');
	});
	return { text, lines };
}
