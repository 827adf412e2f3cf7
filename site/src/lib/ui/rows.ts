/** The rows of a table of text in their columns, which `|` divides; lines that begin with # are comments. Pure. */
export const rowsOf = (table: string): string[][] =>
	table
		.split('\n')
		.filter((line) => line !== '' && !line.startsWith('#'))
		.map((line) => line.split('|').map((cell) => cell.trim()));
