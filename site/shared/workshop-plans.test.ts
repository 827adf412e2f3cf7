import { loadExercises } from '@cyclelab/exercises/load';
import { expect, test } from 'vitest';
import { minutesOf, plans } from './workshop-plans.ts';

test('each plan takes as long as its title promises, with exercises that exist, each once', async () => {
	const { exercises } = await loadExercises();
	const known = exercises.map(({ slug }) => slug);
	for (const plan of plans) {
		const slugs = plan.exercises.map(({ slug }) => slug);
		expect(known).toEqual(expect.arrayContaining(slugs));
		expect(new Set(slugs).size).toBe(slugs.length);
	}
	expect(plans.map((plan) => [plan.id, minutesOf(plan)])).toEqual([
		['short', 45],
		['medium', 90],
		['day', 360]
	]);
});

test('a plan gives each exercise at least the time that it takes alone', async () => {
	const { exercises } = await loadExercises();
	const alone = new Map(exercises.map(({ slug, facts }) => [slug, facts.minutes]));
	for (const { slug, minutes } of plans.flatMap((plan) => plan.exercises))
		expect([slug, minutes >= (alone.get(slug) ?? Infinity)]).toEqual([slug, true]);
});
