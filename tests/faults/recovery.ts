/** Shell: how a product comes back after a fault, without anybody's doing. */
import { nextThat, type Asked } from './requests.ts';
import { comesTrue, endOf, type Product } from './product.ts';
import type { Course } from './learner.ts';

export type Recovery = {
	/** A run that was accepted after the fault, and measured. */
	course: Course;
	/** From `since` until its first measuring step began, s. */
	seconds: number;
};

/** When the first measuring step of a run began after `since`, both by `performance.now()`. */
export const measuringStep = ({ heard }: Course, since: number) =>
	heard.find(({ at, event }) => at > since && event.type === 'stage' && event.stage === 'measure');

/**
 * Asks for measured runs until one of them is finished. Fails with the runner's last words if none is.
 * @param since `performance.now()` of the fault
 */
export async function measuresAgain(
	product: Product,
	next: () => Asked,
	since: number
): Promise<Recovery> {
	const courses: Course[] = [];
	const isMeasured = async () => {
		if (!(await product.isReady())) return false;
		const course = await product.run(nextThat(true, next));
		courses.push(course);
		return endOf(course) === 'finished';
	};
	await comesTrue('a run is measured', isMeasured, () => product.log('runner').slice(-3000));
	const [course] = courses.slice(-1);
	const step = course && measuringStep(course, since);
	if (!course || !step) throw new Error('A run finished, and nobody was told that it is measured.');
	return { course, seconds: (step.at - since) / 1000 };
}
