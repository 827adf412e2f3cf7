import { error } from '@sveltejs/kit';
import { readsOf } from '$lib/reads.server.ts';
import { slim } from '$lib/slim.server.ts';
import { cardOf } from '$lib/snapshot/card.ts';
import { frameOf, oembedAddress } from '$lib/snapshot/frame.ts';
import { markdownOf, plainTextOf } from '$lib/snapshot/markdown.ts';
import { siteWords } from '$lib/words/site.ts';
import type { PageServerLoad } from './$types';

export const load: PageServerLoad = async ({ params, platform, url }) => {
	const snapshot = await readsOf(platform).snapshot(params.id);
	if (!snapshot) error(404, siteWords.noSnapshot);
	const { facts } = snapshot;
	const { origin } = url;
	const card = cardOf(snapshot, origin);
	return {
		crumb: facts.title,
		snapshot: { ...snapshot, report: slim(snapshot.report) },
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
