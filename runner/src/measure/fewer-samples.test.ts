import type { RunEvent } from '@cyclelab/contract/schema/job';
import { measured, point } from '@cyclelab/contract/fixtures/examples';
import { expect, test } from 'vitest';
import { withFewerSamples } from './fewer-samples.ts';

const noisy = (samples: number): RunEvent => {
	const figures = measured(3);
	const raw = Array.from({ length: samples }, (_, at) => ({
		process: Math.floor((5 * at) / samples),
		iterations: 1024,
		ticks: [at, 2 * at] as [number, number],
		ticksPerCycle: [1, 1] as [number, number],
		switches: 0,
		accepted: at % 3 !== 0
	}));
	return { type: 'point', variant: 'word', point: point({ ...figures, raw }, 16) };
};
const rawOf = (event: RunEvent) =>
	event.type === 'point' ? (event.point.measured?.raw ?? []) : [];
const places = (variants: number, values: number) =>
	({
		variants: Array.from({ length: variants }),
		values: Array.from({ length: values })
	}) as unknown as Parameters<typeof withFewerSamples>[1];

test('an ordinary run keeps all samples of all places', () => {
	const event = noisy(301);
	expect(withFewerSamples(event, places(2, 0))).toBe(event);
	expect(withFewerSamples(noisy(55), places(3, 19))).toEqual(noisy(55));
});

test('a noisy run of many places keeps samples of each process and of both kinds, in order', () => {
	const kept = rawOf(withFewerSamples(noisy(1500), places(3, 19)));
	expect(kept).toHaveLength(122);
	expect(kept[0]).toEqual(rawOf(noisy(1500))[0]);
	const ofProcess = [0, 1, 2, 3, 4].map(
		(id) => kept.filter(({ process }) => process === id).length
	);
	expect(Math.max(...ofProcess) - Math.min(...ofProcess)).toBeLessThanOrEqual(1);
	expect(kept.filter(({ accepted }) => accepted).length / kept.length).toBeCloseTo(2 / 3, 1);
	expect(kept.map(({ ticks }) => ticks[0])).toEqual(
		kept.map(({ ticks }) => ticks[0]).toSorted((a, b) => a - b)
	);
	expect(JSON.stringify(kept).length * 57).toBeLessThan(2 ** 20);
});

test('an event without a measured point stays as it is', () => {
	const event: RunEvent = { type: 'cancelled' };
	expect(withFewerSamples(event, places(1, 0))).toBe(event);
});
