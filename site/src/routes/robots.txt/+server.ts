import { siteAt } from '#lib/ui/base.ts';
import { robotsText } from '#lib/server/feeds.ts';
import type { RequestHandler } from './$types';

export const GET: RequestHandler = ({ url }) =>
	new Response(robotsText(siteAt(url)), {
		headers: { 'content-type': 'text/plain; charset=utf-8' }
	});
