/** Number of votes for each misconception of a question. Pure. */
import { isWithin, refutes } from '../../shared/prediction.ts';
import type { Believed, Tally } from '../../shared/workshop-results.ts';
import type { WorkshopExercise } from '../../shared/workshop-schema.ts';

/**
 * The misconceptions with votes, in the question's order. Empty before a result, because on some processors the idea
 * holds.
 * @param exercise undefined if the site no longer has it
 */
export function believedIn(
	exercise: WorkshopExercise | undefined,
	{ first, second, results }: Pick<Tally, 'first' | 'second' | 'results'>
): Believed[] {
	if (!exercise || results.length === 0) return [];
	return exercise.question.misconceptions
		.filter((one) => results.every(({ answer }) => refutes(one, answer)))
		.map((one) => {
			const count = (votes: readonly number[]) =>
				votes.filter((ratio) => isWithin(one, ratio)).length;
			return { ...one, first: count(first), second: count(second) };
		})
		.filter((one) => one.first + one.second > 0);
}
