import { siteAt } from '#lib/ui/base.ts';
import { sitemap } from '#lib/server/feeds.ts';
import { readsOf } from '#lib/server/reads.ts';
import type { RequestHandler } from './$types';

export const GET: RequestHandler = ({ platform, url }) =>
	new Response(sitemap(siteAt(url), readsOf(platform).exercises), {
		headers: { 'content-type': 'application/xml; charset=utf-8' }
	});
