import { expect, test } from 'vitest';
import { loadExercises } from '@cyclelab/exercises/load';
import { factsIn } from '@cyclelab/exercises/facts-in';
import { factsOf } from '../../../fixtures/examples.ts';
import { answersQuestion, withoutFigures } from './figures.ts';

type FigureArguments = Parameters<typeof figure>;
const figure = (machine: string, variant: string, more: object = {}) => ({
	machine,
	variant,
	parameters: {},
	nsPerIteration: 2,
	quoted: '2 ns',
	...more
});
/** The question compares `two` with `one`. */
const judged = (...figures: FigureArguments[]) =>
	answersQuestion(
		factsOf(
			'Adding',
			{ one: 'One', two: 'Two', three: 'Three' },
			{
				machines: ['m1', 'intel'].map((id) => ({ id, name: id })),
				documented: figures.map((given) => figure(...given))
			}
		)
	);

test('figures of one machine for both places answer the question', () => {
	expect(judged(['m1', 'one'], ['m1', 'two'])).toBe(true);
	expect(judged(['m1', 'one', { runtime: 'Go' }], ['m1', 'two', { runtime: 'Go' }])).toBe(true);
});

test('figures of one place, of two machines or of another quantity do not', () => {
	const bytes = { nsPerIteration: undefined, meter: { id: 'heap', perIteration: 8 } };
	expect(judged()).toBe(false);
	expect(judged(['m1', 'one'], ['m1', 'three'])).toBe(false);
	expect(judged(['m1', 'one'], ['intel', 'two'])).toBe(false);
	expect(judged(['m1', 'one'], ['m1', 'two', { runtime: 'Go' }])).toBe(false);
	expect(judged(['m1', 'one', bytes], ['m1', 'two', bytes])).toBe(false);
});

test('of the catalogue, figures that answer are found, also where two sides open, and figures that do not stay', async () => {
	const { exercises } = await loadExercises();
	const of = (slug: string, target: 'x86-64' | 'arm64' = 'x86-64') => {
		const found = exercises.find((exercise) => exercise.slug === slug);
		if (!found) throw new Error(`no exercise ${slug}`);
		return factsIn(found.facts, 'c', target);
	};
	expect(answersQuestion(of('contended-counters'))).toBe(true);
	expect(answersQuestion(of('contended-counters', 'arm64'))).toBe(true);
	expect(answersQuestion(withoutFigures(of('contended-counters')))).toBe(false);
	// The story of the laptop is the same as its figures, and the question is about release order.
	expect(answersQuestion(of('atomic-store', 'arm64'))).toBe(false);
	expect(answersQuestion(of('cache-working-set'))).toBe(false);
});
