import { loadBeside } from '$lib/exercise/load-beside.ts';
import { besideIn } from '$lib/comparison/sides.ts';
import type { PageLoad } from './$types';

/** The server renders a page with two sides; on other pages the browser loads the comparison when it is chosen. */
export const load: PageLoad = async ({ data, url }) => {
	const wish = besideIn(url.searchParams, data.offer.targets);
	const begins = wish === undefined ? data.opensBeside : wish !== 'none';
	return { ...data, BesideResults: begins ? await loadBeside() : undefined };
};
