import { error } from '@sveltejs/kit';
import { readable } from '$lib/server/readable.ts';
import { readsOf } from '$lib/server/reads.ts';
import { slim } from '$lib/server/slim.ts';
import { cardOf } from '$lib/snapshots/card.ts';
import { siteWords } from '$lib/ui/site-words.ts';
import type { PageServerLoad } from './$types';

export const load: PageServerLoad = async ({ params, platform, url }) => {
	const snapshot = await readable(() => readsOf(platform).snapshot(params.id));
	if (!snapshot) error(404, siteWords.noSnapshot);
	const { facts, report } = snapshot;
	const { page, machine } = cardOf(snapshot, url.origin);
	// The figures of the comparison only: code and models are on the page itself.
	const variants = slim(report).variants.map((one) => ({ ...one, functions: [], source: '' }));
	return { facts, report: { ...report, variants }, page, machine };
};
