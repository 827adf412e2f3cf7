import { describe, expect, it } from 'vitest';
import { at, ended, limits, run, steady } from '../../fixtures/measure/plans.ts';

import { measureAgain } from './again.ts';
import { budget } from './budget.ts';
import { startPlan } from './plan.ts';
import type { Plan } from './plan-state.ts';
import type { Rows } from './rows.ts';

const first = (): Plan => {
	const start = startPlan([at('a'), at('b'), at('c')], limits, 1);
	return { ...start, places: run(start, () => ended(steady)).places };
};
const places = [at('a'), at('c')];
/** Somebody else was on the core all the time, by its two rulers. */
const beside: Rows = {
	...steady,
	hello: { ...steady.hello, chainCycles: 30000, loopCycles: 10000 },
	samples: steady.samples.map((row) => ({ ...row, c0: 30052, c1: 30052, l0: 15052, l1: 15052 }))
};

describe('measuring again', () => {
	it('gives the places it is asked for as many processes more as they had at first', () => {
		const again = measureAgain(first(), places);
		if (!again) throw new Error('nothing is measured again');
		const { order, places: after } = run(again, () => ended(steady));
		expect(order.join('')).toBe('acaccacaac');
		expect(after.map(({ processes }) => processes.length)).toEqual([10, 5, 10]);
		expect(after.every(({ done }) => done)).toBe(true);
	});

	it('goes on while something else runs on the core, until its time is over', () => {
		const plan = first();
		const before = plan.places.reduce((sum, { spentMs }) => sum + spentMs, 0);
		const again = measureAgain(plan, places);
		if (!again) throw new Error('nothing is measured again');
		const { order, places: after } = run(again, () => ended(beside, 1000));
		expect(new Set(order)).toEqual(new Set(['a', 'c']));
		const spent = after.reduce((sum, { spentMs }) => sum + spentMs, 0);
		expect(spent - before).toBeGreaterThanOrEqual(budget.againMs - 1000);
		expect(spent - before).toBeLessThanOrEqual(budget.againMs + 1000);
		expect(measureAgain({ ...again, places: after }, places)).toBeUndefined();
	});

	it('measures nothing again that nobody asks for, or that failed', () => {
		const plan = first();
		const failure = { kind: 'timeout', stage: 'measure', limitMs: 10, variant: 'a' } as const;
		const failed = plan.places.map((place) =>
			place.place.variant === 'a' ? { ...place, failure } : place
		);
		expect([
			measureAgain(plan, []),
			measureAgain(plan, [{ variant: 'a', parameters: { size: 1 } }]),
			measureAgain({ ...plan, places: failed }, [at('a')])
		]).toEqual([undefined, undefined, undefined]);
	});
});
