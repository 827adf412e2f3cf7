/** The changes that a compiler suggests, applied to a source and shown before they are. Pure. */
import type { Edit } from '@cyclelab/contract/schema/failure';

/** Lines shown of a change before and after it; the rest follows from the title. */
const mostLines = 6;

/** @param edits in the order of the text, as in a diagnostic. Undefined if the text does not have their places: it is another text */
export function withEdits(text: string, edits: readonly Edit[]): string | undefined {
	const starts = lineStarts(text);
	const offsetOf = (line: number, column: number) => {
		const start = starts[line - 1];
		const next = starts[line] ?? text.length + 1;
		return start === undefined || start + column > next ? undefined : start + column - 1;
	};
	let changed = '';
	let from = 0;
	for (const edit of edits) {
		const start = offsetOf(edit.line, edit.column);
		const end = offsetOf(edit.endLine, edit.endColumn);
		if (start === undefined || end === undefined || start < from || end < start) return undefined;
		changed += text.slice(from, start) + edit.text;
		from = end;
	}
	return changed + text.slice(from);
}

type ChangedLine = { sign: '−' | '+'; text: string };

/** The lines that the edits remove, then the lines that they add; empty if the text does not have their places. */
export function changedLines(text: string, edits: readonly Edit[]): ChangedLine[] {
	const changed = withEdits(text, edits);
	if (changed === undefined) return [];
	const [before, after] = [text.split('\n'), changed.split('\n')];
	let head = 0;
	while (head < Math.min(before.length, after.length) && before[head] === after[head]) head++;
	let tail = 0;
	const shortest = Math.min(before.length, after.length) - head;
	while (tail < shortest && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
	const between = (lines: readonly string[], sign: ChangedLine['sign']) =>
		lines.slice(head, lines.length - tail).map((line) => ({ sign, text: line.trimEnd() }));
	const shown = [...between(before, '−'), ...between(after, '+')];
	return shown.length > mostLines ? [] : shown;
}

function lineStarts(text: string): number[] {
	const starts = [0];
	for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
	return starts;
}
