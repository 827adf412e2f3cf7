import { expect, test } from 'vitest';
import { needOf, type Scene } from './needs.ts';

const mix = [
	{ kind: 'page', share: 90 },
	{ kind: 'measurement', share: 10 }
] as const;
const costs = {
	page: { siteMs: 6, storeMs: 3, runnerMs: 0 },
	measurement: { siteMs: 60, storeMs: 30, runnerMs: 600 }
};
const scene: Scene = { what: 'a class', learners: 100, durationS: 3600, patienceS: 60 };
const measured = { kind: 'measurement', measuringS: [5] } as const;

test('cores follow from the acts, the mix and the costs', () => {
	const need = needOf(scene, costs, mix, 10, measured);
	expect(need.actsPerS).toBe(10);
	// 10 acts/s x (0.9 x 6 + 0.1 x 60) ms = 0.114 cores of work, at 0.6 of a core's time.
	expect(need.siteCores).toBeCloseTo(0.19, 10);
	expect(need.storeCores).toBeCloseTo(0.095, 10);
	expect(need.toolsCores).toBeCloseTo(1, 10);
	// 1 measurement/s of 5 s each: 5 cores are busy, and 6 keep the queue short.
	expect(need.measuringCores).toBe(6);
	expect(need.finishedS.p95).toBeLessThanOrEqual(60);
});

test('a burst needs as many cores as finish it in time', () => {
	const burst = { share: 1, withinS: 1 };
	const few = [mix[0], { kind: 'measurement', share: 0.001 }] as const;
	const calm = needOf({ ...scene, burst }, costs, few, 10, measured);
	// About 100 runs of 5 s: 95 of 100 within 60 s is 12 rounds, so 8 to 9 cores.
	expect(calm.measuringCores).toBeGreaterThanOrEqual(7);
	expect(calm.measuringCores).toBeLessThanOrEqual(10);
	expect(
		needOf({ ...scene, burst, patienceS: 5 }, costs, few, 10, measured).measuringCores
	).toBeGreaterThan(80);
});
