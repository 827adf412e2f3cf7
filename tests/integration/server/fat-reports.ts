/** Reports of the largest size that a short program can cause, sent by a test runner. */
import type { Job } from '@cyclelab/contract/schema/job';
import { variantReport } from '@cyclelab/site/fixtures/examples.ts';
import { eventsWith, reportOf } from './examples.ts';
import type { TestRunner } from './runner.ts';

/** Two variants with the largest number of instructions that a runner lists: about 10 MiB of JSON. */
export const mostInstructions = 50_000;

/** Ends a job with a report of `instructions` for each of two variants. */
export function sendLargeReport(
	runner: TestRunner,
	job: Job,
	instructions = mostInstructions
): void {
	const report = reportOf(job, runner.description);
	const listing = Array.from({ length: instructions }, (_, i) => ({
		address: `0x${(0x401000 + i * 8).toString(16)}`,
		text: 'vfmadd231pd ymm0, ymm1, ymmword ptr [rsp + 1234]',
		line: 3,
		count: i
	}));
	const functions = [{ symbol: 'kernel', address: '0x401000', instructions: listing }];
	const variants = job.variants.map(({ id, edited, source }) =>
		variantReport(id, { edited, source, functions })
	);
	runner.finish(job, eventsWith({ ...report, variants }));
}
