import { error } from '@sveltejs/kit';
import { latencyTables } from '$lib/operation/latency.ts';
import { readsOf } from '$lib/server/reads.ts';
import { mostInspections } from '../../../../shared/latency.ts';
import type { PageServerLoad } from './$types';

/** Express turns others away before, in words (operator.ts); this holds however an address is written. */
export const load: PageServerLoad = async ({ platform }) => {
	if (platform?.req.operator !== true) error(403);
	const latency = await readsOf(platform).latency();
	return { at: latency.at, most: mostInspections, tables: latencyTables(latency) };
};
