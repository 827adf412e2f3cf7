/** The file in which progress is taken from one browser to another. Loaded only where such a file is read. Pure. */
import { z } from 'zod';
import { KeptRun } from '../attempts/kept-run.ts';
import { progressWords } from './progress-words.ts';
import { isProgress } from './kinds.ts';

/** Longest text of one value: a source with its limit on the server. */
const valueCharacters = 64 * 1024;

export const ProgressFile = z.strictObject({
	format: z.literal('cyclelab-progress'),
	version: z.literal(1),
	/** ISO 8601. */
	savedAt: z.iso.datetime(),
	/** By place. */
	values: z.record(
		z.string().max(200).refine(isProgress, 'is no progress'),
		z.string().max(valueCharacters)
	),
	runs: z.array(KeptRun).max(5000)
});
export type ProgressFile = z.infer<typeof ProgressFile>;

/** @param text of the file; @returns its content, or a sentence that names the error */
export function readProgress(text: string): ProgressFile | string {
	let data: unknown;
	try {
		data = JSON.parse(text);
	} catch {
		return progressWords.notJson;
	}
	const parsed = ProgressFile.safeParse(data);
	if (parsed.success) return parsed.data;
	const [issue] = parsed.error.issues;
	return progressWords.notProgress(issue?.path.join('.') ?? '', issue?.message ?? '');
}
