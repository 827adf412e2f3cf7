/** What changed from one list of lines to another: a longest common subsequence. Pure. */

export interface DiffLine {
	kind: 'same' | 'gone' | 'new';
	text: string;
	/** Numbers from 1 in either list; absent where it has no such line. */
	before?: number;
	after?: number;
}

/** Lines by what makes two of them equal, and what is shown. */
export interface Line {
	key: string;
	text: string;
}

/** Beyond this many pairs of lines a common subsequence takes too long; the whole middle then counts as changed. */
const mostPairs = 4_000_000;

export const linesOf = (text: string): Line[] =>
	text
		.replace(/\n$/, '')
		.split('\n')
		.map((line) => ({ key: line, text: line }));

export function diff(before: readonly Line[], after: readonly Line[]): DiffLine[] {
	const same = (i: number, j: number) => before[i]?.key === after[j]?.key;
	let start = 0;
	while (start < Math.min(before.length, after.length) && same(start, start)) start += 1;
	let end = 0;
	while (
		end < Math.min(before.length, after.length) - start &&
		same(before.length - 1 - end, after.length - 1 - end)
	)
		end += 1;
	const [rows, columns] = [before.length - start - end, after.length - start - end];
	const lengths =
		rows * columns > mostPairs
			? undefined
			: commonLengths(rows, columns, (i, j) => same(start + i, start + j));
	const width = columns + 1;
	const left = (i: number, j: number) => lengths?.[i * width + j] ?? 0;

	const found: DiffLine[] = [];
	const both = (i: number, j: number) =>
		found.push({ kind: 'same', text: after[j]?.text ?? '', before: i + 1, after: j + 1 });
	for (let i = 0; i < start; i += 1) both(i, i);
	let [i, j] = [0, 0];
	while (i < rows || j < columns) {
		if (i < rows && j < columns && lengths && same(start + i, start + j)) {
			both(start + i++, start + j++);
		} else if (i < rows && (j === columns || left(i + 1, j) >= left(i, j + 1))) {
			found.push({ kind: 'gone', text: before[start + i]?.text ?? '', before: start + i + 1 });
			i += 1;
		} else {
			found.push({ kind: 'new', text: after[start + j]?.text ?? '', after: start + j + 1 });
			j += 1;
		}
	}
	for (let k = 0; k < end; k += 1) both(start + rows + k, start + columns + k);
	return found;
}

/** Lengths of the longest common subsequences of what follows each pair of places, row by row. */
function commonLengths(
	rows: number,
	columns: number,
	same: (i: number, j: number) => boolean
): Uint32Array {
	const width = columns + 1;
	const lengths = new Uint32Array((rows + 1) * width);
	for (let i = rows - 1; i >= 0; i -= 1)
		for (let j = columns - 1; j >= 0; j -= 1)
			lengths[i * width + j] = same(i, j)
				? (lengths[(i + 1) * width + j + 1] ?? 0) + 1
				: Math.max(lengths[(i + 1) * width + j] ?? 0, lengths[i * width + j + 1] ?? 0);
	return lengths;
}

/** Lines between changes that are left out, or lines that are shown. */
export type Hunk = { kind: 'lines'; lines: DiffLine[] } | { kind: 'skipped'; count: number };

/** With so many equal lines around each change; where fewer than four would be left out, none are. */
export function folded(lines: readonly DiffLine[], context = 3): Hunk[] {
	const near = lines.map((_, i) =>
		lines.slice(Math.max(0, i - context), i + context + 1).some(({ kind }) => kind !== 'same')
	);
	const hunks: Hunk[] = [];
	for (let i = 0; i < lines.length;) {
		let to = i;
		while (to < lines.length && near[to] === near[i]) to += 1;
		const part = lines.slice(i, to);
		const last = hunks.at(-1);
		if (!near[i] && part.length > 3) hunks.push({ kind: 'skipped', count: part.length });
		else if (last?.kind === 'lines') last.lines.push(...part);
		else hunks.push({ kind: 'lines', lines: part });
		i = to;
	}
	return hunks;
}
