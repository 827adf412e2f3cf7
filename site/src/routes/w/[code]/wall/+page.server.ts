import { readsOf } from '#lib/server/reads.ts';
import type { PageServerLoad } from './$types';

/** An unknown code is an error. Everything else comes from the host's page, in the same browser. */
export const load: PageServerLoad = async ({ params, platform, getClientAddress, setHeaders }) => {
	setHeaders({ 'cache-control': 'no-store' });
	const { code, title } = await readsOf(platform).workshop(params.code, getClientAddress());
	return { crumb: title, code, title };
};
