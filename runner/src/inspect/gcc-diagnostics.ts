/**
 * gcc's JSON (`-fdiagnostics-format=json`, gcc 9 and later): on standard error, one array for each program that gcc starts.
 * Columns count from 1, in bytes. It does not have what the text has before a message: by which lines a file was included and a
 * template instantiated (`diagnostics.ts` reads that).
 */
import { z } from 'zod';
import type { Diagnostic } from '@cyclelab/contract/schema/failure';
import type { Found, FoundRange } from './found.ts';
import { parseJson } from './parse-json.ts';

const Position = z.object({ file: z.string(), line: z.int(), 'byte-column': z.int() });
type Position = z.infer<typeof Position>;

const Location = z.object({
	caret: Position.optional(),
	start: Position.optional(),
	finish: Position.optional()
});

const Note = z.object({
	kind: z.string(),
	message: z.string(),
	option: z.string().optional(),
	locations: z.array(Location).default([]),
	fixits: z.array(z.object({ start: Position, next: Position, string: z.string() })).default([])
});
/** gcc nests no deeper. */
const Message = Note.extend({ children: z.array(Note).default([]) });

/** Undefined if nothing of the text is of this form, e.g. because it was cut at a limit. */
export function readGccDiagnostics(text: string): Found[] | undefined {
	const found: Found[] = [];
	let isRead = false;
	// gcc 12 writes an array on one line, gcc 14 on several; the assembler's text may follow.
	for (const part of text.split(/^(?=\[)/m)) {
		const array = part.startsWith('[') ? part.slice(0, part.lastIndexOf(']') + 1) : '';
		const messages = z.array(Message).safeParse(parseJson(escaped(array))).data;
		if (!messages) continue;
		isRead = true;
		for (const { children, ...message } of messages) {
			const one = { ...foundOf(message), notes: children.map(foundOf) };
			const last = found.at(-1);
			if (one.severity === 'note' && last) last.notes.push(one);
			else found.push(one);
		}
	}
	return isRead ? found : undefined;
}

/** gcc writes control characters of a source as they are, which JSON does not allow. */
const escaped = (json: string) =>
	json.replace(
		/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g,
		(character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
	);

const severities: Record<string, Diagnostic['severity']> = { warning: 'warning', note: 'note' };

function foundOf({ kind, message, option, locations, fixits }: z.infer<typeof Note>): Found {
	const [first] = locations;
	return {
		severity: severities[kind] ?? 'error',
		message: option === undefined ? message : `${message} [${option}]`,
		...(first?.caret && first.caret.line > 0 ? { at: rangeOf(first.caret, first) } : {}),
		notes: [],
		fixes:
			fixits.length === 0
				? []
				: [
						{
							title: undefined,
							edits: fixits.map(({ start, next, string }) => ({
								...between(start, next, 0),
								text: string
							}))
						}
					]
	};
}

/** A range that begins before the caret is of an expression around it: only the caret is marked. */
function rangeOf(caret: Position, { start, finish }: z.infer<typeof Location>): FoundRange {
	return start || !finish ? between(caret, caret, 0, true) : between(caret, finish, 1);
}

/** @param beyond columns from `to` to the range's end: gcc's ranges include the last byte, its changes do not */
function between(from: Position, to: Position, beyond: number, isOpen = false): FoundRange {
	return {
		file: from.file,
		line: from.line,
		column: from['byte-column'],
		endLine: isOpen ? 0 : to.line,
		endColumn: isOpen ? 0 : to['byte-column'] + beyond
	};
}
