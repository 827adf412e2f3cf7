import { timelinePart } from '#lib/code/timeline-part.svelte.ts';
import type { PageLoad } from './$types';

/** The page opens with a run, so the server and the browser draw its timelines. */
export const load: PageLoad = async ({ data }) => {
	await timelinePart.load();
	return data;
};
