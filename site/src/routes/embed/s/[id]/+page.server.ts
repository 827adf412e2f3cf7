import { error } from '@sveltejs/kit';
import { readsOf } from '$lib/reads.server.ts';
import { slim } from '$lib/slim.server.ts';
import { cardOf } from '$lib/snapshot/card.ts';
import { siteWords } from '$lib/words/site.ts';
import type { PageServerLoad } from './$types';

export const load: PageServerLoad = async ({ params, platform, url }) => {
	const snapshot = await readsOf(platform).snapshot(params.id);
	if (!snapshot) error(404, siteWords.noSnapshot);
	const { facts, report } = snapshot;
	const { page, machine } = cardOf(snapshot, url.origin);
	// The figures of the comparison only: code and models are on the page itself.
	const variants = slim(report).variants.map((one) => ({ ...one, functions: [], source: '' }));
	return { facts, report: { ...report, variants }, page, machine };
};
