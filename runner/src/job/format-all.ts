/** Shell: lays out the sources of a job by their language's formatter, in one sandbox. Nothing is built. */
import { explain } from '@cyclelab/contract/measure/explain';
import type { Job } from '@cyclelab/contract/schema/job';
import { emptyVariant } from '@cyclelab/contract/schema/report';
import type { Command } from '../sandbox/command.ts';
import { formatterFor } from '../toolchains/formatters.ts';
import { buildOf } from '../toolchains/toolchains.ts';
import type { Emit } from './build-variant.ts';
import type { JobContext } from './job-context.ts';
import { withSandbox } from './own-kernels.ts';
import { runSteps } from './run-steps.ts';

/**
 * Emits `inspected` for each variant, with the formatted source, or with the reason why it stays as it is.
 * Rejects if we failed or the job was aborted.
 */
export async function formatAll(
	{ takeSandbox }: Pick<JobContext, 'takeSandbox'>,
	job: Job,
	emit: Emit,
	signal: AbortSignal
): Promise<void> {
	const { image, format } = formatterFor(job.language);
	await withSandbox(takeSandbox('tools', image), signal, async (sandbox) => {
		const run = (_stage: unknown, command: Command) => sandbox.run(command);
		for (const variant of job.variants) {
			const build = buildOf(job, variant);
			const made = await runSteps(format(build), sandbox, run);
			const report = emptyVariant(variant.id, variant.source, variant.edited);
			emit({
				type: 'inspected',
				variant: made.ok
					? { ...report, formatted: made.value }
					: { ...report, failure: explain(made.failure) }
			});
		}
	});
}
