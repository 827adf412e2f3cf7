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
				const named = new Set([
					...blindSpots.flatMap(({ variants }) => variants),
					...modelErrors
						.filter(({ models }) => models.includes(microarchitecture))
						.flatMap(({ variants }) => variants)
				]);
				return places
					.filter(
						({ predicted, cycles: [, median] }) =>
							predicted !== undefined && Math.abs(predicted / median - 1) > agreement
					)
					.filter(({ variant }) => !named.has(variant))
					.map(({ variant, predicted, cycles }) => ({ slug, variant, predicted, cycles }));
			})
		);
	expect(unexplained).toEqual([]);
});
