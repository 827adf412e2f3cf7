import { readsOf } from '$lib/server/reads.ts';
import type { PageServerLoad } from './$types';

export const load: PageServerLoad = ({ platform }) => ({
	exercises: readsOf(platform).exercises()
});
