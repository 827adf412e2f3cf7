/** The failure of an ended step. Facts only: exit status, clocks, caps; never the program's output. */
import { defined } from '@cyclelab/contract/defined';
import { shortenMiddle } from '@cyclelab/contract/shorten';
import type { Output } from '../sandbox/command.ts';
import type { FailureFacts, Stage } from '@cyclelab/contract/schema/failure';

/** The limits that were in force, as failures name them. */
export type LimitsInForce = {
	wallMs: number;
	cpuSeconds: number;
	fileMiB: number;
	outputKiB: number;
	/** The container's memory. */
	memoryMiB: number;
};

/** Characters of standard error a crash keeps, at its beginning and at its end: runtimes say why first, and then all callers. */
const textCharacters = 2000;

/**
 * Undefined if the step ended well. Precedence: out-of-memory, timeout, output-limit, crash. Memory before time: both counts
 * of a variant share one container, and on a busy machine the kernel stops one for memory and the clock the other.
 */
export function failureOf(
	output: Output,
	where: { stage: Stage; variant?: string },
	limits: LimitsInForce
): FailureFacts | undefined {
	const { exit } = output;
	if (output.outOfMemory) return { ...where, kind: 'out-of-memory', limitMiB: limits.memoryMiB };
	if (output.timedOut) return { ...where, kind: 'timeout', limitMs: limits.wallMs };
	const cpuMs = limits.cpuSeconds * 1000;
	// The runtimes of Go and Mono go on after the first signal; a second later the kernel kills them.
	if (exit.signal === 'SIGXCPU' || (exit.signal === 'SIGKILL' && output.cpuMs >= cpuMs))
		return { ...where, kind: 'timeout', limitMs: cpuMs };
	if (output.truncated) return { ...where, kind: 'output-limit', limitKiB: limits.outputKiB };
	if (exit.signal === 'SIGXFSZ')
		return { ...where, kind: 'output-limit', limitKiB: limits.fileMiB * 1024 };
	if (exit.signal === undefined && exit.code === 0) return undefined;
	return {
		...where,
		kind: 'crash',
		...defined({ signal: exit.signal, exitCode: exit.code }),
		text: shortenMiddle(output.stderr.toString('utf8'), textCharacters)
	};
}
