/** Shell: compares what a challenge's attempt returns with what the original returns, for data chosen afterwards. */
import { randomInt } from 'node:crypto';
import { sameChecksum } from '../measure/challenge.ts';
import { countedAt } from '../measure/place.ts';
import type { Command } from '../sandbox/command.ts';
import type { Job, RunEvent } from '../schema/job.ts';
import type { Build } from '../toolchains/toolchain.ts';
import { toolchainOf } from '../toolchains/toolchains.ts';
import { buildVariant, type Program } from './build-variant.ts';
import { buildOf, sharedToolchain } from './builds.ts';
import { countProgram } from './count-program.ts';
import type { Inspection, JobContext } from './job-context.ts';
import { withSandbox } from './own-kernels.ts';

const compares = 'Its result is compared with the original’s for other data.';
/** The harness's seeds in the exercise's own runs are 1 for counting, and any for timing. */
const seedsFrom = 2;
const seedsTo = 2 ** 31;

/**
 * Emits `audited` with `otherResult` if the attempt's checksum is the goal's. That checksum is public, so a program can return
 * it without any work. Nothing is emitted if the original cannot be counted. Rejects if we failed or the job was aborted.
 */
export async function compareResults(
	context: JobContext,
	job: Job,
	inspections: ReadonlyMap<string, Inspection>,
	emit: (event: RunEvent) => void,
	signal: AbortSignal
): Promise<void> {
	const { facts } = job;
	const { challenge } = facts;
	const goal = challenge?.goals.find(({ kind }) => kind === 'result');
	const variant = job.variants.find(({ id }) => id === challenge?.start.variant);
	const attempt = variant && inspections.get(variant.id);
	const checksum = attempt?.report.checksum;
	if (goal?.kind !== 'result' || variant?.original === undefined || checksum === undefined) return;
	if (!attempt?.program || attempt.report.failure || !sameChecksum(checksum, goal.checksum)) return;
	const { id } = variant;
	const build = buildOf(job, variant);
	const { parameters = {} } = challenge?.start ?? {};
	const asked = {
		iterations: goal.iterations ?? facts.countedIterations,
		seed: randomInt(seedsFrom, seedsTo),
		parameters: { ...countedAt(facts), ...parameters }
	};
	emit({ type: 'stage', stage: 'count', variant: id, notice: compares });
	const { image } = sharedToolchain(job);
	/** In a sandbox of its own: neither program leaves anything to the other. */
	const result = async (of: Build, program: Program) => {
		const tools = context.takeSandbox('tools', image);
		const counted = await countProgram(tools, of, program, asked, signal);
		return counted.ok ? counted.value.checksum : undefined;
	};
	const original = { ...build, source: variant.original };
	const built = await withSandbox(context.takeSandbox('tools', image), signal, (sandbox) => {
		const task = { facts, build: original, edited: false };
		const run = (_stage: unknown, command: Command) => sandbox.run(command);
		return buildVariant(task, toolchainOf(build.compiler), sandbox, run, () => {});
	});
	const expected = built.program && (await result(original, built.program));
	if (expected === undefined) return;
	const returned = await result(build, attempt.program);
	emit({
		type: 'audited',
		variant: id,
		otherResult: {
			seed: asked.seed,
			...(returned === undefined ? {} : { checksum: returned }),
			original: expected
		}
	});
}
