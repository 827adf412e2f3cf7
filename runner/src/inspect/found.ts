/**
 * What compilers' formats have in common: messages with places in any file, notes and suggested changes; and these as diagnostics
 * of the learner's file, with places in UTF-16 code units. Places outside of that file become part of the message.
 */
import { defined } from '@cyclelab/contract/defined';
import type { Diagnostic, Edit, Fix, Note } from '@cyclelab/contract/schema/failure';
import { shortenMiddle } from '@cyclelab/contract/shorten';
import type { ColumnUnit, SourceText } from './source-text.ts';
import { visible } from '@cyclelab/contract/visible';

/** As the compiler counts; 0: not known. The end is exclusive. */
export type FoundRange = {
	file: string;
	line: number;
	column: number;
	endLine: number;
	endColumn: number;
};
export type FoundEdit = FoundRange & { text: string };
/** `title`: the compiler's words for the change, if it has some beside the message. */
export type FoundFix = { title: string | undefined; edits: FoundEdit[]; sure?: boolean };

export type Found = {
	severity: Diagnostic['severity'];
	message: string;
	at?: FoundRange;
	/** From where in the learner's file the compiler came to `at`, e.g. the line that includes the file of `at`. */
	through?: FoundRange;
	notes: Found[];
	fixes: FoundFix[];
};

type FoundIn = {
	variant: string;
	/** The learner's file, as `isOwn` and messages name it. */
	file: string;
	source: SourceText;
	unit: ColumnUnit;
	/** Whether a compiler's name of a file is the learner's. Default: a path of any folder that ends with `file`. */
	isOwn?: (name: string) => boolean;
};

export const mostDiagnostics = 100;
const mostNotes = 20;
const mostFixes = 8;
const mostEdits = 64;
/** Characters of a message. Longer ones repeat names of templates. */
const longestMessage = 2_000;
const longestTitle = 160;
const longestInsertion = 10_000;

export function toDiagnostics(found: readonly Found[], into: FoundIn): Diagnostic[] {
	return found.slice(0, mostDiagnostics).map((found) => toDiagnostic(found, into));
}

function toDiagnostic(found: Found, into: FoundIn): Diagnostic {
	const place = placeOf(found, into) ?? {};
	const notes = allNotes(found.notes);
	const fixes = [found, ...notes].flatMap((one) =>
		one.fixes.flatMap((fix) => fixOf(fix, one === found ? undefined : one.message, into) ?? [])
	);
	const shown = notes.filter((note) => note.fixes.length === 0).slice(0, mostNotes);
	return {
		variant: into.variant,
		...place,
		severity: found.severity,
		message: worded(found, into),
		...(shown.length > 0 ? { notes: shown.map((note) => noteOf(note, into)) } : {}),
		...(fixes.length > 0 ? { fixes: fixes.slice(0, mostFixes) } : {})
	};
}

/** clang's notes of how it came to a place by the use of a template. */
const isUse = ({ message }: Found) => message.endsWith(' requested here');

const allNotes = (notes: readonly Found[]): Found[] =>
	notes.flatMap((note) => [note, ...allNotes(note.notes)]);

/** In the learner's file: the message's place, or where the learner's file leads to it. */
function placeOf(found: Found, into: FoundIn) {
	const notes = allNotes(found.notes);
	const ways = [found.at, ...notes.filter(isUse).map(({ at }) => at), found.through];
	const own = ways.find((way) => way && isOwn(way.file, into));
	if (!own) return undefined;
	// The columns of a call or an include are not what the message is about.
	const isExact = own === found.at || own === found.through;
	return into.source.place(isExact ? own : { line: own.line }, into.unit);
}

function isOwn(name: string, { file, isOwn: answer }: FoundIn): boolean {
	if (answer) return answer(name);
	return name === file || (name.endsWith(`/${file}`) && !name.startsWith('/usr/'));
}

function worded({ message, at }: Found, into: FoundIn): string {
	// `#error` prints what a source has.
	const text = visible(shortenMiddle(message, longestMessage));
	if (!at || isOwn(at.file, into)) return text;
	const short = at.file.slice(at.file.lastIndexOf('/') + 1);
	return short.startsWith('<') ? text : `in ${short}, line ${at.line}: ${text}`;
}

const noteOf = (note: Found, into: FoundIn): Note => ({
	...(note.at && isOwn(note.at.file, into) ? into.source.place(note.at, into.unit) : {}),
	message: worded(note, into)
});

/** Undefined if the change leaves the learner's file, or its places are not positions of it. */
function fixOf(fix: FoundFix, message: string | undefined, into: FoundIn): Fix | undefined {
	if (fix.edits.length === 0 || fix.edits.length > mostEdits) return undefined;
	const edits: Edit[] = [];
	for (const { text, ...at } of fix.edits) {
		if (!isOwn(at.file, into) || text.length > longestInsertion) return undefined;
		const place = into.source.place(at, into.unit);
		if (place?.column === undefined || place.endLine === undefined) return undefined;
		const { line, column, endLine, endColumn = column } = place;
		edits.push({ line, column, endLine, endColumn, text });
	}
	edits.sort((a, b) => a.line - b.line || a.column - b.column);
	if (edits.some((edit, i) => isOverlapping(edits[i - 1], edit))) return undefined;
	const words = fix.title ?? message;
	const title = words === undefined ? titleOf(edits, into.source) : withText(words, edits);
	return {
		title: shortenMiddle(title, longestTitle),
		edits,
		...defined({ sure: fix.sure })
	};
}

const isOverlapping = (before: Edit | undefined, edit: Edit) =>
	before !== undefined &&
	(before.endLine > edit.line || (before.endLine === edit.line && before.endColumn > edit.column));

/** The compiler's words for a change, with what it writes, if that is short and not in the words. */
function withText(words: string, edits: readonly Edit[]): string {
	const text = edits.length === 1 ? (edits[0]?.text.trim() ?? '') : '';
	return text === '' || text.includes('\n') || words.includes(text) ? words : `${words}: ${text}`;
}

/** What a change does, where the compiler has no words for it. */
function titleOf(edits: readonly Edit[], source: SourceText): string {
	const [edit] = edits;
	if (!edit || edits.length > 1) return `change ${edits.length} places`;
	const before =
		edit.line === edit.endLine
			? source.line(edit.line).slice(edit.column - 1, edit.endColumn - 1)
			: `lines ${edit.line} to ${edit.endLine}`;
	const after = edit.text.trim();
	if (before === '') return `insert “${after}”`;
	return after === '' ? `remove “${before}”` : `replace “${before}” with “${after}”`;
}
