import { readsOf } from '#lib/server/reads.ts';
import type { PageServerLoad } from './$types';

export const load: PageServerLoad = ({ platform, url }) => ({
	crumb: 'API',
	origin: url.origin,
	api: readsOf(platform).api
});
