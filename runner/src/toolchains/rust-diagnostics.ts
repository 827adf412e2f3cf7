/**
 * rustc's JSON (`--error-format=json`, The rustc book, "JSON Output"): one message a line, with its spans, notes, suggested changes
 * and the text that rustc prints for people. Columns count from 1, in code points; the end is exclusive.
 */
import { z } from 'zod';
import type { Found, FoundEdit, FoundFix, FoundRange } from '../inspect/found.ts';
import { linesOf } from '../inspect/lines.ts';
import { assemblyFile } from '../inspect/inline-assembly.ts';
import { parseJson } from '../inspect/parse-json.ts';

const Span = z.object({
	file_name: z.string(),
	line_start: z.int(),
	line_end: z.int(),
	column_start: z.int(),
	column_end: z.int(),
	is_primary: z.boolean(),
	label: z.string().nullish(),
	/** Its lines of the source. */
	text: z.array(z.object({ text: z.string() })).default([]),
	suggested_replacement: z.string().nullish(),
	suggestion_applicability: z.string().nullish(),
	/** Of code that a macro made: where the macro is called, in the same form. */
	expansion: z.object({ span: z.unknown() }).nullish()
});
type Span = z.infer<typeof Span>;

const Note = z.object({ message: z.string(), level: z.string(), spans: z.array(Span) });
const Message = Note.extend({ children: z.array(Note), rendered: z.string().nullish() });

/** Sums of the messages before them, and an address on the web. */
const summary =
	/^(aborting due to (\d{1,6} )?previous errors?|aborting due to \d|\d{1,6} warnings? emitted|For more information about|Some errors have detailed)/;
/** rustc 1.85 warns of an option that we give (`rust-build.ts`), and then obeys it. */
const ownWarning =
	'unknown and unstable feature specified for `-Ctarget-feature`: `outline-atomics`';

/** `text`: what rustc prints for people. Lines of another form, as of an internal error, are part of it. */
type RustMessages = { found: Found[]; text: string };

/** @param file the learner's, as rustc names it */
export function readRustMessages(output: string, file: string): RustMessages {
	const found: Found[] = [];
	const texts: string[] = [];
	for (const line of linesOf(output)) {
		if (line === '') continue;
		const message = line.startsWith('{') ? Message.safeParse(parseJson(line)).data : undefined;
		if (!message) {
			texts.push(`${line}\n`);
			continue;
		}
		if (message.message === ownWarning || summary.test(message.message)) continue;
		found.push(foundOf(message, file));
		texts.push(message.rendered ?? `${message.level}: ${message.message}\n`);
	}
	return { found, text: texts.join('') };
}

/** What an optimisation says of itself (`-Cremark`): its place is part of its text, and no span. */
const remark = /^(\/[^:\s]{1,400}|[^:\s/]{1,100}):(\d{1,7}):(\d{1,7}) ([a-z-]{1,40} \(\w+\): .+)$/s;

function foundOf(message: z.infer<typeof Message>, file: string): Found {
	const { level, children } = message;
	const [, path = '', line, column, said = ''] =
		(message.spans.length === 0 && remark.exec(message.message)) || [];
	if (line !== undefined) {
		const isOwn = path === file || path.endsWith(`/out/${file}`);
		const at = { line: Number(line), column: Number(column), endLine: 0, endColumn: 0 };
		const where = path.replace(/^.*\/library\//, '');
		return {
			severity: 'note',
			message: isOwn ? said : `${where}, line ${line}: ${said}`,
			...(isOwn ? { at: { ...at, file } } : {}),
			notes: [],
			fixes: []
		};
	}
	const suggestions = children.filter(({ spans }) => spans.some(isSuggestion));
	return {
		...placed(message, file),
		severity: level === 'warning' ? 'warning' : level.startsWith('error') ? 'error' : 'note',
		notes: [
			...labels(message, file),
			...children
				.filter((child) => !suggestions.includes(child))
				.map((child): Found => ({ ...placed(child, file), severity: 'note', notes: [], fixes: [] }))
		],
		fixes: suggestions.flatMap(fixesOf)
	};
}

/** The message at its first primary span, or at what in the learner's file expanded or led to it. */
function placed({ message, spans }: z.infer<typeof Note>, file: string) {
	const primary = spans.find((span) => span.is_primary) ?? spans[0];
	if (!primary) return { message };
	const expanded = expansions(primary).find((span) => span.file_name === file);
	const through = spans.find((span) => span.file_name === file);
	// What an assembler read is in no file of the learner's.
	const [read] = primary.file_name === assemblyFile ? primary.text : [];
	return {
		message: read ? `${message}: ${read.text.trim()}` : message,
		at: rangeOf(expanded ?? primary),
		...(through ? { through: rangeOf(through) } : {})
	};
}

/** What rustc says of each span of the learner's file, as notes. */
const labels = ({ spans }: z.infer<typeof Message>, file: string): Found[] =>
	spans.flatMap((span) =>
		span.label && span.file_name === file
			? [{ severity: 'note', message: span.label, at: rangeOf(span), notes: [], fixes: [] }]
			: []
	);

/** A span and the calls of macros that made it, from the inside to the outside. */
function expansions(span: Span): Span[] {
	const all = [span];
	for (let i = 0; i < 16; i++) {
		const outer = Span.safeParse(all.at(-1)?.expansion?.span).data;
		if (!outer) break;
		all.push(outer);
	}
	return all;
}

const isSuggestion = ({ suggested_replacement: text }: Span) => typeof text === 'string';

/**
 * The changes of one suggestion. Its spans belong together, unless two are for the same place: then each is a choice, such as the
 * paths that could be imported.
 */
function fixesOf({ message, spans }: z.infer<typeof Note>): FoundFix[] {
	const edits = spans.filter(isSuggestion);
	const places = new Set(edits.map(({ line_start: line, column_start: at }) => `${line}:${at}`));
	const sure = edits.every((span) => span.suggestion_applicability === 'MachineApplicable');
	return places.size === edits.length
		? [{ title: message, edits: edits.map(editOf), sure }]
		: edits.map((edit) => ({
				title: message,
				edits: [editOf(edit)],
				sure
			}));
}

const editOf = (span: Span): FoundEdit => ({
	...rangeOf(span),
	text: span.suggested_replacement ?? ''
});

const rangeOf = (span: Span): FoundRange => ({
	file: span.file_name,
	line: span.line_start,
	column: span.column_start,
	endLine: span.line_end,
	endColumn: span.column_end
});
