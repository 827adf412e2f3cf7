/**
 * rustc's words -> places in the learner's file. A message is a line with its kind, a line with its place (`--> `), and the
 * source lines it is about, which never begin at the left edge. A message about another file stands where the learner's
 * file leads there (`::: `), if rustc names a line of it.
 */
import { linesOf } from '../inspect/lines.ts';
import type { Diagnostic } from '../schema/failure.ts';

const maximumDiagnostics = 100;
/** A longer line is source text that the compiler repeats, never a place. */
const maximumCharacters = 2000;

const heading = /^(error|warning)(?:\[E\d{4}\])?: (.+)$/;
const arrow = /^ {0,8}--> (\S[^\n]{0,400}):(\d{1,7}):(\d{1,7})$/;
const through = /^ {0,8}::: (\S[^\n]{0,400}):(\d{1,7}):(\d{1,7})$/;

/** Sums of the messages before them. */
const summary =
	/^(aborting due to (\d{1,6} )?previous errors?|aborting due to \d|\d{1,6} warnings? emitted|could not compile)/;

type RustMessage = { message: string; severity: 'error' | 'warning'; at?: Place; where?: string };
type Place = { line: number; column: number };

/** @param file the learner's, as rustc calls it */
export function readRustDiagnostics(text: string, variant: string, file: string): Diagnostic[] {
	const found: RustMessage[] = [];
	let last: RustMessage | undefined;
	/** Only the first place after a heading is the message's; notes have places of their own. */
	let isPlaced = false;
	for (const line of linesOf(text)) {
		if (line.length > maximumCharacters) continue;
		const [, kind, message = ''] = heading.exec(line) ?? [];
		if (kind !== undefined) {
			if (found.length === maximumDiagnostics) break;
			last = { message, severity: kind === 'warning' ? 'warning' : 'error' };
			isPlaced = false;
			if (!summary.test(message)) found.push(last);
			continue;
		}
		if (!last || last.at) continue;
		const [, name, row, column] = (isPlaced ? through : arrow).exec(line) ?? [];
		if (name === undefined) continue;
		if (name === file) last.at = { line: Number(row), column: Number(column) };
		else if (!isPlaced) last.where = `in ${name}, line ${Number(row)}: `;
		isPlaced = true;
	}
	return found.map(({ message, severity, at, where = '' }) => ({
		variant,
		...(at && at.line > 0 ? { line: at.line } : {}),
		...(at && at.line > 0 && at.column > 0 ? { column: at.column } : {}),
		severity,
		message: `${where}${message}`
	}));
}

/** rustc 1.85 warns of an option that we give (`rust-build.ts`), and then obeys it. */
const ownWarning =
	/^warning: unknown and unstable feature specified for `-Ctarget-feature`: `outline-atomics`\n(?: .{0,400}\n){0,8}\n?/m;

/** The words without what we caused, and with the number of warnings that remain. */
export function withoutOwnWarning(text: string): string {
	const rest = text.replace(ownWarning, '');
	if (rest === text) return text;
	return rest
		.replace(/^warning: 1 warning emitted\n\n?/m, '')
		.replace(/; 1 warning emitted$/m, '')
		.replace(/(?<=^warning: |; )(\d{1,6}) warnings emitted$/m, (_, many: string) => {
			const left = Number(many) - 1;
			return `${left} ${left === 1 ? 'warning' : 'warnings'} emitted`;
		});
}
