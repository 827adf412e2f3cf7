import { siteAt } from '#lib/ui/base.ts';
import { error } from '@sveltejs/kit';
import { asText } from '#lib/server/report-elements.ts';
import { readsOf, noSnapshot, readable, slim } from '#lib/server/reads.ts';
import { cardOf } from '#lib/snapshots/card.ts';
import { frameOf, oembedAddress } from '#lib/snapshots/frame.ts';
import { markdownOf, plainTextOf } from '#lib/snapshots/markdown.ts';
import type { PageServerLoad } from './$types';

export const load: PageServerLoad = async (event) => {
	const { params, platform, url } = event;
	const reads = readsOf(platform);
	const snapshot = await readable(() => reads.snapshot(params.id));
	if (!snapshot) error(404, noSnapshot);
	const { facts, report } = snapshot;
	const origin = siteAt(url);
	const wanted = url.searchParams.get('variant');
	const sent = await asText(slim(report), event);
	const card = cardOf(snapshot, origin);
	return {
		crumb: facts.title,
		/** The variant whose code is shown. */
		variant: facts.variants.find(({ id }) => id === wanted)?.id ?? facts.baseline,
		snapshot: { ...snapshot, report: sent },
		/** Whether the same code can be measured here. */
		measures: reads.runners().some(({ measures }) => measures.includes(report.target)),
		paste: {
			markdown: markdownOf(facts, card),
			plain: plainTextOf(facts, card),
			frame: frameOf(snapshot, origin).html
		},
		/** Which sources are not the exercise's own, a sentence. */
		edited: card.edited,
		preview: {
			page: card.page,
			picture: `${card.page}.png`,
			pictureText: card.pictureText,
			oembed: oembedAddress(card.page, origin)
		}
	};
};
