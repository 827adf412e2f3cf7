/** A finished run as the browser keeps it. The schema parses runs that are imported from a file; pages use the type only. */
import { z } from 'zod';
import { Report } from '@cyclelab/contract/schema/report';

export const KeptRun = z.strictObject({
	/** Incremented when the form of kept runs changes. Kept runs of another version are not shown. */
	version: z.literal(1),
	/** The run's id. */
	id: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
	/** The learner's prediction, a ratio. Absent: there was none. */
	guess: z.number().positive().optional(),
	/** Without raw samples and without the compiler's intermediate code, which are most of its bytes. */
	report: Report,
	/** The samples behind the report's figures, in cycles per iteration, by place (`placeKey`). */
	samples: z.record(z.string(), z.array(z.number()))
});
export type KeptRun = z.infer<typeof KeptRun>;
