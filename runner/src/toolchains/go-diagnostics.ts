/** The words of Go's compiler and linker -> places in the learner's file. Only these drive markers in the editor. */
import { linesOf } from '../inspect/lines.ts';
import type { Diagnostic } from '../schema/failure.ts';

/** The generated file that calls the harness. */
export const mainFile = 'cyclelab_main.go';

const maximumDiagnostics = 100;
/** A longer line is no message with a place. */
const maximumCharacters = 2000;

/** A tab begins a line that belongs to the message before, such as another declaration of the same name. */
const place = /^(\t?)([^:\s][^:]{0,400}):(\d{1,7}):(?:(\d{1,7}):)? (.+)$/;

/**
 * @param text with paths already shortened
 * @param file the learner's
 * @param severity of the lines: Go has no warnings, and prints notes (`-m`) and errors alike
 */
export function readGoDiagnostics(
	text: string,
	variant: string,
	file: string,
	severity: 'error' | 'note'
): Diagnostic[] {
	const found: Diagnostic[] = [];
	for (const line of linesOf(text)) {
		if (found.length === maximumDiagnostics) break;
		const match = line.length > maximumCharacters ? undefined : place.exec(line);
		if (!match) continue;
		const [, more = '', where = '', row = '', column, message = ''] = match;
		const own = where === file;
		if (severity === 'note' && !own) continue;
		found.push({
			variant,
			...(own ? position(Number(row), Number(column ?? 0)) : {}),
			severity: more === '' ? severity : 'note',
			message: own ? message : `${whereElse(where, row)}: ${message}`
		});
	}
	return found;
}

/** The linker names functions, never places: a line is an error. */
export const readGoLinkDiagnostics = (text: string, variant: string): Diagnostic[] =>
	text
		.split('\n')
		.filter((line) => line !== '' && line.length <= maximumCharacters)
		.slice(0, maximumDiagnostics)
		.map((line) => ({ variant, severity: 'error', message: line.replace(/^\S*link: /, '') }));

const whereElse = (file: string, row: string) =>
	file === mainFile ? 'where main calls it' : `in ${file}, line ${Number(row)}`;

function position(line: number, column: number): { line?: number; column?: number } {
	return { ...(line > 0 ? { line } : {}), ...(line > 0 && column > 0 ? { column } : {}) };
}
