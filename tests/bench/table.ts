/** Tables as text: the first column to the left, figures to the right. */
import type { Table } from './section.ts';

export function layOut({ headings, rows }: Table): string {
	const widths = headings.map((heading, column) =>
		Math.max(heading.length, ...rows.map((row) => (row[column] ?? '').length))
	);
	const line = (cells: readonly string[]) =>
		widths
			.map((width, column) => {
				const cell = cells[column] ?? '';
				return column === 0 ? cell.padEnd(width) : cell.padStart(width);
			})
			.join('  ')
			.trimEnd();
	const rule = widths.map((width) => '-'.repeat(width));
	return [headings, rule, ...rows].map(line).join('\n');
}
