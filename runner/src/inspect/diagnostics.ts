/**
 * Compiler and linker words -> places in the learner's file. The words themselves are shown verbatim; what is read here
 * only drives markers in the editor. An error inside an included file is put on the line that included it.
 */
import { linesOf } from './lines.ts';
import type { Diagnostic } from '../schema/failure.ts';

const maximumDiagnostics = 100;
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

const place =
	/^([^:\s][^:]{0,400}):(\d{1,7}):(?:(\d{1,7}):)? (fatal error|error|warning|note): (.+)$/;
const included = /^(?:In file included| +) from ([^:]{1,400}):(\d{1,7})(?::\d{1,7})?[:,]$/;

/** Reads clang's and gcc's text, paths already shortened. `file` is the learner's file name. */
export function readDiagnostics(text: string, variant: string, file: string): Diagnostic[] {
	const found: Diagnostic[] = [];
	let includedAt: number | undefined;
	for (const line of linesOf(text)) {
		if (found.length === maximumDiagnostics) break;
		if (line.length > maximumCharacters) continue;
		const include = included.exec(line);
		if (include) {
			// clang lists the outermost file first, gcc last: the learner's own line is what counts.
			if (include[1] === file) includedAt = Number(include[2]);
			continue;
		}
		const match = place.exec(line);
		if (!match) continue;
		const [, where = '', row = '', column, kind = '', message = ''] = match;
		const severity = kind === 'warning' || kind === 'note' ? kind : 'error';
		if (where === file) {
			includedAt = undefined;
			found.push({
				variant,
				...position(Number(row), column === undefined ? 0 : Number(column)),
				severity,
				message
			});
		} else {
			const short = where.slice(where.lastIndexOf('/') + 1);
			found.push({
				variant,
				...position(includedAt ?? 0, 0),
				severity,
				message: `in ${short}, line ${Number(row)}: ${message}`
			});
		}
	}
	return found;
}

/** Compilers print 0 for "nowhere"; lines and columns count from 1. */
function position(line: number, column: number): { line?: number; column?: number } {
	return { ...(line > 0 ? { line } : {}), ...(line > 0 && column > 0 ? { column } : {}) };
}

/** Reads lld's text: `ld.lld-22: error: undefined symbol: f` and the place where it is used. */
export function readLinkDiagnostics(text: string, variant: string, file: string): Diagnostic[] {
	const found: Diagnostic[] = [];
	for (const line of linesOf(text)) {
		if (found.length === maximumDiagnostics) break;
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
			Object.assign(last, position(Number(use[2]), 0));
	}
	return found;
}
