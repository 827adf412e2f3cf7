import { error } from '@sveltejs/kit';
import { readsOf } from '#lib/server/reads.ts';
import type { PageServerLoad } from './$types';

/** Express turns others away before, in words (operator.ts); this holds however an address is written. */
export const load: PageServerLoad = async ({ platform }) => {
	if (platform?.req.operator !== true) error(403);
	return { figures: await readsOf(platform).figures() };
};
