import { loadBeside, loadReportParts } from './load-parts.ts';
import { loadFigures } from '#lib/figures/load-figures.ts';
import { timelinePart } from '#lib/code/timeline-part.svelte.ts';
import { besideIn } from '#lib/comparison/sides.ts';
import type { PageLoad } from './$types';

/**
 * The server renders a page with two sides, and a page with numbers; on other pages the browser loads these
 * components when they are needed. A page loads the drawings of its own figures, and a page that opens with a run also the
 * drawing of the run's timelines.
 */
export const load: PageLoad = async ({ data, url }) => {
	const wish = besideIn(url.searchParams, data.offer.targets);
	const begins = wish === undefined ? data.opensBeside : wish !== 'none';
	const hasNumbers = data.run?.report !== undefined || data.exercise.facts.documented.length > 0;
	const [BesideResults, reportParts, drawings, Transfer] = await Promise.all([
		begins ? loadBeside() : undefined,
		hasNumbers && !begins ? loadReportParts() : undefined,
		loadFigures([data.story, data.explain, data.elsewhere]),
		data.transfer && import('#lib/progress/Transfer.svelte').then(({ default: part }) => part),
		data.run?.report || data.besideRun?.report ? timelinePart.load() : undefined
	]);
	return { ...data, BesideResults, reportParts, drawings, Transfer };
};
