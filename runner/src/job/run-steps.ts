/** Shell: runs the steps of a toolchain's stage in a sandbox. */
import type { Command, Output, Sandbox } from '../sandbox/command.ts';
import type { ReadResult } from '../inspect/read.ts';
import type { Stage } from '../schema/failure.ts';
import type { StepResult, Step, Steps } from '../toolchains/toolchain.ts';

/** Executes a command of a stage. */
export type RunCommand = (stage: Stage, command: Command) => Promise<Output>;

/** Rejects if we failed or the job was aborted. */
export async function runSteps<T>(
	steps: Steps<T>,
	sandbox: Pick<Sandbox, 'put' | 'get'>,
	run: RunCommand
): Promise<ReadResult<T>> {
	let next = steps.next();
	while (!next.done) next = steps.next(await Promise.all(next.value.map(one)));
	return next.value;

	async function one({ stage, command, put = {}, fetch = [] }: Step): Promise<StepResult> {
		for (const [name, bytes] of Object.entries(put)) await sandbox.put(name, bytes);
		const output = await run(stage, command);
		const there = fetch.filter((name) => output.produced.includes(name));
		const bytes = await Promise.all(there.map((name) => sandbox.get(name)));
		return { ...output, fetched: new Map(there.map((name, i) => [name, bytes[i] as Buffer])) };
	}
}
