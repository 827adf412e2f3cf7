import { readsOf } from '$lib/server/reads.ts';
import { siteWords } from '$lib/ui/site-words.ts';
import type { PageServerLoad } from './$types';

export const load: PageServerLoad = ({ platform }) => ({
	crumb: siteWords.privacy,
	runDays: readsOf(platform).runDays
});
