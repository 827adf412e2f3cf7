/** Inspects single kernels for arm64 as a job, with the images that the tests of a file need. */
import type { ImageName } from '@cyclelab/images/recipes';
import { expect } from 'vitest';
import type { Job } from '@cyclelab/contract/schema/job';
import { jobFor } from '../job/job-bench.ts';
import { benchForAll } from '../hooks.ts';

/** Opens a bench before the tests and closes it after them; returns a function that inspects a source. */
export function arm64ForAll(images: ImageName[]) {
	const bench = benchForAll(images, { calibrates: false, shares: true });
	return async (source: string, change: Partial<Job> = {}) => {
		const job = jobFor(source, { target: 'arm64', stages: ['inspect'], ...change });
		const { report } = await bench.run(job);
		const [variant] = report.variants;
		if (!variant) throw new Error('The report has no variant.');
		expect(variant.points).toEqual([]);
		return variant;
	};
}
