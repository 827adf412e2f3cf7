import { siteAt } from '#lib/ui/base.ts';
import { error } from '@sveltejs/kit';
import { readsOf, noSnapshot, readable, slim } from '#lib/server/reads.ts';
import { cardOf } from '#lib/snapshots/card.ts';
import type { PageServerLoad } from './$types';

export const load: PageServerLoad = async ({ params, platform, url }) => {
	const snapshot = await readable(() => readsOf(platform).snapshot(params.id));
	if (!snapshot) error(404, noSnapshot);
	const { facts, report } = snapshot;
	const { page, machine } = cardOf(snapshot, siteAt(url));
	// The figures of the comparison only: code and models are on the page itself.
	const variants = slim(report).variants.map((variant) => ({
		...variant,
		functions: [],
		source: ''
	}));
	return { facts, report: { ...report, variants }, page, machine };
};
