/** oEmbed: sites that know only a link ask here for a frame of it. */
import { error, json } from '@sveltejs/kit';
import { readsOf } from '$lib/reads.server.ts';
import { idIn, oembedOf } from '$lib/snapshot/frame.ts';
import { siteWords } from '$lib/words/site.ts';
import { snapshotWords } from '$lib/words/snapshot.ts';
import type { RequestHandler } from './$types';

export const GET: RequestHandler = async ({ platform, url }) => {
	const { searchParams, origin } = url;
	if ((searchParams.get('format') ?? 'json') !== 'json') error(501, snapshotWords.oembedJson);
	const id = idIn(searchParams.get('url') ?? '', origin);
	const snapshot = id && (await readsOf(platform).snapshot(id));
	if (!snapshot) error(404, siteWords.noSnapshot);
	const most = {
		...pixelsIn('width', searchParams.get('maxwidth')),
		...pixelsIn('height', searchParams.get('maxheight'))
	};
	return json(oembedOf(snapshot, origin, most), {
		headers: { 'cache-control': 'public, max-age=3600', 'access-control-allow-origin': '*' }
	});
};

function pixelsIn(name: 'width' | 'height', asked: string | null) {
	const pixels = Number(asked);
	return Number.isInteger(pixels) && pixels > 0 ? { [name]: pixels } : {};
}
