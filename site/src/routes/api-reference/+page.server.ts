import { siteAt } from '#lib/ui/base.ts';
import { readsOf } from '#lib/server/reads.ts';
import type { PageServerLoad } from './$types';

export const load: PageServerLoad = ({ platform, url }) => ({
	crumb: 'API',
	origin: siteAt(url),
	api: readsOf(platform).api
});
