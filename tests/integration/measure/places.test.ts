/** Edited code that was measured at another place than the one that is counted, and what it returns there: whole jobs in real sandboxes. */
import os from 'node:os';
import { expect, test } from 'vitest';
import type { Facts } from '@cyclelab/exercises/schema';
import { benchForAll } from '../hooks.ts';
import { jobFor } from '../job/job-bench.ts';

const bench = benchForAll();
const { facts } = jobFor('');

const sweep: NonNullable<Facts['sweep']> = {
	name: 'steps',
	label: 'Steps',
	unit: 'count',
	scale: 'linear',
	values: [10, 22]
};

/** As many steps an iteration as its parameter says. */
const stepping = `#include "cyclelab.h"
static uint64_t steps;
void setup(uint64_t seed) { steps = cyclelab_parameter("steps", 10); (void)seed; }
uint64_t kernel(uint64_t iterations) {
	uint64_t x = 1;
	for (uint64_t i = 0; i < iterations; i++)
		for (uint64_t step = 0; step < steps; step++) __asm__ volatile("imul $3, %0, %0" : "+r"(x));
	return x;
}
`;

/** What the audit says of a run that asks for the second value alone. */
async function auditedAt22(source: string, changesWork: boolean) {
	const swept = { ...facts, sweep: { ...sweep, ...(changesWork ? { changesWork } : {}) } };
	const job = jobFor(source, { facts: swept as Facts, values: [22] });
	const [variant] = (await bench.run(job)).report.variants;
	const failures = [variant?.failure, ...(variant?.points ?? []).map(({ failure }) => failure)];
	return { audit: variant?.audit, reasons: failures.flatMap((failure) => failure?.title ?? []) };
}

test.each([true, false])(
	'a value that is not counted is compared with a count there: %s',
	async (changesWork) => {
		const { audit, reasons } = await auditedAt22(stepping, changesWork);
		expect(reasons).toEqual([]);
		// A busy machine may not observe it; then nothing is compared.
		expect(audit).toMatch(/^(Checked .* Both runs were at 22\.$|Not checked )/);
	},
	240_000
);

test('work that depends on the value is counted there before its time is called too short', async () => {
	const swept = { ...facts, sweep: { ...sweep, values: [64, 1] } };
	const { report } = await bench.run(
		jobFor(stepping, { facts: swept, values: swept.sweep.values })
	);
	const [variant] = report.variants;
	expect(variant?.failure).toBeUndefined();
	expect(variant?.points.map(({ failure }) => failure?.title)).toEqual([undefined, undefined]);
	// The control: it has the instructions of the first value in the time of the other.
	const cycles = variant?.points.find(({ parameters }) => parameters['steps'] === 1)?.measured;
	const { instructionsPerIteration = 0 } = variant ?? {};
	expect(cycles?.cyclesPerIteration.high).toBeLessThan(instructionsPerIteration / 12);
}, 240_000);

/** Both threads count in one counter; the kernel returns what both have counted. */
const contended = `#include <pthread.h>
#include <stdatomic.h>
#include "cyclelab.h"
static _Atomic uint64_t counter;
static atomic_int began;
static void *other(void *nothing) {
	cyclelab_stay(1);
	for (;;) counter += 1, began = 1;
	return nothing;
}
void setup(uint64_t seed) {
	pthread_t thread;
	(void)seed;
	if (cyclelab_cores() < 2) return;
	pthread_create(&thread, 0, other, 0);
	while (!began) ;
}
uint64_t kernel(uint64_t iterations) {
	for (uint64_t i = 0; i < iterations; i++) counter += 1;
	return counter;
}
`;
/** One result when it is counted, and another one when it is timed. */
const alone = `#include "cyclelab.h"
static uint64_t counter;
uint64_t kernel(uint64_t iterations) {
	for (uint64_t i = 0; i < iterations; i++) { counter += 1; __asm__ volatile("" : "+m"(counter)); }
	return counter + (cyclelab_cores() > 1);
}
`;

/** The goal about its result of an attempt at \`original\`. */
async function resultGoal(source: string, original: string) {
	const challenge = {
		text: 'None.',
		start: { variant: 'mine', parameters: {} },
		goals: [{ kind: 'result', checksum: '4000' }],
		hints: ['One?', 'Two.'],
		why: 'None.'
	} satisfies Facts['challenge'];
	const needs = { ...facts.needs, cores: 2 };
	const { report } = await bench.run(
		jobFor('', {
			facts: { ...facts, needs, challenge },
			variants: [{ id: 'mine', edited: true, source, original }]
		})
	);
	expect(report.variants[0]?.failure).toBeUndefined();
	return report.challenge?.goals[0];
}

test.skipIf(os.availableParallelism() < 2)(
	'results that the order of threads decides, in the original as well, are not compared',
	async () => {
		const given = await resultGoal(contended, contended);
		expect(given).toEqual({ met: 'yes', sentence: 'Your code returns what the original returns.' });
	},
	240_000
);

test.skipIf(os.availableParallelism() < 2)(
	'other results are, on several cores as well',
	async () => {
		const original = alone.replace('(cyclelab_cores() > 1)', '0');
		expect(await resultGoal(alone, original)).toMatchObject({
			met: 'no',
			sentence: expect.stringMatching(/^When your code was timed, it returned 0*4001 for/)
		});
	},
	240_000
);
