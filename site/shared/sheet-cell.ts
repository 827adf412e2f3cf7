/** One cell of a CSV (RFC 4180) that no spreadsheet takes for a formula. Pure. */

/** Where a cell may begin: also after what separates them in sheets of another country. */
const formula = /(^|[;,\t\r\n][ ]*)([=+\-@＝＋－＠]|^[\t\r])/g;

/** Text that a spreadsheet would take for a formula gets an apostrophe before it. */
export function sheetCell(value: unknown): string {
	if (value === undefined || value === null) return '';
	if (typeof value !== 'string') return String(value);
	const text = value.replace(formula, "$1'$2");
	return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
