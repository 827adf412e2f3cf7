/** Colours that pair source lines with their instructions. Pure. */

/** Of `styles/tints.css`. */
const tintCount = 8;

/** The classes of lines that became instructions: lines next to one another have different colours. */
export const tintsOf = (lines: Iterable<number>): ReadonlyMap<number, string> =>
	new Map([...lines].toSorted((a, b) => a - b).map((line, i) => [line, `tint-${i % tintCount}`]));
