import { readsOf } from '$lib/server/reads.ts';
import type { PageServerLoad } from './$types';

export const load: PageServerLoad = ({ platform }) => {
	const reads = readsOf(platform);
	return { tracks: reads.tracks(), exercises: reads.exercises() };
};
