/** Texts as lines to compare. Apart from diff.ts, so that pages load the diff only where they show one. Pure. */

/** Lines by what makes two of them equal, and what is shown. */
export interface Line {
	key: string;
	text: string;
}

export const linesOf = (text: string): Line[] =>
	text
		.replace(/\n$/, '')
		.split('\n')
		.map((line) => ({ key: line, text: line }));
