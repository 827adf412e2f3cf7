import { error } from '@sveltejs/kit';
import { readsOf } from '$lib/server/reads.ts';
import { siteWords } from '$lib/ui/site-words.ts';
import type { PageServerLoad } from './$types';

export const load: PageServerLoad = ({ params, platform }) => {
	const exercise = readsOf(platform).exercise(params.slug);
	if (!exercise) error(404, siteWords.noExercise(params.slug));
	return { crumb: exercise.facts.title, slug: exercise.slug, facts: exercise.facts };
};
