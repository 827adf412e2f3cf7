import { readsOf } from '#lib/server/reads.ts';
import type { PageServerLoad } from './$types';

export const load: PageServerLoad = ({ platform }) => ({
	/** Titles of the installed exercises by slug: terms link to them. */
	titles: Object.fromEntries(
		readsOf(platform).exercises.map(({ slug, title }): [string, string] => [slug, title])
	)
});
