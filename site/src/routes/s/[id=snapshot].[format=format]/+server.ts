/** A kept run as a file: what reviews, scripts, spreadsheets and link previews take. */
import { error } from '@sveltejs/kit';
import { siteAt } from '#lib/ui/base.ts';
import { readsOf, noSnapshot, readable } from '#lib/server/reads.ts';
import { cardOf } from '#lib/snapshots/card.ts';
import { csvOf } from '#lib/snapshots/csv.ts';
import { formats, isFormat, type Format, pictureSize } from '#lib/snapshots/formats.ts';
import { markdownOf, plainTextOf } from '#lib/snapshots/markdown.ts';
import { pictureOf } from '#lib/snapshots/picture.ts';
import type { SiteReads } from '../../../../server/http/reads.ts';
import type { RequestHandler } from './$types';

export const GET: RequestHandler = async ({ params, platform, url }) => {
	const reads = readsOf(platform);
	if (!isFormat(params.format)) error(404, noSnapshot);
	const body = await bodyOf(params.format, params.id, reads, url);
	if (body === undefined) error(404, noSnapshot);
	return new Response(body, {
		headers: {
			'content-type': formats[params.format],
			// A snapshot may be deleted, and its presentation may change with the next version of the site.
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
	id: string,
	reads: SiteReads,
	url: URL
): Promise<string | Uint8Array<ArrayBuffer> | undefined> {
	const site = siteAt(url);
	if (format === 'json') return readable(() => reads.snapshotText(id));
	const snapshot = await readable(() => reads.snapshot(id));
	if (!snapshot) return undefined;
	switch (format) {
		case 'md':
			return markdownOf(snapshot.facts, cardOf(snapshot, site));
		case 'txt':
			return plainTextOf(snapshot.facts, cardOf(snapshot, site));
		case 'csv':
			return csvOf(snapshot, site);
		case 'svg':
			return pictureOf(snapshot);
		case 'png': {
			const times = url.searchParams.get('size') === 'small' ? 1 : 2;
			return reads.paint(pictureOf(snapshot), pictureSize.width * times);
		}
	}
}
