/** Variants of one run that are built at once, and the numbers that a page gets before the first place is done. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadExercises } from '@cyclelab/exercises/load';
import { jobOf } from '../bench/exercises/one-run.ts';
import { openBench } from './job-bench.ts';

let bench: Awaited<ReturnType<typeof openBench>>;
beforeAll(async () => {
	bench = await openBench('test-two-builds');
});
afterAll(async () => {
	await bench.close();
	expect(await bench.leftOver()).toBe(0);
});

const { exercises } = await loadExercises();
const exercise = exercises.find(({ slug }) => slug === 'store-forwarding');
if (!exercise) throw new Error('There is no exercise "store-forwarding".');

/** A source whose compilation takes between 350 and 450 MiB; a sandbox of tools has 512. */
const large = (marker: string) => `#include "cyclelab.h"
#define A(x) x, x, x, x, x, x, x, x
#define B(x) A(x), A(x), A(x), A(x), A(x), A(x), A(x), A(x)
#define C(x) B(x), B(x), B(x), B(x), B(x), B(x), B(x), B(x)
#define D(x) C(x), C(x), C(x), C(x), C(x), C(x), C(x), C(x)
#define E(x) D(x), D(x), D(x), D(x), D(x), D(x), D(x), D(x)
#define F(x) E(x), E(x), E(x), E(x), E(x), E(x), E(x), E(x)
static const unsigned char table[] = { F(1), F(1), F(1), F(1), F(1), F(1), F(1), F(1), F(1), F(1), F(1), F(1) };
uint64_t kernel(uint64_t n) {
	uint64_t x = sizeof(table); /* ${marker} */
	for (uint64_t i = 0; i < n; i++) __asm__ volatile("imul %0, %0" : "+r"(x));
	return x;
}
`;

test('two builds that have not enough memory together are made one after the other', async () => {
	const variants = ['word', 'bytes'];
	const sources = Object.fromEntries(variants.map((id) => [id, large(id)]));
	const { report } = await bench.run(
		jobOf(exercise, { sources, variants, stages: ['inspect'], models: 'host' }, 'large')
	);
	expect(report.variants.map(({ id, failure }) => [id, failure])).toEqual(
		variants.map((id) => [id, undefined])
	);
});

// Which places have some by then depends on the machine's other work; measure-places.test.ts has the rule.
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
