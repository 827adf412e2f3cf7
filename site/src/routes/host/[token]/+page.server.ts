import { error } from '@sveltejs/kit';
import { readsOf } from '#lib/server/reads.ts';
import type { PageServerLoad } from './$types';

/** The address is a secret: no proxy may cache the page, and no other page receives it as referrer. */
export const load: PageServerLoad = async ({ params, platform, setHeaders }) => {
	setHeaders({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
	try {
		const view = await readsOf(platform).hosted(params.token);
		return { crumb: view.title, token: params.token, view };
	} catch (thrown) {
		if (thrown instanceof Error && 'status' in thrown && thrown.status === 404)
			error(
				404,
				'There is no workshop at this address. It was deleted, or the link was not copied whole.'
			);
		throw thrown;
	}
};
