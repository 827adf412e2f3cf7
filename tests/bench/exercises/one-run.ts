/** One run of an exercise as a learner would ask for it, without a site. */
import { planRun } from '../../../site/server/plan.ts';
import { RunRequest } from '../../../site/server/schema.ts';
import type { Exercise } from '../../../exercises/schema.ts';
import type { Job } from '../../../runner/src/schema/job.ts';

/** @throws an Error with the site's own words if the site would refuse the request */
export function jobOf(exercise: Exercise, wish: object, run: string): Job {
	const planned = planRun(
		run,
		RunRequest.parse({ exercise: exercise.slug, ...wish }),
		exercise,
		[]
	);
	if ('issues' in planned) throw new Error(planned.issues.map(({ message }) => message).join(' '));
	return planned.job;
}
