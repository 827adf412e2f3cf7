/** Text of learners' making, of which nothing is hidden or read backwards. Pure. */

/** Characters that are invisible or change the direction of text, by their names: `<U+202E>`. Lines and tabs stay. */
export const visible = (text: string): string =>
	text.replaceAll(
		/[^\P{C}\n\t]|[\u2028\u2029]/gu,
		(character) =>
			`<U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}>`
	);
