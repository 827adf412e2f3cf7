/** Untrusted text as one line, without characters that control a terminal, are invisible, or change the text direction. Pure. */
export const oneLine = (text: string): string =>
	text
		// the empty pattern of Braille shows nothing, and is no space by its properties
		.replaceAll(/[\s\p{Z}\u2800]+/gu, ' ')
		// control and formatting characters, characters that change the direction of text, and fillers and selectors without a glyph
		.replaceAll(/[\p{C}\p{Default_Ignorable_Code_Point}]/gu, '')
		.replaceAll(/ +/g, ' ')
		.trim();
