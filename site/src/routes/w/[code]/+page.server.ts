import { readsOf } from '$lib/reads.server.ts';
import { workshopWords } from '$lib/words/workshop.ts';
import type { PageServerLoad } from './$types';

/** Who types a wrong code is told so on the page where they can type another one. */
export const load: PageServerLoad = async ({ params, platform, getClientAddress, setHeaders }) => {
	setHeaders({ 'cache-control': 'no-store' });
	const crumb = workshopWords.heading;
	try {
		const workshop = await readsOf(platform).workshop(params.code, getClientAddress());
		return { crumb: workshop.title, workshop };
	} catch (error) {
		if (error instanceof Error && error.name === 'SiteError' && 'status' in error)
			return { crumb, trouble: error.message };
		throw error;
	}
};
