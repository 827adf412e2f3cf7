/**
 * The text of clang, gcc and lld -> messages with places. clang's has ranges and changes between its lines, which people are not
 * shown (`withoutMarks`). What gcc writes for programs to read (`gcc-diagnostics.ts`) says more, and is read first.
 */
import { defined } from '@cyclelab/contract/defined';
import { linesOf } from './lines.ts';
import type { Diagnostic } from '@cyclelab/contract/schema/failure';
import { mostDiagnostics, type Found, type FoundEdit, type FoundRange } from './found.ts';

/** A longer line is source text that the compiler repeats, never a place. */
const maximumCharacters = 2000;

/** `{in}/name.c` and every other path that ends in the file's name become the bare name. */
export function shortenPaths(text: string, name: string): string {
	const out: string[] = [];
	for (const line of linesOf(text)) {
		out.push(
			line.length > maximumCharacters || !line.includes(`/${name}`) ? line : bare(line, name)
		);
	}
	return out.join('\n');
}

/** Walks back from each `/name` to where its path begins: after a blank, a quote or a bracket. */
function bare(line: string, name: string): string {
	let result = '';
	let from = 0;
	for (;;) {
		const at = line.indexOf(`/${name}`, from);
		if (at < 0) return result + line.slice(from);
		let start = at;
		while (start > from && !' \t"\'`(<[‘'.includes(line.charAt(start - 1))) start--;
		result += line.slice(from, start) + name;
		from = at + 1 + name.length;
	}
}

/** By which clang writes the ranges of a message and its changes into its text. */
export const clangMarks = [
	'-fdiagnostics-print-source-range-info',
	'-fdiagnostics-parseable-fixits'
];

const place =
	/^([^:\s][^:]{0,400}):(\d{1,10}):(?:(\d{1,10}):)?(?:((?:\{[\d:-]{7,43}\}){1,16}):)? (fatal error|error|warning|note|remark|missed|optimized): (.+)$/;
/** clang's, about no place. */
const placeless = /^(?:clang(?:\+\+)?-\d\d: )?(fatal error|error|warning|remark): (.+)$/;
/** A change that clang suggests: `fix-it:"sum.c":{4:54-4:54}:";"`. */
const change = /^fix-it:"([^"]{1,400})":(\{[\d:-]{7,43}\}):"((?:[^"\\]|\\.)*)"$/;
/** What optimisations say of themselves: clang's (`-Rpass`), and gcc's (`-fopt-info`), which its JSON does not have. */
const remarks = ['remark', 'missed', 'optimized'];
/** Lines before a message: how the compiler came to the file that the message is about. */
const included = /^(?:In file included| +) from ([^:]{1,400}):(\d{1,10})(?::\d{1,10})?[:,]$/;
const instantiated =
	/^([^:\s][^:]{0,400}):(\d{1,10}):\d{1,10}: {2,4}(?:recursively )?required (?:from|by|for) .{1,1000}$/;
const inlined = /^ {4}inlined from .{1,1500} at ([^:\s]{1,400}):(\d{1,10}):\d{1,10}[,:]$/;
/** The assembler's, about what inline assembly (a line of the file) or a compiler's own text (its standard input) gave it. */
const assembler = /^([^:\s][^:]{0,400}):(\d{1,10}): (Error|Warning): (.+)$/;

/** `{6:6-6:24}`, of which a text may have several. */
function rangesOf(text: string, file: string): FoundRange[] {
	return Array.from(text.matchAll(/\{(\d+):(\d+)-(\d+):(\d+)\}/g), ([, ...numbers]) => {
		const [line = 0, column = 0, endLine = 0, endColumn = 0] = numbers.map(Number);
		return { file, line, column, endLine, endColumn };
	});
}

/** LLVM's `write_escaped`: bytes that are not printed are three octal digits. */
const unescaped = (text: string): string =>
	Buffer.from(
		text.replaceAll(/\\([0-7]{3}|.)/g, (_, one: string) =>
			one.length === 3
				? String.fromCharCode(Number.parseInt(one, 8))
				: ({ n: '\n', t: '\t' }[one] ?? one)
		),
		'latin1'
	).toString('utf8');

function changeIn(line: string): FoundEdit | undefined {
	const [, file = '', where = '', text = ''] = change.exec(line) ?? [];
	const [range] = rangesOf(where, file);
	return range && { ...range, text: unescaped(text) };
}

/** clang's text without what `clangMarks` add to it. */
export const withoutMarks = (text: string): string =>
	text
		.replaceAll(/^([^:\s][^:\n]{0,400}:\d{1,10}:\d{1,10}:)(?:\{[\d:-]{7,43}\})+:(?= )/gm, '$1')
		.replaceAll(/^fix-it:".*\n/gm, '');

/**
 * Reads clang's and gcc's text, paths already shortened; columns count from 1, in bytes. Only clang's has ranges and changes.
 * @param file the learner's
 */
export function readDiagnostics(text: string, file: string): Found[] {
	const found: Found[] = [];
	let includedAt: number | undefined;
	/** Where the learner's code led to what the next message is about: the innermost instantiation or inlined call. */
	let usedAt: number | undefined;
	const through = () => usedAt ?? includedAt;
	/** What a suggested change belongs to: a message or a note. */
	let latest: Found | undefined;
	for (const line of linesOf(text)) {
		if (found.length > mostDiagnostics) break;
		if (line.length > maximumCharacters) continue;
		const include = included.exec(line);
		if (include) {
			// clang lists the outermost file first, gcc last: the learner's own line is what counts.
			if (include[1] === file) includedAt = Number(include[2]);
			usedAt = undefined;
			continue;
		}
		const use = instantiated.exec(line) ?? inlined.exec(line);
		if (use) {
			if (use[1] === file) usedAt ??= Number(use[2]);
			continue;
		}
		const assembled = assembler.exec(line);
		if (assembled) {
			const [, where = '', row, kind, words = ''] = assembled;
			const at = { file, line: Number(row), column: 0, endLine: 0, endColumn: 0 };
			found.push({
				severity: kind === 'Warning' ? 'warning' : 'error',
				message: `assembler: ${words}`,
				...defined({ at: where === file ? at : undefined }),
				notes: [],
				fixes: []
			});
			continue;
		}
		const edit = changeIn(line);
		if (edit) {
			if (latest) addEdit(latest, edit);
			continue;
		}
		const [, bareKind, bareMessage = ''] = placeless.exec(line) ?? [];
		if (bareKind !== undefined) {
			latest = { severity: severityOf(bareKind), message: bareMessage, notes: [], fixes: [] };
			found.push(latest);
			continue;
		}
		const match = place.exec(line);
		if (!match) continue;
		const [, where = '', row, column = 0, ranges = '', kind = '', message = ''] = match;
		const isRemark = remarks.includes(kind);
		const severity = severityOf(kind);
		const here = { file: where, line: Number(row), column: Number(column) };
		const at = rangesOf(ranges, where).reduce(around, { ...here, endLine: 0, endColumn: 0 });
		const way = through();
		const one: Found = {
			severity,
			message: isRemark && kind !== 'remark' ? `${kind}: ${message}` : message,
			at,
			...(where === file || way === undefined
				? {}
				: { through: { file, line: way, column: 0, endLine: 0, endColumn: 0 } }),
			notes: [],
			fixes: []
		};
		latest = one;
		const last = found.at(-1);
		if (severity === 'note' && last && !isRemark) last.notes.push(one);
		else found.push(one);
		if (severity !== 'note') usedAt = undefined;
		if (where === file) includedAt = undefined;
	}
	return found;
}

/** The range from the message's position on: what the position itself points at. Several may surround an operator. */
const around = (at: FoundRange, given: FoundRange): FoundRange =>
	at.endLine === 0 && given.line === at.line && given.column === at.column ? given : at;

/** What a change replaces is a range of its message, too. All changes of a message belong together. */
function addEdit(found: Found, edit: FoundEdit): void {
	const { text: _, ...range } = edit;
	if (found.at) found.at = around(found.at, range);
	if (found.fixes[0]) found.fixes[0].edits.push(edit);
	else found.fixes.push({ title: undefined, edits: [edit] });
}

const severityOf = (kind: string): Found['severity'] =>
	kind === 'note' || remarks.includes(kind) ? 'note' : kind === 'warning' ? kind : 'error';

/**
 * Adds to gcc's messages (`gcc-diagnostics.ts`) what only its text has: the line of the learner's file that led to another
 * file, the assembler's messages, and remarks of optimisations.
 */
export function withWays(found: readonly Found[], told: readonly Found[]): Found[] {
	const ways = new Map(
		told.flatMap((found) => (found.through ? [[keyOf(found), found.through]] : []))
	);
	return [
		...found.map((found) => {
			const through = ways.get(keyOf(found));
			return through ? { ...found, through } : found;
		}),
		...told.filter(({ at, message }) => !at || /^(?:missed|optimized|assembler): /.test(message))
	];
}

/** The same in both forms; the text has only the file's name where it is the learner's. */
const keyOf = ({ at, message }: Found) => `${at?.file ?? ''}:${at?.line ?? 0}: ${message}`;

/** lld prints 0 for "nowhere"; lines count from 1. */
const position = (line: number): { line?: number } => (line > 0 ? { line } : {});

/** Reads lld's text: `ld.lld-22: error: undefined symbol: f` and the place where it is used. */
export function readLinkDiagnostics(text: string, variant: string, file: string): Diagnostic[] {
	const found: Diagnostic[] = [];
	for (const line of linesOf(text)) {
		if (found.length === mostDiagnostics) break;
		if (line.length > maximumCharacters) continue;
		const message = /^ld\.lld(?:-\d{1,2})?: (error|warning): (.+)$/.exec(line);
		if (message) {
			const severity = message[1] === 'warning' ? 'warning' : 'error';
			found.push({ variant, severity, message: message[2] ?? '' });
			continue;
		}
		const use = /^>>> (?:referenced by|defined at) ([^:\s]{1,400}):(\d{1,7})(?:\s|$)/.exec(line);
		const last = found.at(-1);
		if (use && last && last.line === undefined && use[1]?.endsWith(file))
			Object.assign(last, position(Number(use[2])));
	}
	return found;
}
