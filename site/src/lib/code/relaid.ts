/** From a text to another layout of it, by a single edit, and the cursor's new place. Pure. */

/** Of a text: what is replaced, by offsets, and what stands there then. */
type Replacement = { from: number; to: number; text: string };

/** From the first to the last difference; both texts are equal outside of it. */
export function replacementOf(before: string, after: string): Replacement {
	const shorter = Math.min(before.length, after.length);
	let from = 0;
	while (from < shorter && before[from] === after[from]) from++;
	let end = 0;
	while (end < shorter - from && before.at(-1 - end) === after.at(-1 - end)) end++;
	return { from, to: before.length - end, text: after.slice(from, after.length - end) };
}

/** Formatters add and remove such marks, so the cursor does not count them. */
const isCounted = (character: string | undefined) => !/^[\s,;(){}]?$/.test(character ?? '');

/**
 * Where the cursor stands in another layout: before what it stood before, or behind what it stood behind at the end of a line.
 * @param offset of the cursor in the text before
 */
export function cursorIn(before: string, offset: number, after: string): number {
	let passed = 0;
	let marks = '';
	for (let i = 0; i < offset; i++) {
		const character = before.charAt(i);
		if (isCounted(character)) passed++;
		marks = isCounted(character) ? '' : marks + character.trim();
	}
	let at = 0;
	for (; passed > 0 && at < after.length; at++) if (isCounted(after[at])) passed--;
	if (isCounted(before[offset])) while (at < after.length && !isCounted(after[at])) at++;
	else
		for (const mark of marks) {
			const behind = after.slice(at).search(/\S/);
			if (after[at + behind] === mark) at += behind + 1;
		}
	return at;
}
