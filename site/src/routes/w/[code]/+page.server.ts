import { readsOf } from '#lib/server/reads.ts';
import type { PageServerLoad } from './$types';

/** A wrong code leads to the page with the form, which shows the error. */
export const load: PageServerLoad = async ({ params, platform, getClientAddress, setHeaders }) => {
	setHeaders({ 'cache-control': 'no-store' });
	const crumb = 'Workshops';
	try {
		const workshop = await readsOf(platform).workshop(params.code, getClientAddress());
		return { crumb: workshop.title, workshop };
	} catch (error) {
		if (error instanceof Error && error.name === 'SiteError' && 'status' in error)
			return { crumb, trouble: error.message };
		throw error;
	}
};
