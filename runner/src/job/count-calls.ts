/** Shell: counts calls of a program apart, at the parameters that it is observed with. */
import type { Parameters } from '@cyclelab/exercises/schema';
import { sum } from '@cyclelab/contract/measure/statistics';
import type { CountedCall } from '../measure/audit.ts';
import type { PooledSandbox } from '../sandbox/pooled-sandbox.ts';
import type { Build } from '../toolchains/toolchain.ts';
import type { Program } from './build-variant.ts';
import { countProgram } from './count-program.ts';

/** Instructions by address: executed by the call, and by the first call with the program's start. */
type CallCounts = {
	iterations: number;
	counts: ReadonlyMap<number, number>;
	withStart: ReadonlyMap<number, number>;
};

/** Calls of one process, in this order, of so many iterations each. Undefined if they cannot be counted. */
export type CountCalls = (
	seed: number,
	...lengths: [number, ...number[]]
) => Promise<CallCounts[] | undefined>;

/** Rejects if we failed or the job was aborted. */
export function callCounter(
	takeTools: () => Promise<PooledSandbox>,
	build: Build,
	program: Program,
	parameters: Parameters,
	signal: AbortSignal
): CountCalls {
	return async (seed, ...lengths) => {
		const [iterations, ...later] = lengths;
		const asked = { iterations, later, seed, parameters };
		const ended = await countProgram(takeTools(), build, program, asked, signal);
		if (!ended.ok) return undefined;
		const { counts: withStart, calls } = ended.value;
		return calls.map(({ counts }, i) => ({ iterations: lengths[i] ?? NaN, counts, withStart }));
	};
}

/** The work of a call, with its passes of a loop's marker. */
export const workOf = (
	{ marker }: { marker: string },
	{ iterations, counts }: CallCounts
): CountedCall => ({
	iterations,
	passes: counts.get(Number(marker)) ?? 0,
	instructions: sum([...counts.values()])
});
