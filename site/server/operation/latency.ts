/** Shell: the latency of the last inspections by stage and language, from the store. */
import { z } from 'zod';
import { LatencyRow, mostInspections, type Latency } from '../../shared/latency.ts';
import type { Database } from '../store/database.ts';

/**
 * Of successful runs that only inspect; cached results are not runs. Parts that an earlier version did not record are null
 * and in no row.
 */
export async function readLatency(database: Database): Promise<Latency> {
	const rows = await database.query(
		`with newest as (
			select r.request ->> 'language' as language, e.*
			from cyclelab.ended_runs e join cyclelab.runs r on r.id = e.run
			where e.state = 'finished' and e.assemble_ms is not null and (r.request -> 'stages')::jsonb = '["inspect"]'
				and r.request ->> 'explain' is null
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
	return { at: new Date().toISOString(), rows: z.array(LatencyRow).parse(rows) };
}
