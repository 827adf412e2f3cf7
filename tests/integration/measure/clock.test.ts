/** A core that is slower than at its calibration (hot, or on a battery), and a program that pretends to run on one. */
import type { Job } from '@cyclelab/contract/schema/job';
import { expect, test } from 'vitest';
import { benchForAll } from '../hooks.ts';
import { jobFor } from '../job/job-bench.ts';
import { liar } from './liar.ts';

const bench = benchForAll();
const clockGHz = () => bench.clockGHz ?? NaN;

const ordinary = `
#include "cyclelab.h"
uint64_t kernel(uint64_t iterations) {
	uint64_t x = 3;
	for (uint64_t i = 0; i < iterations; i++) x = (x * 5) ^ i;
	return x;
}
`;

/** A job without a count run, in which a program that writes its own rows would end early. */
function uncounted(source: string): Job {
	const job = jobFor(source);
	return { ...job, facts: { ...job.facts, uncounted: 'It is not what is tested.' } };
}

test('an honest program on a core that became slower is measured, and the report has the present clock', async () => {
	bench.workshop.clockGHz = 3 * clockGHz();
	const { events, report } = await bench.run(uncounted(ordinary));
	const [point] = report.variants[0]?.points ?? [];
	expect([point !== undefined, point?.failure?.kind]).toEqual([
		true,
		point?.measured ? undefined : 'too-noisy'
	]);
	const isNow = point?.measured === undefined || (report.runner.clockGHz ?? NaN) < 2 * clockGHz();
	expect(isNow).toBe(true);
	expect(events.filter((event) => JSON.stringify(event).includes('"implausible"'))).toEqual([]);
});

test('a program that stretches its calibration loops to show fewer cycles is refused after the second calibration', async () => {
	bench.workshop.clockGHz = clockGHz();
	const { report } = await bench.run(uncounted(liar({ ruler: 200_000 })));
	expect(report.variants[0]?.points[0]?.failure?.title).toMatch(
		/^This result cannot be true: its core clock was 0\.\d+ GHz, this runner's is \d\.\d\d GHz\.$/
	);
});
