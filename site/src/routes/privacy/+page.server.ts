import { readsOf } from '#lib/server/reads.ts';
import type { PageServerLoad } from './$types';

export const load: PageServerLoad = ({ platform }) => ({
	crumb: 'What is kept',
	keptDays: readsOf(platform).keptDays
});
