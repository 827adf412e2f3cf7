/** The file in which progress is taken from one browser to another. Loaded only where such a file is read. Pure. */
import { z } from 'zod';
import { KeptRun } from '../attempts/kept-run.ts';
import { accepted, refused, type Checked } from '../../../shared/checked.ts';
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

/** The content of the file's text. */
export function readProgress(text: string): Checked<ProgressFile> {
	let data: unknown;
	try {
		data = JSON.parse(text);
	} catch {
		return refused(
			'That is no file of Cyclelab’s progress: it is not JSON. Choose the file that “Save to a file” made.'
		);
	}
	const parsed = ProgressFile.safeParse(data);
	if (parsed.success) return accepted(parsed.data);
	const [issue] = parsed.error.issues;
	return refused(
		`That is no file of progress this site can read (${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}). Choose a file that “Save to a file” made, from a site of the same version.`
	);
}
