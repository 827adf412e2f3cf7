/** A finished run as the browser keeps it. Imported from a file it is parsed by this schema; the pages only use its type. */
import { z } from 'zod';
import { Report } from '@cyclelab/runner/schema/report';

export const KeptRun = z.strictObject({
	/** Raised when what is kept changes its form; runs of another form are not shown. */
	version: z.literal(1),
	/** The run's. */
	id: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
	/** The learner's prediction, a ratio. Absent: there was none. */
	guess: z.number().positive().optional(),
	/** Without raw samples and without the compiler's intermediate code, which are most of its bytes. */
	report: Report,
	/** Cycles per iteration of the samples that its figures come from, by place (`placeKey`). */
	samples: z.record(z.string(), z.array(z.number()))
});
export type KeptRun = z.infer<typeof KeptRun>;
