import { error } from '@sveltejs/kit';
import { readsOf } from '$lib/reads.server.ts';
import { slim } from '$lib/slim.server.ts';
import { siteWords } from '$lib/words/site.ts';
import type { PageServerLoad } from './$types';

export const load: PageServerLoad = async ({ params, platform }) => {
	const snapshot = await readsOf(platform).snapshot(params.id);
	if (!snapshot) error(404, siteWords.noSnapshot);
	return { crumb: snapshot.facts.title, snapshot: { ...snapshot, report: slim(snapshot.report) } };
};
