/**
 * The Crystal compiler's words -> places in the learner's file. It stops at the first error and prints it as a trace, from
 * the learner's function through the library to where the types did not fit; each step begins with `In FILE:LINE:COLUMN`.
 * Warnings come one by one.
 */
import { linesOf } from '../inspect/lines.ts';
import type { Diagnostic } from '../schema/failure.ts';

const maximumDiagnostics = 100;
/** A longer line is source text that the compiler repeats, never a place. */
const maximumCharacters = 2000;

type SourcePosition = { file: string; line: number; column: number };

const heading = /^In ([^:\s][^\s]{0,400}):(\d{1,7}):(\d{1,7})$/;
const kind = /^(Error|Warning): (.*)$/;

/** @param text with plain paths (`crystal-paths.ts`); `file`: the learner's */
export function readCrystalDiagnostics(text: string, variant: string, file: string): Diagnostic[] {
	const found: Diagnostic[] = [];
	let place: SourcePosition | undefined;
	/** The trace's last step in the learner's file, and its very last step. */
	let own: SourcePosition | undefined;
	let error: { message: string; place: SourcePosition | undefined } | undefined;
	for (const line of linesOf(text)) {
		if (line.length > maximumCharacters) continue;
		const start = heading.exec(line);
		if (start) {
			const [, where = '', row, column] = start;
			place = { file: where, line: Number(row), column: Number(column) };
			continue;
		}
		const match = kind.exec(line);
		if (!match) continue;
		const message = match[2] ?? '';
		if (match[1] === 'Error') {
			if (place?.file === file) own = place;
			error = { message, place };
		} else if (found.length < maximumDiagnostics) {
			found.push({
				variant,
				...(place?.file === file ? position(place) : {}),
				severity: 'warning',
				message: told(message, place, file)
			});
		}
		place = undefined;
	}
	if (!error) return found;
	const message = told(error.message, error.place, file);
	return [...found, { variant, ...(own ? position(own) : {}), severity: 'error', message }];
}

const told = (message: string, place: SourcePosition | undefined, file: string) =>
	place && place.file !== file ? `in ${place.file}, line ${place.line}: ${message}` : message;

/** Lines and columns count from 1; the compiler prints 0 for "nowhere". */
const position = ({ line, column }: SourcePosition) => ({
	...(line > 0 ? { line } : {}),
	...(line > 0 && column > 0 ? { column } : {})
});
