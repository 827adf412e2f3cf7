/** What timed processes of edited code returned, beside what counted ones return: whole jobs in real sandboxes. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { benchForAll } from '../hooks.ts';
import { jobFor } from '../job/job-bench.ts';

const bench = benchForAll();

const source = (name: string) =>
	readFileSync(
		new URL(`../../hostile/63-other-results-when-timed/${name}.c`, import.meta.url),
		'utf8'
	);

async function measured(text: string, define = '') {
	const variants = [{ id: 'mine', edited: true, source: `${define}\n${text}` }];
	const { report } = await bench.run(jobFor('', { variants }));
	const [variant] = report.variants;
	return { results: variant?.results, failure: variant?.failure };
}

test('other data while it is timed is refused, and the same data is compared', async () => {
	const lie = await measured(source('other'), '#define WHEN_COUNTED');
	expect(lie.failure).toMatchObject({ kind: 'implausible', bound: 'timedResult' });
	const honest = await measured(source('other'));
	expect(honest).toEqual({
		results: expect.stringMatching(
			/^The first call of timed and counted processes returned the same for the same data \(seeds? /
		),
		failure: undefined
	});
}, 240_000);

test('so is other data in later calls alone, and later calls of the same data are compared', async () => {
	const lie = await measured(source('other'), '#define LATER');
	expect(lie.failure).toMatchObject({ kind: 'implausible', bound: 'timedResult' });
	const honest = await measured(source('other'));
	expect(honest.results).toMatch(/, and so did calls of [\d,]+ iterations that were timed\.$/);
}, 240_000);

test.each(['', '#define ADDRESS'])(
	'results of chance are not compared, and nobody is refused for them: %s',
	async (define) => {
		expect(await measured(source('chance'), define)).toEqual({
			results:
				'Results of timed and counted calls were not compared: two runs with the same data return different results.',
			failure: undefined
		});
	},
	240_000
);

const turning = {
	'a place in a ring of 256':
		'static uint64_t at; uint64_t next(void) { return at = (at + 1) & 255; }',
	'a sign that changes in each iteration':
		'static uint64_t sign; uint64_t next(void) { return sign = !sign; }'
};
test.each(Object.entries(turning))(
	'%s, kept from call to call, is no other data',
	async (_, next) => {
		const kernel = `#include "cyclelab.h"
			${next}
			uint64_t kernel(uint64_t iterations) {
				uint64_t sum = 0;
				for (uint64_t i = 0; i < iterations; i++) sum = 31 * sum + next();
				return sum;
			}`;
		expect(await measured(kernel)).toEqual({
			results: expect.stringMatching(
				/^The first call of timed and counted processes returned the same/
			),
			failure: undefined
		});
	},
	240_000
);
