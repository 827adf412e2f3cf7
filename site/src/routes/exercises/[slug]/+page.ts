import { loadBeside } from '$lib/side/load.ts';
import { besideIn } from '$lib/side/sides.ts';
import type { PageLoad } from './$types';

/** Whoever opens a page with two sides gets them from the server; who asks for them later loads them then. */
export const load: PageLoad = async ({ data, url }) => {
	const wish = besideIn(url.searchParams, data.offer.targets);
	const begins = wish === undefined ? data.opensBeside : wish !== 'none';
	return { ...data, BesideResults: begins ? await loadBeside() : undefined };
};
