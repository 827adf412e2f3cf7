/** A kept run as a file: what reviews, scripts, spreadsheets and link previews take. */
import { error } from '@sveltejs/kit';
import { readsOf } from '$lib/reads.server.ts';
import { cardOf } from '$lib/snapshot/card.ts';
import { csvOf } from '$lib/snapshot/csv.ts';
import { formats, isFormat, type Format } from '$lib/snapshot/formats.ts';
import { markdownOf, plainTextOf } from '$lib/snapshot/markdown.ts';
import { pictureOf } from '$lib/snapshot/picture.ts';
import { pictureSize } from '$lib/snapshot/picture-size.ts';
import { siteWords } from '$lib/words/site.ts';
import type { SiteReads } from '../../../../server/reads.ts';
import type { Snapshot } from '../../../../server/schema.ts';
import type { RequestHandler } from './$types';

export const GET: RequestHandler = async ({ params, platform, url }) => {
	const reads = readsOf(platform);
	const snapshot = await reads.snapshot(params.id);
	if (!snapshot || !isFormat(params.format)) error(404, siteWords.noSnapshot);
	const body = await bodyOf(params.format, snapshot, reads, url);
	return new Response(body, {
		headers: {
			'content-type': formats[params.format],
			// A kept run never changes, but how it is told may with the next version of the site.
			'cache-control': 'public, max-age=3600',
			// Nothing in it may load, run or be framed; pictures and figures may stand on other sites.
			'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
			'cross-origin-resource-policy': 'cross-origin',
			'access-control-allow-origin': '*'
		}
	});
};

async function bodyOf(
	format: Format,
	snapshot: Snapshot,
	reads: SiteReads,
	{ origin, searchParams }: URL
): Promise<string | Uint8Array<ArrayBuffer>> {
	switch (format) {
		case 'md':
			return markdownOf(snapshot.facts, cardOf(snapshot, origin));
		case 'txt':
			return plainTextOf(snapshot.facts, cardOf(snapshot, origin));
		case 'json':
			return JSON.stringify(snapshot);
		case 'csv':
			return csvOf(snapshot);
		case 'svg':
			return pictureOf(snapshot);
		case 'png': {
			const times = searchParams.get('size') === 'small' ? 1 : 2;
			return reads.paint(pictureOf(snapshot), pictureSize.width * times);
		}
	}
}
