import { error } from '@sveltejs/kit';
import { readsOf, noExercise } from '#lib/server/reads.ts';
import type { PageServerLoad } from './$types';

export const load: PageServerLoad = ({ params, platform }) => {
	const exercise = readsOf(platform).exercise(params.slug);
	if (!exercise) error(404, noExercise(params.slug));
	return { crumb: exercise.facts.title, slug: exercise.slug, facts: exercise.facts };
};
