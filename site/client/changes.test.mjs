import { expect, test } from 'vitest';
import { changesOf, leastPoints, level, medianOf, mostPoints, randomFrom } from './changes.mjs';

/** A series around each level in turn, with noise of this part of 1. @param {readonly [number, number][]} parts level and points */
function series(parts, seed = 7, noise = 0.005) {
	const random = randomFrom(seed * 7919);
	// The sum of twelve uniform numbers is nearly normal, with deviation 1.
	const normal = () => Array.from({ length: 12 }, random).reduce((a, b) => a + b) - 6;
	return parts.flatMap(([at, count]) =>
		Array.from({ length: count }, () => at * (1 + noise * normal()))
	);
}
/** @param {readonly number[]} values */
const found = (values, least = 0.02) => changesOf(values, () => least);
/** @param {readonly number[]} values */
const places = (values, least = 0.02) => found(values, least)?.map(({ at }) => at);

const normal = (/** @type {number} */ seed) => series([[4, 30]], seed);
/** Noise to one side, as of runs that something disturbs. @param {number} seed */
const skewed = (seed) => {
	const random = randomFrom(seed * 104_729);
	return Array.from({ length: 30 }, () => 4 * (1 - 0.01 * Math.log(1 - random())));
};

test.each([
	['normal', normal],
	['exponential', skewed]
])('a series of %s noise alone has a change as rarely as the level states', (name, make) => {
	const seeds = 500;
	const alarms = Array.from({ length: seeds }, (_, at) => found(make(at + 1), 0)).filter(
		(changes) => changes?.length
	).length;
	console.log(`${name} noise: ${alarms} of ${seeds} series without a change have one`);
	// At a level of 1 %, 5 are expected; more than 14 have a probability of 0.01 %.
	expect(level * seeds).toBe(5);
	expect(alarms).toBeLessThanOrEqual(14);
});

test('one step is found at its point, with the medians around it', () => {
	for (let seed = 1; seed <= 10; seed++) {
		const changes = found(
			series(
				[
					[4, 20],
					[4.4, 15]
				],
				seed
			)
		);
		expect(changes).toHaveLength(1);
		expect(changes?.[0]?.at).toBe(20);
		expect(changes?.[0]?.before).toBeCloseTo(4, 1);
		expect(changes?.[0]?.after).toBeCloseTo(4.4, 1);
	}
});

test('two steps are found, also if the second takes the first back', () => {
	const rising = series([
		[4, 15],
		[4.4, 15],
		[5, 15]
	]);
	expect(places(rising)).toEqual([15, 30]);
	const returning = series([
		[4, 20],
		[4.4, 12],
		[4, 20]
	]);
	expect(places(returning)).toEqual([20, 32]);
});

test('the shortest series that is judged has a step as soon as five points show it', () => {
	const short = series([
		[4, 7],
		[4.4, 5]
	]);
	expect(short).toHaveLength(leastPoints);
	expect(places(short)).toEqual([7]);
	expect(found(short.slice(0, -1))).toBeUndefined();
	expect(found([])).toBeUndefined();
});

test('a drift becomes steps of one direction', () => {
	const drift = series(Array.from({ length: 60 }, (_, at) => [4 * (1 + 0.004 * at), 1]));
	const changes = found(drift) ?? [];
	expect(changes.length).toBeGreaterThan(0);
	expect(changes.filter(({ before, after }) => after <= before)).toEqual([]);
});

test('outliers are no change, also at the end and several of them', () => {
	const values = series([[4, 40]]);
	expect(places(values.with(20, 8))).toEqual([]);
	expect(places(values.with(39, 8))).toEqual([]);
	expect(places(values.with(3, 8).with(17, 8).with(18, 8).with(39, 8))).toEqual([]);
});

test('a change smaller than the least that counts is none, and its points join both stretches', () => {
	const small = series(
		[
			[4, 20],
			[4.06, 20],
			[5, 20]
		],
		3,
		0.001
	);
	expect(places(small, 0.01)).toEqual([20, 40]);
	expect(places(small)).toEqual([40]);
	expect(found(small)?.[0]?.before).toBeCloseTo(medianOf(small.slice(0, 40)));
});

test('equal values, as of a simulator, have no change, and the same series has the same changes', () => {
	expect(places(Array.from({ length: 30 }, () => 4))).toEqual([]);
	const values = series([
		[4, 20],
		[4.1, 20]
	]);
	expect(found(values)).toEqual(found(values));
});

test('only the newest points of a long series are judged, in bounded time', () => {
	const long = series([
		[3, 50],
		[4, mostPoints - 100],
		[4.4, 100]
	]);
	const began = performance.now();
	expect(places(long)).toEqual([mostPoints - 50]);
	console.log(`${long.length} points: ${((performance.now() - began) / 1000).toFixed(1)} s`);
});
