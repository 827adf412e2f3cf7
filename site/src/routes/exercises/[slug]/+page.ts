import { loadBeside } from '$lib/exercise/load-beside.ts';
import { loadFigures } from '$lib/figures/load-figures.ts';
import { besideIn } from '$lib/comparison/sides.ts';
import type { PageLoad } from './$types';

/**
 * The server renders a page with two sides; on other pages the browser loads the comparison when it is chosen. A page loads
 * the drawings of its own figures.
 */
export const load: PageLoad = async ({ data, url }) => {
	const wish = besideIn(url.searchParams, data.offer.targets);
	const begins = wish === undefined ? data.opensBeside : wish !== 'none';
	const [BesideResults, drawings] = await Promise.all([
		begins ? loadBeside() : undefined,
		loadFigures([data.story, data.explain, data.elsewhere])
	]);
	return { ...data, BesideResults, drawings };
};
