import { expect, test } from 'vitest';
import { scheduleOf, steadyState } from './chains.ts';

const core = { latency: 4, starts: 2 };

test('one chain takes the latency of each of its operations', () => {
	expect(scheduleOf(1, 3, core)).toEqual({
		lanes: [
			[
				{ number: 1, start: 0, end: 4 },
				{ number: 2, start: 4, end: 8 },
				{ number: 3, start: 8, end: 12 }
			]
		],
		cycles: 12
	});
});

test('several chains overlap, and no cycle starts more operations than the core can', () => {
	const { lanes, cycles } = scheduleOf(4, 8, core);
	expect(lanes.map((lane) => lane.map(({ start }) => start))).toEqual([
		[0, 4],
		[0, 4],
		[1, 5],
		[1, 5]
	]);
	expect(cycles).toBe(9);
	const all = scheduleOf(8, 64, core).lanes.flat();
	const started = Map.groupBy(all, ({ start }) => start);
	expect([...started.values()].every((together) => together.length === 2)).toBe(true);
	// Each operation starts when the previous operation of its chain has ended, or later.
	for (const lane of scheduleOf(8, 64, { latency: 3, starts: 2 }).lanes)
		lane.slice(1).forEach(({ start }, i) => expect(start).toBeGreaterThanOrEqual(lane[i]!.end));
});

test('a long loop costs its latency divided among the chains, until throughput decides', () => {
	expect([1, 2, 4, 8, 16].map((chains) => steadyState(chains, core))).toEqual([
		{ cycles: 4, limit: 'latency' },
		{ cycles: 2, limit: 'latency' },
		{ cycles: 1, limit: 'latency' },
		{ cycles: 0.5, limit: 'both' },
		{ cycles: 0.5, limit: 'throughput' }
	]);
	// The steady state is what a long schedule comes to.
	for (const chains of [1, 2, 4, 8, 16])
		expect(scheduleOf(chains, 6400, core).cycles / 6400).toBeCloseTo(
			steadyState(chains, core).cycles,
			2
		);
});
