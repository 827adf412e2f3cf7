import { inSite } from '#lib/ui/base.ts';
import { redirect } from '@sveltejs/kit';
import type { PageServerLoad } from './$types';

/** A code typed into a form leads to its workshop. */
export const load: PageServerLoad = ({ url }) => {
	const typed = url.searchParams.get('code')?.trim();
	if (typed) redirect(303, inSite(`/w/${encodeURIComponent(typed)}`));
	return { crumb: 'Workshops' };
};
