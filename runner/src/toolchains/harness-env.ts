/** The environment by which the runner configures a harness (`images/base/harness/environment.h`). Pure. */
import type { Parameters } from '@cyclelab/exercises/schema';

/** The parameters of a count run. The harness reads them from its environment (`images/base/harness/harness.c`). */
export type CountRequest = {
	/** Of the kernel's first call. */
	iterations: number;
	/** Of further calls in the same process, each counted apart; at most two. Default: none. */
	later?: readonly number[];
	seed: number;
	parameters: Parameters;
};

export const callsIn = ({ later = [] }: CountRequest): number => 1 + later.length;

/** The environment that makes a harness count. */
export function countingEnv({
	iterations,
	later = [],
	seed,
	parameters
}: CountRequest): Record<string, string> {
	return {
		CYCLELAB_MODE: 'count',
		CYCLELAB_COUNT: [iterations, ...later].join(),
		CYCLELAB_SEED: String(seed),
		...parametersEnv(parameters)
	};
}

/** A parameter `working-set` is CYCLELAB_P_working_set. */
export function parametersEnv(parameters: Parameters): Record<string, string> {
	return Object.fromEntries(
		Object.entries(parameters).map(([name, value]) => [
			`CYCLELAB_P_${name.replaceAll('-', '_')}`,
			String(value)
		])
	);
}
