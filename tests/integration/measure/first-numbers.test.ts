/** The numbers that a page gets before the first place of a run is done. */
import { expect, test } from 'vitest';
import { loadExercises } from '@cyclelab/exercises/load';
import { jobOf } from '../../bench/exercises/one-run.ts';
import { benchForAll } from '../hooks.ts';

const bench = benchForAll();

const { exercises } = await loadExercises();
const exercise = exercises.find(({ slug }) => slug === 'store-forwarding');
if (!exercise) throw new Error('There is no exercise "store-forwarding".');

// Which places have some by then depends on the machine's other work; measure-all.test.ts has the rule.
test('numbers of places that are not done come before all others, without a verdict, and the report has none of them', async () => {
	const { events, report } = await bench.run(jobOf(exercise, { models: 'host' }, 'numbers'));
	const points = events.flatMap((event) => (event.type === 'point' ? [event] : []));
	const early = points.filter(({ point }) => point.ongoing);
	const ids = exercise.facts.variants.map(({ id }) => id);
	const named = early.map(({ variant }) => variant);
	expect(named).toEqual([...new Set(named)].filter((id) => ids.includes(id)));
	expect(points.slice(0, early.length)).toEqual(early);
	for (const { point } of early) {
		expect(point.measured?.processes).toBe(2);
		expect(point.comparison).toBeUndefined();
	}
	expect(report.variants.flatMap(({ points }) => points.map(({ ongoing }) => ongoing))).toEqual(
		ids.map(() => undefined)
	);
});
