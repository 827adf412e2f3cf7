/** The paragraphs of a lesson's Markdown. Pure. */

/** Blocks and list items; figures, headings, code and tables left out. */
export const paragraphsOf = (markdown: string): string[] =>
	markdown
		.split(/\r?\n\s*\r?\n|\r?\n(?=- )/)
		.filter((block) => !/^(?:::|#|\||\t| {4})/.test(block))
		.map((block) => block.replace(/^- /, '').trim())
		.filter((block) => block !== '');
