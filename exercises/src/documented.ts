/** The content of a source document: its machines and its figures. */
import { z } from 'zod';
import { Parameters } from './claim.ts';
import { Runtime, Slug, Target } from './language.ts';

/** A machine on which a document's figures were taken. */
export const DocumentedMachine = z.strictObject({
	id: Slug,
	name: z.string().min(1),
	/** What its figures are of several runs. Absent: the document does not say, or each is one run or a median. */
	statistic: z.enum(['mean', 'fastest', 'slowest']).optional(),
	/** Its architecture; absent: an x86-64, or not known. */
	target: Target.optional(),
	/** LLVM's name of its processor, where it has none of its models: the page notes it beside the models that were asked. */
	unmodelled: z.string().min(1).optional(),
	/** Clock in GHz if the document states one; needed to turn its times into cycles. */
	clockGHz: z.number().positive().optional()
});

/**
 * A figure of the document, for one iteration (converted by the author; `quoted` keeps its words): a time in
 * nanoseconds, a cost in cycles, or an amount of one of the exercise's meters.
 */
export const DocumentedResult = z
	.strictObject({
		machine: Slug,
		variant: Slug,
		parameters: Parameters.default({}),
		/** In the document's words, e.g. "LegacyJIT-x64" or "Go 1.22". */
		runtime: z.string().min(1).optional(),
		/** In an exercise whose C# runs on several runtimes: the rows it stands in. Absent: all. */
		besides: z.array(Runtime).min(1).optional(),
		nsPerIteration: z.number().positive().optional(),
		cyclesPerIteration: z.number().positive().optional(),
		meter: z.strictObject({ id: Slug, perIteration: z.number().nonnegative() }).optional(),
		quoted: z.string().min(1)
	})
	.refine(
		({ nsPerIteration, cyclesPerIteration, meter }) =>
			[nsPerIteration, cyclesPerIteration, meter].filter((figure) => figure !== undefined)
				.length === 1,
		'a figure is one of nsPerIteration, cyclesPerIteration and meter'
	);
export type DocumentedResult = z.infer<typeof DocumentedResult>;
