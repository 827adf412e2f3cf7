import { expect, test } from 'vitest';
import { at, callsOf, ended, limits, steady } from '../../fixtures/measure/plans.ts';
import { longerTargetUs } from './call-length.ts';
import { acceptProcess, nextProcess, startPlan } from './plan.ts';
import { tickRate } from './samples.ts';

const ticksPerUs = tickRate([steady]) * 1000;

/** A call takes so long beside its iterations, and an iteration so many ticks. */
const timed = (n: number, besideUs: number, each: number) =>
	callsOf(n, (iterations) => Math.round(besideUs * ticksPerUs + each * iterations));

test.each([
	['a table that the function fills, 100 us, before a few lookups', timed(2, 100, 60), 300],
	['the same with enough lookups', timed(10_000, 100, 60), undefined],
	['a call that takes nothing beside its iterations', timed(1000, 0, 300), undefined],
	['a call of nothing but a few instructions', timed(1, 0.01, 1), undefined],
	['a table of 100 ms', timed(1, 100_000, 60), 20_000],
	['no sample', { ...steady, samples: [] }, undefined]
])('%s', (_, rows, needed) => {
	const us = longerTargetUs(rows, 100);
	if (needed === undefined) expect(us).toBeUndefined();
	else expect(Math.abs((us ?? 0) - needed)).toBeLessThanOrEqual(1);
});

test('a first process of no use is thrown away, once, and all others have longer calls', () => {
	const target = (plan: ReturnType<typeof startPlan>) =>
		Number(nextProcess(plan)?.command.env['CYCLELAB_TARGET_US']);
	const start = startPlan([at('a')], limits, 1);
	const once = acceptProcess(start, 0, ended(timed(1, 100, 60)));
	expect(once.places[0]).toMatchObject({ processes: [], commands: [], done: false });
	expect(target(once)).toBeGreaterThan(290);
	const twice = acceptProcess(once, 0, ended(timed(1, 100, 60)));
	expect(twice.places[0]?.processes).toHaveLength(1);
	expect(target(twice)).toBe(target(once));
	const cores = startPlan([at('a')], limits, 1, { cores: [0, 1] });
	const [several] = acceptProcess(cores, 0, ended(timed(1, 100, 60))).places;
	expect(several?.processes).toHaveLength(1);
});
