/** A source without what does not matter to a machine: comments, white space, and how things are called. Pure. */
import type { Language } from './language.ts';

const token = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[A-Za-z_]\w*|\d[\w.]*|[^\s\w]/g;

function withoutComments(text: string, language: Language): string {
	if (language === 'cr') return text.replace(/#(?!\{).*$/gm, '');
	return text.replace(/\/\*[^]*?\*\//g, ' ').replace(/\/\/.*$/gm, '');
}

const tokensOf = (text: string, language: Language): string[] =>
	withoutComments(text, language).match(token) ?? [];

const isName = (word: string) => /^[A-Za-z_]/.test(word);

/** The same for two sources that differ in comments, white space and names only. Each name is numbered at its first use. */
export function shapeOf(text: string, language: Language): string {
	const numbers = new Map<string, number>();
	return tokensOf(text, language)
		.map((word) => {
			if (!isName(word)) return word;
			const number = numbers.get(word) ?? numbers.size;
			numbers.set(word, number);
			return `n${number}`;
		})
		.join(' ');
}

/** The names in a source, each once. */
export const namesIn = (text: string, language: Language): string[] => [
	...new Set(tokensOf(text, language).filter(isName))
];

/** The parts of a text between backticks. */
export const codeIn = (text: string): string[] =>
	[...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
