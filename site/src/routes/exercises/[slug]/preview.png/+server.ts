/** The picture of an exercise for link previews. */
import { error } from '@sveltejs/kit';
import { readsOf, noExercise } from '#lib/server/reads.ts';
import { exercisePicture } from '#lib/snapshots/exercise-picture.ts';
import { formats, pictureSize } from '#lib/snapshots/formats.ts';
import type { RequestHandler } from './$types';

export const GET: RequestHandler = async ({ params, platform }) => {
	const reads = readsOf(platform);
	const exercise = reads.exercise(params.slug);
	if (!exercise) error(404, noExercise(params.slug));
	const picture = await reads.paint(exercisePicture(exercise.facts), 2 * pictureSize.width);
	return new Response(picture, {
		headers: {
			'content-type': formats.png,
			'cache-control': 'public, max-age=3600',
			'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
			'cross-origin-resource-policy': 'cross-origin'
		}
	});
};
