/**
 * The Crystal compiler's messages. It stops at the first error: an array of JSON (`--format json`) or a text, from the learner's
 * function through the library to where the types did not fit. JSON has the length of what each step is about; the text, which
 * JSON replaces, is what people read. Warnings come one by one, as text in both. Lines and columns count from 1, columns in code points.
 */
import { defined } from '@cyclelab/contract/defined';
import { z } from 'zod';
import { mostDiagnostics, type Found, type FoundRange } from '../inspect/found.ts';
import { linesOf } from '../inspect/lines.ts';
import { parseJson } from '../inspect/parse-json.ts';

/** A longer line is source text that the compiler repeats, never a place. */
const maximumCharacters = 2000;

const heading = /^In ([^:\s][^\s]{0,400}):(\d{1,10}):(\d{1,10})$/;
const kind = /^(Error|Warning): (.*)$/;

/** A step of an error's trace: a message, and where it was found if that is known. */
type TraceStep = { message: string; at: FoundRange | undefined };

/** @param text with plain paths (`crystal-paths.ts`); `file`: the learner's */
export function readCrystalMessages(text: string, file: string): Found[] {
	const found: Found[] = [];
	const trace: TraceStep[] = [];
	let at: FoundRange | undefined;
	for (const line of linesOf(text)) {
		if (line.length > maximumCharacters) continue;
		const start = heading.exec(line);
		if (start) {
			const [, where = '', row, column] = start;
			at = { file: where, line: Number(row), column: Number(column), endLine: 0, endColumn: 0 };
			continue;
		}
		const match = kind.exec(line);
		if (!match) continue;
		const message = match[2] ?? '';
		if (match[1] === 'Error') trace.push({ message, at });
		else if (found.length < mostDiagnostics)
			found.push({ severity: 'warning', message, ...defined({ at }), notes: [], fixes: [] });
		at = undefined;
	}
	return [...found, ...errorOf(trace, file)];
}

const Step = z.object({
	file: z.string().nullish(),
	line: z.int().nullish(),
	column: z.int().nullish(),
	/** Code points from `column` on; 0: not known. */
	size: z.int().nullish(),
	message: z.string()
});

/**
 * The error of the compiler's JSON; undefined if there is none, e.g. because it was cut at a limit.
 * @param output standard error of `--format json`, with plain paths
 */
export function readCrystalError(output: string, file: string): Found[] | undefined {
	const start = output.search(/^\[\{/m);
	const steps = z
		.array(Step)
		.min(1)
		.safeParse(parseJson(output.slice(start))).data;
	if (!steps) return undefined;
	const trace = steps.map(({ message, file: name, line, column, size }, i) => ({
		message,
		at:
			// Behind a macro's call stands a place in what the macro became, with the file's name all the same.
			name && line && !isMacroCall(steps[i - 1])
				? {
						file: name,
						line,
						column: column ?? 0,
						...(column && size ? { endLine: line, endColumn: column + size } : noEnd)
					}
				: undefined
	}));
	return errorOf(trace, file);
}

const isMacroCall = (step: z.infer<typeof Step> | undefined) =>
	step?.message === 'expanding macro' && step.size === 0;

const noEnd = { endLine: 0, endColumn: 0 };

/** The last step says what is wrong, the last in the learner's file where; the steps before it there are notes. */
function errorOf(trace: readonly TraceStep[], file: string): Found[] {
	const last = trace.at(-1);
	if (!last) return [];
	const own = trace.filter(({ at }) => at?.file === file);
	const through = own.at(-1)?.at;
	const before = own.slice(0, -1).filter(({ message }) => message !== last.message);
	return [
		{
			severity: 'error',
			message: last.message,
			...(last.at && { at: last.at }),
			...defined({ through }),
			notes: before.map(({ message, at }) => ({
				severity: 'note',
				message,
				...defined({ at }),
				notes: [],
				fixes: []
			})),
			fixes: []
		}
	];
}
