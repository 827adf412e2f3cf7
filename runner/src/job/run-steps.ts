/** Shell: runs the steps of a toolchain's stage in a sandbox. */
import type { Command, Output, Sandbox } from '../sandbox/command.ts';
import type { ReadResult } from '../inspect/read.ts';
import type { Stage } from '@cyclelab/contract/schema/failure';
import type { StepResult, Step, Steps } from '../toolchains/toolchain.ts';

/** Executes a command of a stage. `next`: the stages of the commands after it. */
export type RunCommand = (
	stage: Stage,
	command: Command,
	next?: readonly Stage[]
) => Promise<Output>;

/** Rejects if we failed or the job was aborted. */
export async function runSteps<T>(
	steps: Steps<T>,
	sandbox: Pick<Sandbox, 'put'>,
	run: RunCommand
): Promise<ReadResult<T>> {
	let next = steps.next();
	while (!next.done) next = steps.next(await Promise.all(next.value.map(one)));
	return next.value;

	async function one({ put = {}, ...step }: Step): Promise<StepResult> {
		for (const [name, bytes] of Object.entries(put)) await sandbox.put(name, bytes);
		return resultOf(await run(step.stage, commandOf(step), stagesAfter(step)));
	}
}

const commandOf = ({ command, next }: Step): Command =>
	next ? { ...command, then: commandOf(next) } : command;

const stagesAfter = ({ next }: Step): Stage[] => (next ? [next.stage, ...stagesAfter(next)] : []);

const resultOf = ({ fetched = new Map(), then, ...output }: Output): StepResult => ({
	...output,
	fetched,
	...(then && { then: resultOf(then) })
});
