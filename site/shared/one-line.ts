/** Untrusted text as one line, without characters that control a terminal, are invisible, or change the text direction. Pure. */
export const oneLine = (text: string): string =>
	text
		.replaceAll(/[\s\p{Z}]+/gu, ' ')
		// control and formatting characters, including characters that change the direction of text
		.replaceAll(/\p{C}/gu, '')
		.trim();
