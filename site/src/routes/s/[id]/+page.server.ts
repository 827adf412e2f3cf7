import { error } from '@sveltejs/kit';
import { readsOf } from '$lib/reads.server.ts';
import { slim } from '$lib/slim.server.ts';
import { cardOf } from '$lib/snapshot/card.ts';
import { frameOf, oembedAddress } from '$lib/snapshot/frame.ts';
import { markdownOf, plainTextOf } from '$lib/snapshot/markdown.ts';
import { siteWords } from '$lib/words/site.ts';
import type { PageServerLoad } from './$types';

export const load: PageServerLoad = async ({ params, platform, url }) => {
	const reads = readsOf(platform);
	const snapshot = await reads.snapshot(params.id);
	if (!snapshot) error(404, siteWords.noSnapshot);
	const { facts, report } = snapshot;
	const { origin } = url;
	const wanted = url.searchParams.get('variant');
	const card = cardOf(snapshot, origin);
	return {
		crumb: facts.title,
		/** The one whose code is shown. */
		variant: facts.variants.find(({ id }) => id === wanted)?.id ?? facts.baseline,
		snapshot: { ...snapshot, report: slim(report) },
		/** Whether the same code can be measured here. */
		measures: reads.runners().some(({ measures }) => measures.includes(report.target)),
		paste: {
			markdown: markdownOf(facts, card),
			plain: plainTextOf(facts, card),
			frame: frameOf(snapshot, origin).html
		},
		preview: {
			page: card.page,
			picture: `${card.page}.png`,
			pictureText: card.pictureText,
			oembed: oembedAddress(card.page, origin)
		}
	};
};
