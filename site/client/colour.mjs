/** Colours of a terminal for the marks and changed lines of a text. Pure. */

/**
 * Whether to use colours: on a terminal that has them, unless NO_COLOR is set to something (no-color.org).
 * @param {{ isTTY?: boolean }} stream @param {Record<string, string | undefined>} environment
 */
export const hasColours = ({ isTTY }, { NO_COLOR, TERM }) =>
	isTTY === true && !NO_COLOR && TERM !== 'dumb';

/** Select Graphic Rendition, ECMA-48 8.3.117. */
const codes = { green: 32, red: 31, yellow: 33 };
/** @type {Record<string, keyof typeof codes>} */
const colourOf = { '✓': 'green', '✗': 'red', '?': 'yellow', '+': 'green', '-': 'red' };

/** @param {string} text already without control characters of its own */
export const coloured = (text) =>
	text.replaceAll(
		/^ {2}([✓✗?]|[+-].*)/gm,
		(_, marked) => `  \u001b[${codes[colourOf[marked[0]] ?? 'yellow']}m${marked}\u001b[39m`
	);
