import { readsOf } from '$lib/server/reads.ts';
import { workshopWords } from '$lib/workshops/workshop-words.ts';
import type { PageServerLoad } from './$types';

export const load: PageServerLoad = ({ platform }) => {
	const reads = readsOf(platform);
	const exercises = reads.exercises();
	return {
		crumb: workshopWords.heading,
		tracks: reads
			.tracks()
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
