import { questionPicture } from '#lib/exercise/question-picture.ts';
import { pageRunner } from '#lib/run/page-runner.ts';
import { readsOf } from '#lib/server/reads.ts';
import type { PageServerLoad } from './$types';

export const load: PageServerLoad = ({ platform }) => {
	const reads = readsOf(platform);
	const exercises = reads.exercises;
	return {
		tracks: reads.tracks
			.map((track) => ({
				...track,
				exercises: exercises.filter((exercise) => exercise.track === track.id)
			}))
			.filter((track) => track.exercises.length > 0),
		/** The track that has the self-test, by id. */
		tested: reads.selfTest ? 'foundations' : undefined,
		first: exercises[0],
		pictures: Object.fromEntries(
			exercises.flatMap(({ slug, free }) => {
				const exercise = free ? undefined : reads.exercise(slug);
				return exercise ? [[slug, questionPicture(exercise.facts)]] : [];
			})
		),
		runners: reads.runners().map(pageRunner)
	};
};
