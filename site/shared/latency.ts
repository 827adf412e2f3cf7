/** The latency of the last inspections by stage, for the operator's page. Pure. */
import { z } from 'zod';

/** The stages of an inspection, in order; each begins at the end of the previous stage. */
export const inspectionParts = ['queue', 'pickUp', 'assemble', 'count', 'predict'] as const;

/** `whole`: all parts of a run together. */
export const LatencyPart = z.enum([...inspectionParts, 'whole']);
export type LatencyPart = z.infer<typeof LatencyPart>;

export const LatencyRow = z.object({
	/** Of all inspections together. */
	all: z.boolean(),
	/** Null: all, or requests that name none. */
	language: z.string().nullable(),
	part: LatencyPart,
	/** Runs of which this part is known. */
	of: z.int(),
	/** Milliseconds: the median, what 95 % stay below, and all together. */
	p50: z.number(),
	p95: z.number(),
	sum: z.number()
});
export type LatencyRow = z.infer<typeof LatencyRow>;

export type Latency = {
	/** ISO 8601. */
	at: string;
	/** Rows with at least one known run. */
	rows: LatencyRow[];
};

/** Number of inspections in the statistics, newest first. */
export const mostInspections = 1000;
