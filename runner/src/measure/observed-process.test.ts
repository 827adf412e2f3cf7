import { expect, test } from 'vitest';
import { at, ended, limits, run, steady } from '../../fixtures/measure/plans.ts';
import { observedProcess } from './observed-process.ts';
import { nextProcess, startPlan } from './plan.ts';
import type { Rows } from './rows.ts';

const slower = (rows: Rows, ticks: number): Rows => ({
	...rows,
	samples: rows.samples.map((row) => ({ ...row, t2: row.t2 + ticks }))
});

test('the quickest process is observed, with the command that it had', () => {
	let processes = 0;
	const start = startPlan([at('a')], limits, 7);
	const { places } = run(start, () => ended(slower(steady, ++processes === 3 ? 0 : 20)));
	const observed = observedProcess(places, 'a', {});
	expect(observed).toEqual({ command: places[0]?.commands[2], rows: steady, parameters: {} });
	// The control: each process has its own command.
	expect(observed?.command).not.toEqual(nextProcess(start)?.command);
	expect(observed?.command.env['CYCLELAB_SEED']).toBe('9');
});

test('the place that was counted is observed, or the smallest that was measured', () => {
	const { places } = run(startPlan([at('a', 64), at('a', 8), at('b')], limits, 7), () =>
		ended(steady)
	);
	const parametersOf = (size: number) =>
		observedProcess(places, 'a', { 'working-set': size })?.parameters;
	expect([64, 8, 16].map(parametersOf)).toEqual(
		[64, 8, 8].map((size) => ({ 'working-set': size }))
	);
	expect(observedProcess(places, 'c', {})).toBeUndefined();
});
