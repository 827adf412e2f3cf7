/** oEmbed: sites that know only a link ask here for a frame of it. */
import { siteAt } from '#lib/ui/base.ts';
import { error } from '@sveltejs/kit';
import { readsOf, noSnapshot, readable } from '#lib/server/reads.ts';
import { idIn, oembedOf } from '#lib/snapshots/frame.ts';
import type { RequestHandler } from './$types';

export const GET: RequestHandler = async ({ platform, url }) => {
	const { searchParams } = url;
	const origin = siteAt(url);
	if ((searchParams.get('format') ?? 'json') !== 'json')
		error(501, 'Only format=json is given here.');
	const id = idIn(searchParams.get('url') ?? '', origin);
	const snapshot = id && (await readable(() => readsOf(platform).snapshot(id)));
	if (!snapshot) error(404, noSnapshot);
	const most = {
		...pixelsIn('width', searchParams.get('maxwidth')),
		...pixelsIn('height', searchParams.get('maxheight'))
	};
	return Response.json(oembedOf(snapshot, origin, most), {
		headers: { 'cache-control': 'public, max-age=3600', 'access-control-allow-origin': '*' }
	});
};

function pixelsIn(name: 'width' | 'height', asked: string | null) {
	const pixels = Number(asked);
	return Number.isInteger(pixels) && pixels > 0 ? { [name]: pixels } : {};
}
