/** Shell: counts a program that was built before, in a sandbox of its own. */
import type { PooledSandbox } from '../sandbox/pooled-sandbox.ts';
import type { CountRequest } from '../toolchains/harness-env.ts';
import type { Build, Counts } from '../toolchains/toolchain.ts';
import { toolchainOf } from '../toolchains/toolchains.ts';
import type { ReadResult } from '../inspect/read.ts';
import type { Program } from './build-variant.ts';
import { runSteps } from './run-steps.ts';

/** Rejects if we failed, or with the signal's reason once it is aborted. */
export async function countProgram(
	taking: Promise<PooledSandbox>,
	build: Build,
	{ artifacts, made, seen }: Program,
	asked: CountRequest,
	signal: AbortSignal
): Promise<ReadResult<Counts>> {
	const sandbox = await taking;
	try {
		for (const [name, bytes] of artifacts) await sandbox.put(name, bytes);
		const steps = toolchainOf(build.compiler).count(build, made, seen, asked);
		const counted = await runSteps(steps, sandbox, (_stage, command) =>
			sandbox.run(command, signal)
		);
		signal.throwIfAborted();
		return counted;
	} finally {
		sandbox.retire();
	}
}
