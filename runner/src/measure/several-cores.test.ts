import { describe, expect, it } from 'vitest';
import { recorded } from '../../fixtures/measure/recorded.ts';
import { onCores, stepLimits } from '../sandbox/limits.ts';
import { acceptProcess, nextProcess, startPlan } from './plan.ts';
import { processDoubt } from './plausible.ts';

const [first] = recorded('imul');
if (!first) throw new Error('no recording');
const { rows } = first;
const elapsedMs = (rows.end.ns - rows.hello.ns) / 1e6;
const outside = (cpuMs: number) => ({ wallMs: elapsedMs + 1, cpuMs });

describe('a process on several cores', () => {
	it('may use the processor time of all of them', () => {
		expect(processDoubt(rows, outside(2 * elapsedMs + 60), 2)).toBeUndefined();
	});

	it('may wait for another thread: then its samples are longer than its processor time', () => {
		const long = {
			...rows,
			hello: { ...rows.hello, ns: 0 },
			end: { ...rows.end, tsc: rows.hello.tsc + 1.5e9, ns: 5e8 },
			samples: rows.samples.map((row) => ({ ...row, nivcsw: 0, t1: 3e7, t2: 6e7 }))
		};
		const waited = { wallMs: 600, cpuMs: 50 };
		expect(processDoubt(long, waited)?.reason).toBe(
			'Its samples add up to more processor time than it got.'
		);
		expect(processDoubt(long, waited, 2)).toBeUndefined();
	});
});

describe('a plan', () => {
	const place = { variant: 'mine', execute: { argv: ['x'], env: {}, uses: [] }, parameters: {} };

	it('names the cores and the meters, and does not ask who else was there', () => {
		const limits = onCores(stepLimits.measure, 3);
		const extras = { meters: ['bytes-taken', 'pauses'], cores: [3, 0, 1] };
		const next = nextProcess(startPlan([place], limits, 1, extras));
		expect(next?.command.limits).toEqual({ ...stepLimits.measure, cpuSeconds: 30 });
		const { CYCLELAB_CORES, CYCLELAB_METERS, CYCLELAB_LOOPS } = next?.command.env ?? {};
		expect([CYCLELAB_CORES, CYCLELAB_METERS, CYCLELAB_LOOPS]).toEqual([
			'3,0,1',
			'bytes-taken,pauses',
			undefined
		]);
	});

	it('does not believe a process that reports other meters than it was asked for', () => {
		const plan = startPlan([place], stepLimits.measure, 1, { meters: ['bytes'], cores: [] });
		const once = acceptProcess(plan, 0, { ok: true, rows, wallMs: 20 });
		const next = acceptProcess(once, 0, { ok: true, rows, wallMs: 20 });
		expect(next.places[0]?.failure).toEqual({
			kind: 'implausible',
			bound: 'meterIds',
			stage: 'measure',
			variant: 'mine',
			reason: "Its meters are not the exercise's."
		});
	});
});
