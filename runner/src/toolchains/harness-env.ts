/** The environment by which the runner configures a harness (`images/base/harness/environment.h`). Pure. */
import type { Parameters } from '@cyclelab/exercises/schema';

/** The parameters of one execution. The harness reads them from its environment (`images/base/harness/harness.c`). */
export type CountRequest = { iterations: number; seed: number; parameters: Parameters };

/** The environment that makes a harness count. */
export function countingEnv({
	iterations,
	seed,
	parameters
}: CountRequest): Record<string, string> {
	return {
		CYCLELAB_MODE: 'count',
		CYCLELAB_COUNT: String(iterations),
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
