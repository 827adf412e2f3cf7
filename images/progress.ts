/**
 * The engine's build messages -> sentences. A step of a Dockerfile that takes time begins with the shell's no-op and a
 * sentence, `RUN : 'Installing LLVM 19' && ...`; that sentence is reported when the step really runs, not when the engine
 * finds it in its cache.
 */
import { z } from 'zod';

/** One message of the stream `POST /build` and `POST /images/create` answer with. */
const Message = z.object({
	stream: z.string().optional(),
	error: z.string().optional()
});

/** Lines of a step's own output that are kept for the case that it fails. */
const keptLines = 20;

/** `step`: its sentence; `lines`: its output's end; `say`: a sentence that has become due; `failed`: how it ended. */
export type Progress = {
	step: string | undefined;
	lines: readonly string[];
	say: string | undefined;
	failed: string | undefined;
};

export const noProgress: Progress = {
	step: undefined,
	lines: [],
	say: undefined,
	failed: undefined
};

/** Takes the next message of the stream, as parsed JSON of whatever shape. */
export function readMessage(progress: Progress, message: unknown): Progress {
	const parsed = Message.safeParse(message);
	const { stream = '', error } = parsed.success ? parsed.data : {};
	const next: Progress = { ...progress, say: undefined };
	if (error !== undefined) return { ...next, failed: failureOf(error, progress.step) };
	const step = /^Step \d+\/\d+ : (.*)/s.exec(stream)?.[1];
	if (step !== undefined) return { ...next, step: sentenceIn(step), lines: [] };
	if (/^ ---> Running in /.test(stream)) return { ...next, say: progress.step };
	return { ...next, lines: [...progress.lines, ...printable(stream)].slice(-keptLines) };
}

/** The engine repeats the whole command; the step's sentence and the status say the same. */
function failureOf(error: string, step: string | undefined): string {
	const status = /returned a non-zero code: (\d+)$/.exec(error)?.[1];
	return status === undefined || step === undefined
		? error
		: `"${step}" ended with status ${status}`;
}

const sentenceIn = (instruction: string): string | undefined =>
	/^RUN : '([^']+)'/.exec(instruction)?.[1];

/** Without colours, carriage returns and the engine's own notes. */
function printable(text: string): string[] {
	return text
		.replaceAll(/\u001b\[[0-9;]*m/g, '')
		.split(/[\r\n]+/)
		.filter((line) => line.trim() !== '' && !/^( --->|Removing intermediate)/.test(line));
}
