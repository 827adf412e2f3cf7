import { readsOf } from '$lib/reads.server.ts';
import type { PageServerLoad } from './$types';

export const load: PageServerLoad = ({ platform }) => ({
	exercises: readsOf(platform).exercises()
});
