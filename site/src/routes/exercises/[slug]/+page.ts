import { loadBeside } from '$lib/exercise/load-beside.ts';
import { loadFigures } from '$lib/figures/load-figures.ts';
import { timelinePart } from '$lib/code/timeline-part.svelte.ts';
import { besideIn } from '$lib/comparison/sides.ts';
import type { PageLoad } from './$types';

/**
 * The server renders a page with two sides; on other pages the browser loads the comparison when it is chosen. A page loads
 * the drawings of its own figures, and a page that opens with a run also that of the run's timelines.
 */
export const load: PageLoad = async ({ data, url }) => {
	const wish = besideIn(url.searchParams, data.offer.targets);
	const begins = wish === undefined ? data.opensBeside : wish !== 'none';
	const [BesideResults, drawings] = await Promise.all([
		begins ? loadBeside() : undefined,
		loadFigures([data.story, data.explain, data.elsewhere]),
		data.run?.report || data.besideRun?.report ? timelinePart.load() : undefined
	]);
	return { ...data, BesideResults, drawings };
};
