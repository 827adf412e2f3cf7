import { siteAt } from '#lib/ui/base.ts';
import { feed } from '#lib/server/feeds.ts';
import { readsOf } from '#lib/server/reads.ts';
import type { RequestHandler } from './$types';
import { siteDescription } from '#lib/ui/names.ts';

export const GET: RequestHandler = ({ platform, url }) =>
	new Response(feed(siteAt(url), 'Cyclelab', siteDescription, readsOf(platform).exercises), {
		headers: { 'content-type': 'application/rss+xml; charset=utf-8' }
	});
