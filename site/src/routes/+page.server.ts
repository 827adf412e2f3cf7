import { pageRunner } from '$lib/run/page-runner.ts';
import { readsOf } from '$lib/server/reads.ts';
import type { PageServerLoad } from './$types';

export const load: PageServerLoad = ({ platform }) => {
	const reads = readsOf(platform);
	const exercises = reads.exercises();
	return {
		tracks: reads
			.tracks()
			.map((track) => ({
				...track,
				exercises: exercises.filter((exercise) => exercise.track === track.id)
			}))
			.filter((track) => track.exercises.length > 0),
		first: exercises[0],
		runners: reads.runners().map(pageRunner)
	};
};
