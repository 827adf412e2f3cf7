import { readsOf } from '#lib/server/reads.ts';
import type { PageServerLoad } from './$types';

export const load: PageServerLoad = ({ platform }) => {
	const reads = readsOf(platform);
	const exercises = reads.exercises;
	return {
		crumb: 'Workshops',
		tracks: reads.tracks
			.map(({ id, title }) => ({
				id,
				title,
				exercises: exercises
					.filter(({ track }) => track === id)
					.map(({ slug, title: name, minutes }) => ({ slug, title: name, minutes }))
			}))
			.filter((track) => track.exercises.length > 0)
	};
};
