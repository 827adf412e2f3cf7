/** What changed from one list of lines to another, by jsdiff (Myers). Pure. */
import { diffArrays } from 'diff';
import type { Line } from './lines.ts';

interface DiffLine {
	kind: 'same' | 'gone' | 'new';
	text: string;
	/** Numbers from 1 in either list; absent where it has no such line. */
	before?: number;
	after?: number;
}

/** Beyond this many changed lines a diff takes seconds; both texts then count as changed as a whole. */
const mostEdits = 1000;

export function diff(before: readonly Line[], after: readonly Line[]): DiffLine[] {
	const [first, second] = [before, after].map((lines) => lines.map(({ key }) => key));
	const changes = diffArrays(first ?? [], second ?? [], { maxEditLength: mostEdits }) ?? [
		{ removed: true, added: false, count: before.length },
		{ removed: false, added: true, count: after.length }
	];
	let [i, j] = [0, 0];
	return changes.flatMap(({ removed, added, count = 0 }) =>
		Array.from({ length: count }, (): DiffLine => {
			if (removed) return { kind: 'gone', text: before[i]?.text ?? '', before: ++i };
			if (added) return { kind: 'new', text: after[j]?.text ?? '', after: ++j };
			return { kind: 'same', text: after[j]?.text ?? '', before: ++i, after: ++j };
		})
	);
}

/** Lines between changes that are left out, or lines that are shown. */
type Hunk = { kind: 'lines'; lines: DiffLine[] } | { kind: 'skipped'; count: number };

/** A shorter stretch of equal lines is shown whole. */
const leastSkipped = 4;

/** @param context number of equal lines that are shown before and after each change */
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
		if (!near[i] && part.length >= leastSkipped)
			hunks.push({ kind: 'skipped', count: part.length });
		else if (last?.kind === 'lines') last.lines.push(...part);
		else hunks.push({ kind: 'lines', lines: part });
		i = to;
	}
	return hunks;
}
