import { expect, test } from 'vitest';
import type { Sample } from '@cyclelab/contract/schema/measurement';
import { at, callsOf, ended, limits } from '../../fixtures/measure/plans.ts';
import { longCallsCommand, provingSamples } from './long-calls.ts';
import { acceptProcess, startPlan } from './plan.ts';
import type { Rows } from './rows.ts';
import { toSamples } from './samples.ts';

/** A call takes `once` ticks and three an iteration. */
const timed = (n: number, once: number, nivcsw = 0) =>
	callsOf(n, (iterations) => once + 3 * iterations, nivcsw);

const stateOf = (rows: Rows) => {
	const plan = acceptProcess(startPlan([at('a')], limits, 1), 0, ended(rows));
	const [state] = plan.places;
	if (!state) throw new Error('no place');
	return { plan, state };
};

test('a process with long calls is asked for where much of a call does not grow, and is as the others are else', () => {
	const { plan, state } = stateOf(timed(1000, 300));
	const asked = longCallsCommand(plan, state);
	const [usual] = state.commands;
	expect(asked).toEqual({ ...usual, env: { ...usual?.env, CYCLELAB_TARGET_US: '800' } });
	const honest = stateOf(timed(1000, 10));
	expect(longCallsCommand(honest.plan, honest.state)).toBeUndefined();
	const failure = { kind: 'no-time-left', stage: 'measure', variant: 'a', limitMs: 1 } as const;
	expect(longCallsCommand(plan, { ...state, failure })).toBeUndefined();
});

test('long calls prove something if they are long, and enough of them were undisturbed', () => {
	const usual: Sample[] = toSamples([timed(1000, 300)]);
	expect(provingSamples([timed(8000, 300)], usual)).toHaveLength(11);
	expect(provingSamples([timed(2000, 300)], usual)).toBeUndefined();
	expect(provingSamples([timed(8000, 300, 1)], usual)).toBeUndefined();
	expect(provingSamples([], usual)).toBeUndefined();
});
