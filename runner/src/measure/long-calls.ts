/**
 * Does an iteration cost in long calls what the difference of two calls says? Time that every call takes beside its iterations
 * cancels in that difference, and a program can shape it: it sees the length of each call. So an edited program whose calls have
 * much of it is timed once more, in calls that are several times as long. What a call takes once is a small part of them, and their
 * whole time is what their iterations cost. Pure.
 */
import type { Sample } from '@cyclelab/contract/schema/measurement';
import { isLong } from '@cyclelab/contract/measure/alone';
import { longerOf } from '@cyclelab/contract/measure/sample-cost';
import { median } from '@cyclelab/contract/measure/statistics';
import type { Command } from '../sandbox/command.ts';
import { command } from './ask.ts';
import type { PlaceState, Plan } from './plan-state.ts';
import type { Rows } from './rows.ts';
import { explainedAtMost, partBeside } from './plausible.ts';
import { toSamples } from './samples.ts';

/** Times the usual length of a call: a fifth of a short call is a hundredth of the longest of these. */
const timesAsLong = 8;
/** A harness decides the lengths: with fewer times as many iterations, nothing is proven. */
const longerAtLeast = 4;
/** Fewest undisturbed samples. A long one is interrupted more often, so up to so many processes take some. */
const samplesAtLeast = 3;
export const longProcessesAtMost = 3;

/** The process with long calls of a place, if much of its calls' time does not grow with their iterations. */
export function longCallsCommand(plan: Plan, state: PlaceState): Command | undefined {
	if (state.failure || state.processes.length === 0) return undefined;
	const samples = toSamples(state.processes);
	const accepted = samples.filter((sample) => sample.accepted);
	if (isLong(samples) || !(median(accepted.map(partBeside)) > explainedAtMost)) return undefined;
	// With as many samples, and the data, of the first process.
	const asked = command(plan, { ...state, processes: [] }, 0);
	const targetUs = String(timesAsLong * Number(asked.env['CYCLELAB_TARGET_US']));
	return { ...asked, env: { ...asked.env, CYCLELAB_TARGET_US: targetUs } };
}

/** Those samples of such processes that prove something beside the usual ones; undefined if they are too few, or too short. */
export function provingSamples(
	long: readonly Rows[],
	usual: readonly Sample[]
): Sample[] | undefined {
	const accepted = toSamples(long).filter((sample) => sample.accepted);
	const lengths = (samples: readonly Sample[]) => median(samples.map(longerOf));
	const isLonger = lengths(accepted) >= longerAtLeast * lengths(usual);
	return accepted.length >= samplesAtLeast && isLonger ? accepted : undefined;
}
