import { error } from '@sveltejs/kit';
import { readsOf } from '$lib/reads.server.ts';
import { workshopWords } from '$lib/words/workshop.ts';
import type { PageServerLoad } from './$types';

/** The address is a secret: nobody on the way keeps the page, and it is not told to other pages. */
export const load: PageServerLoad = async ({ params, platform, setHeaders }) => {
	setHeaders({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
	try {
		const view = await readsOf(platform).hosted(params.token);
		return { crumb: view.title, token: params.token, view };
	} catch (thrown) {
		if (thrown instanceof Error && 'status' in thrown && thrown.status === 404)
			error(404, workshopWords.noHost);
		throw thrown;
	}
};
