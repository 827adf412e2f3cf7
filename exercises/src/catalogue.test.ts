/** The exercises of this repository: their addresses, and the figures that they carry over from documents. */
import { expect, test } from 'vitest';
import { loadExercises } from './load.ts';
import { factsIn } from './facts-in.ts';

const { exercises } = await loadExercises();

test('every address that an exercise ever had still leads to it', () => {
	// Links, stored runs, workshops and what a browser keeps name an exercise by its slug.
	const slugs =
		'what-is-a-cycle one-measurement naive-stopwatch cache-working-set store-forwarding associativity cache-ways bank-conflicts alignment struct-promotion prefetching four-k-aliasing quiet-and-noisy finalizers-and-pins large-object-heap atomic-store is-it-merging the-fixed-benchmark struct-constructor when-is-a-struct-free price-of-pause spin-and-back-off waiting-on-a-held-lock producer-and-consumer free-play';
	expect(exercises.map(({ slug }) => slug)).toEqual(expect.arrayContaining(slugs.split(' ')));
});

test("all of the document's cache figures are there, in nanoseconds for one increment", () => {
	const facts = exercises.find(({ slug }) => slug === 'cache-working-set')?.facts;
	const converted = facts?.documented.map(({ nsPerIteration = 0, quoted }) => {
		const ms = Number(/≈(\d+)ms/.exec(quoted)?.[1]);
		return Math.abs((ms * 1e6) / (16 * 1024 * 1024) - nsPerIteration);
	});
	expect(converted?.length).toBe(30);
	expect(Math.max(...(converted ?? [Infinity]))).toBeLessThan(0.001);
});

test("beside arm64 code stand the M1's figures alone, and an x86-64 page keeps all of the document's", () => {
	const machines = (slug: string, target: 'x86-64' | 'arm64') => {
		const exercise = exercises.find((exercise) => exercise.slug === slug);
		if (!exercise) throw new Error(`there is no ${slug}`);
		const told = factsIn(exercise.facts, 'go', target);
		return [...new Set(told.documented.map(({ machine }) => machine))];
	};
	for (const slug of ['atomic-store', 'is-it-merging', 'the-fixed-benchmark'])
		expect([slug, machines(slug, 'arm64')]).toEqual([slug, ['m1-max']]);
	expect(machines('atomic-store', 'x86-64')).toEqual(['m1-max', 'book', 'intel-mac']);
	// The only machine of another document, named as such.
	const cache = exercises.find(({ slug }) => slug === 'cache-working-set');
	expect(cache && factsIn(cache.facts, 'c', 'arm64').documented).toEqual(
		cache && factsIn(cache.facts, 'c', 'x86-64').documented
	);
});
