/** Foundations explains every disagreement of prediction and measurement that a recorded run shows. */
import { expect, test } from 'vitest';
import { factsIn } from './facts-in.ts';
import { loadExercises } from './load.ts';

/** From here on the page calls it a disagreement (`runner/src/measure/compare.ts`). */
const agreement = 0.1;

test('where they differ by more than a tenth, a blind spot or an error of the model is named', async () => {
	const { exercises } = await loadExercises();
	const unexplained = exercises
		.filter(({ facts }) => facts.track === 'foundations')
		.flatMap(({ slug, facts, recorded }) =>
			recorded.flatMap(({ language, target, microarchitecture, places }) => {
				const { blindSpots, modelErrors = [] } = factsIn(facts, language, target);
				const left = new Set(blindSpots.flatMap(({ variants }) => variants));
				const wrong = new Set(
					modelErrors
						.filter(({ models }) => models.includes(microarchitecture))
						.flatMap(({ variants }) => variants)
				);
				/** What a model leaves out takes time, so it is no reason for a measurement below the prediction. */
				const isNamed = (variant: string, isBelow: boolean) =>
					wrong.has(variant) || (!isBelow && left.has(variant));
				return places
					.filter(
						({ predicted, cycles: [, median] }) =>
							predicted !== undefined && Math.abs(predicted / median - 1) > agreement
					)
					.filter(
						({ variant, predicted = 0, cycles: [, median] }) =>
							!isNamed(variant, median < predicted)
					)
					.map(({ variant, predicted, cycles }) => ({ slug, variant, predicted, cycles }));
			})
		);
	expect(unexplained).toEqual([]);
});
