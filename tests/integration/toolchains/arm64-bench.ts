/** Inspects single kernels for arm64 as a job, with the images that the tests of a file need. */
import type { ImageName } from '@cyclelab/images/recipes';
import { afterAll, beforeAll, expect } from 'vitest';
import type { Job } from '@cyclelab/contract/schema/job';
import { jobFor, openBench } from '../job/job-bench.ts';

/** Opens a bench before the tests and closes it after them; returns a function that inspects a source. */
export function arm64ForAll(owner: string, images: ImageName[]) {
	let bench: Awaited<ReturnType<typeof openBench>>;
	beforeAll(async () => {
		bench = await openBench(owner, images, { calibrates: false, shares: true });
	}, 900_000);
	afterAll(() => bench.close());

	return async (source: string, change: Partial<Job> = {}) => {
		const job = jobFor(source, { target: 'arm64', stages: ['inspect'], ...change });
		const { report } = await bench.run(job);
		const [variant] = report.variants;
		if (!variant) throw new Error('The report has no variant.');
		expect(variant.points).toEqual([]);
		return variant;
	};
}
