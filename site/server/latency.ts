/** Shell: where the milliseconds of the last inspections went, by stage and language, from the store. */
import { z } from 'zod';
import type { Database } from './database.ts';

/** What an inspection goes through, in this order; each begins where the one before ends. */
export const inspectionParts = ['queue', 'pickUp', 'assemble', 'count', 'predict'] as const;

/** `whole`: all parts of a run together. */
export const LatencyPart = z.enum([...inspectionParts, 'whole']);
export type LatencyPart = z.infer<typeof LatencyPart>;

const Row = z.object({
	/** Of all inspections together. */
	all: z.boolean(),
	/** Null: of all, or of those whose request names none. */
	language: z.string().nullable(),
	part: LatencyPart,
	/** Runs of which this part is known. */
	of: z.int(),
	/** Milliseconds: the median, what 95 % stay below, and all together. */
	p50: z.number(),
	p95: z.number(),
	sum: z.number()
});
export type LatencyRow = z.infer<typeof Row>;

export type Latency = {
	/** ISO 8601. */
	at: string;
	/** Without those of which nothing is known. */
	rows: LatencyRow[];
};

/** Inspections that are looked at, the newest. */
export const mostInspections = 1000;

/**
 * Of runs that were asked for nothing else and ended well. What was answered from memory is no run. The parts of a run
 * which began before this was noted are null, and in no row.
 */
export async function readLatency(database: Database): Promise<Latency> {
	const rows = await database.query(
		`with newest as (
			select r.request ->> 'language' as language, e.*
			from cyclelab.ended_runs e join cyclelab.runs r on r.id = e.run
			where e.state = 'finished' and e.assemble_ms is not null and (r.request -> 'stages')::jsonb = '["inspect"]'
			order by e.ended_at desc limit $1
		)
		select grouping(language) = 1 as "all", language, part, count(*)::int as of,
			percentile_disc(0.5) within group (order by ms) as p50,
			percentile_disc(0.95) within group (order by ms) as p95,
			sum(ms) as sum
		from newest, lateral (values ('queue', queue_ms), ('pickUp', pick_up_ms), ('assemble', assemble_ms),
			('count', count_ms), ('predict', predict_ms), ('whole', queue_ms + pick_up_ms + inspect_ms)) as parts (part, ms)
		where ms is not null
		group by grouping sets ((language, part), (part))
		order by grouping(language) desc, language`,
		[mostInspections]
	);
	return { at: new Date().toISOString(), rows: z.array(Row).parse(rows) };
}
