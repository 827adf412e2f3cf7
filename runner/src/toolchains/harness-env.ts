/** The environment by which the runner configures a harness (`images/base/harness/harness.c`). Pure. */
import type { Parameters } from '@cyclelab/exercises/schema';
import { budget } from '../measure/budget.ts';
import { seeded } from '@cyclelab/contract/measure/seeded';

/** What every process of a variant is told, whether it is counted, timed or observed. */
export type ProcessRequest = {
	/** Iterations of the kernel's first call, and of the further calls that the emulator counts. */
	lengths: readonly number[];
	seed: number;
	/** By which stack and environment are moved; by default the seed. */
	layout?: number;
	samples: number;
	targetUs: number;
	budgetMs: number;
	leastSamples: number;
	mostMs: number;
	/** Ids of the exercise's meters. */
	meters: readonly string[];
	parameters: Parameters;
};

/** The parameters of a count run. */
export type CountRequest = Pick<ProcessRequest, 'seed' | 'parameters'> & {
	/** Of the kernel's first call. */
	iterations: number;
	/** Of further calls in the same process. Up to two are counted apart, and all are traced. Default: none. */
	later?: readonly number[];
	meters?: readonly string[];
};

export const lengthsOf = ({ iterations, later = [] }: CountRequest): number[] => [
	iterations,
	...later
];

/** The data that is counted. It is also the data of one timed process of each place. */
export const countSeed = 1;

/** Limit of wall time of a process that is timed by default, ms. */
const usualWallMs = 10_000;

/**
 * The same names for a process that is counted, timed or observed, so that a kernel cannot tell from its environment which of
 * these it is in.
 */
export function processEnv(asked: ProcessRequest): Record<string, string> {
	const random = seeded(asked.layout ?? asked.seed);
	return {
		CYCLELAB_COUNT: asked.lengths.join(),
		CYCLELAB_LOOPS: '1',
		...(asked.meters.length > 0 ? { CYCLELAB_METERS: asked.meters.join(',') } : {}),
		CYCLELAB_SAMPLES: String(asked.samples),
		CYCLELAB_TARGET_US: String(asked.targetUs),
		CYCLELAB_BUDGET_MS: String(Math.round(asked.budgetMs)),
		CYCLELAB_LEAST: String(asked.leastSamples),
		CYCLELAB_MOST_MS: String(Math.round(asked.mostMs)),
		CYCLELAB_SEED: String(asked.seed),
		// Layout changes times (Mytkowicz et al., ASPLOS 2009): all offsets of 16 bytes within a page.
		CYCLELAB_STACK: String(16 * Math.floor(random() * 256)),
		CYCLELAB_PAD: 'x'.repeat(Math.floor(random() * 256)),
		// A program that reads its memory map gets it from a temporary file of the emulator; only its own folder can be written to.
		TMPDIR: '.',
		...parametersEnv(asked.parameters)
	};
}

/** The environment of a count run: that of a place's first process. The emulator, or the observer that counts, tells the harness to count. */
export const countingEnv = ({ seed, parameters, meters = [], ...asked }: CountRequest) =>
	processEnv({
		lengths: lengthsOf({ seed, parameters, ...asked }),
		seed,
		samples: budget.firstSamples,
		targetUs: budget.targetUs,
		budgetMs: budget.placeMs,
		leastSamples: budget.leastSamples,
		mostMs: usualWallMs * budget.leastWithin,
		meters,
		parameters
	});

/** A parameter `working-set` is CYCLELAB_P_working_set. */
function parametersEnv(parameters: Parameters): Record<string, string> {
	return Object.fromEntries(
		Object.entries(parameters).map(([name, value]) => [
			`CYCLELAB_P_${name.replaceAll('-', '_')}`,
			String(value)
		])
	);
}
