import { inSite } from '#lib/ui/base.ts';
import { redirect } from '@sveltejs/kit';
import type { PageServerLoad } from './$types';

/** The short address of the learner's own bench. */
export const load: PageServerLoad = ({ url }) =>
	redirect(307, inSite(`/exercises/free-play${url.search}`));
