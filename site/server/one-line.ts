/** Foreign text as one line, without signs that command a terminal, hide, or turn round what stands beside them. Pure. */
export const oneLine = (text: string): string =>
	text
		.replaceAll(/[\s\p{Z}]+/gu, ' ')
		// control and formatting characters, among them those that change the direction of writing
		.replaceAll(/\p{C}/gu, '')
		.trim();
