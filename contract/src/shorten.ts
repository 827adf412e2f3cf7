/** Shortens long texts in the middle: names of templates differ at their ends. Browser-safe. */

/** The text with at most `most` characters (UTF-16 code units); beginning and end stay, with an ellipsis between them. */
export function shortenMiddle(text: string, most: number): string {
	if (text.length <= most) return text;
	const kept = Math.max(most - 1, 2);
	const head = wholeBefore(text, Math.ceil(kept * 0.6));
	const tail = wholeAfter(text, text.length - (kept - Math.ceil(kept * 0.6)));
	return `${text.slice(0, head)}…${text.slice(tail)}`;
}

/** Characters of a function's name in a sentence or a heading: a line of text or less. */
export const longestNameInSentence = 80;

/** A function's name for a sentence or a heading; the listing has the whole one. */
export const shortName = (name: string) => shortenMiddle(name, longestNameInSentence);

const isSecondHalf = (text: string, at: number) => (text.charCodeAt(at) & 0xfc00) === 0xdc00;
const wholeBefore = (text: string, at: number) => (isSecondHalf(text, at) ? at - 1 : at);
const wholeAfter = (text: string, at: number) => (isSecondHalf(text, at) ? at + 1 : at);
