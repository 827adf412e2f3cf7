/** The words of mcs -> places in the learner's file: `kernel.cs(3,5): error CS1002: ; expected`. */
import { linesOf } from '../inspect/lines.ts';
import type { Diagnostic, FailureFacts } from '../schema/failure.ts';

const diagnosticsAtMost = 100;
/** A longer line is source text that the compiler repeats, never a place. */
const charactersAtMost = 2000;

const place =
	/^([^()\s][^()]{0,400})\((\d{1,7}),(\d{1,7})(?:,\d{1,7},\d{1,7})?\): (?:(error|warning) (CS\d{4}): )?(.+)$/;
const nowhere = /^(error|warning) (CS\d{4}): (.+)$/;

/** `file`: the learner's file name, to which paths are already shortened. */
export function readMcs(text: string, variant: string, file: string): Diagnostic[] {
	const found: Diagnostic[] = [];
	for (const line of linesOf(text)) {
		if (found.length === diagnosticsAtMost) break;
		if (line.length > charactersAtMost) continue;
		const general = nowhere.exec(line);
		if (general) {
			const [, kind, code, message] = general;
			found.push({ variant, severity: severityOf(kind), message: `${code}: ${message}` });
			continue;
		}
		const match = place.exec(line);
		if (!match || match[1] !== file) continue;
		const [, , row, column, kind, code, message = ''] = match;
		found.push({
			variant,
			...position(Number(row), Number(column)),
			severity: severityOf(kind),
			message: code === undefined ? message : `${code}: ${message}`
		});
	}
	return found;
}

/** A line without a kind is the place of something that an error named. */
const severityOf = (kind: string | undefined): Diagnostic['severity'] =>
	kind === 'error' || kind === 'warning' ? kind : 'note';

/** 0 stands for "nowhere"; lines and columns count from 1. */
const position = (line: number, column: number): { line?: number; column?: number } => ({
	...(line > 0 ? { line } : {}),
	...(line > 0 && column > 0 ? { column } : {})
});

/** The failure of a file that compiles but has no kernel to call. */
const noKernelText =
	'The file needs a public static class Kernel with public static ulong Run(ulong iterations).';

export const noKernel = (variant: string): FailureFacts => ({
	stage: 'compile',
	variant,
	kind: 'compile-error',
	text: noKernelText,
	diagnostics: [{ variant, severity: 'error', message: noKernelText }]
});
