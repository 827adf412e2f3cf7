/** The command of a place's next process: layout, data, length and number of samples. */
import type { Command } from '../sandbox/command.ts';
import { countSeed, processEnv } from '../toolchains/harness-env.ts';
import { budget } from './budget.ts';
import type { PlaceState, Plan } from './plan-state.ts';
import type { Rows } from './rows.ts';
import { tickRate, tickStep } from './samples.ts';

/** Time limit of one place, ms. */
export function placeMs(plan: Plan, long = false): number {
	const shareMs = (long ? budget.longTotalMs : budget.totalMs) / plan.places.length;
	const mostMs = long ? budget.longPlaceMs : budget.placeMs;
	return Math.min(mostMs, Math.max(budget.placeAtLeastMs, shareMs));
}

/** Whether long samples have used up the time of all places: then each place left gets one process. */
export function isLate(plan: Plan): boolean {
	return spentMs(plan) > (plan.untilMs ?? budget.longTotalMs);
}

/** Wall time of all processes so far, ms. */
export function spentMs({ places }: Plan): number {
	return places.reduce((sum, state) => sum + state.spentMs, 0);
}

/** Whether setting up takes long. */
export function isExpensive(processes: readonly Rows[]): boolean {
	return processes.some(({ hello }) => hello.setupNs > budget.expensiveSetupMs * 1e6);
}

/** Whether starting the same variant, its runtime and its setup, took long before. */
function expectsExpensive(plan: Plan, { place }: PlaceState): boolean {
	return plan.places.some(
		({ place: { variant }, processes, doubt, spentMs }) =>
			variant === place.variant &&
			(isExpensive(processes) ||
				spentMs > (processes.length + (doubt ? 1 : 0)) * budget.expensiveSetupMs)
	);
}

/** Of the next process of a place. */
export function samplesAsked(plan: Plan, state: PlaceState): number {
	return state.processes.length < budget.processes && !expectsExpensive(plan, state)
		? budget.firstSamples
		: budget.moreSamples;
}

/** Longer where the counter is coarse, as the first processes have shown. */
function targetUs({ places }: Plan): number {
	const known = places.find(({ processes }) => processes.length > 0)?.processes;
	if (!known) return budget.targetUs;
	const stepUs = tickStep(known) / tickRate(known) / 1000;
	// The harness's kernel(n) takes between 0.7 and 1.4 times the target.
	return Math.max(budget.targetUs, Math.ceil((budget.stepsAtLeast * stepUs) / 0.7));
}

/**
 * The seed of the data: the same for all variants of a round, so that they work on the same data. One of the first two rounds has
 * the data that is counted, so that results can be compared.
 */
const seedOf = ({ seed }: Plan, round: number): number =>
	round === seed % 2 ? countSeed : seed + round;

/** The next process of a place, the `round`th. */
export function command(plan: Plan, state: PlaceState, round: number): Command {
	const { execute, parameters } = state.place;
	const env = processEnv({
		lengths: plan.lengths(parameters),
		seed: seedOf(plan, round),
		layout: plan.seed + round,
		samples: samplesAsked(plan, state),
		targetUs: Math.max(targetUs(plan), state.targetUs ?? 0),
		budgetMs: Math.max(budget.processAtLeastMs, Math.min(placeMs(plan), plan.limits.wallMs / 2)),
		leastSamples: isLate(plan) ? budget.leastOfOne : budget.leastSamples,
		mostMs: plan.limits.wallMs * budget.leastWithin,
		meters: plan.meters,
		parameters
	});
	// With several cores, its own threads would be taken for neighbours (`alone.ts`).
	const { CYCLELAB_LOOPS: _, ...onCores } = env;
	return {
		...execute,
		env: {
			...execute.env,
			...(plan.cores.length > 1 ? { ...onCores, CYCLELAB_CORES: plan.cores.join(',') } : env)
		},
		limits: plan.limits
	};
}
