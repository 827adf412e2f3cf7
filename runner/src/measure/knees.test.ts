import { describe, expect, it } from 'vitest';
import {
	caches,
	host,
	interval,
	measured,
	point,
	report
} from '@cyclelab/contract/fixtures/examples';
import { findKnees, findSteps } from './knees.ts';

const KiB = 1024;
const steps = (costs: [number, number][], half = 0.005) =>
	findSteps(costs.map(([value, cost]) => ({ value, cost: interval(cost, half) }))).map(
		({ from, to }) => [from.value, to.value]
	);

describe('steps', () => {
	// Chase on the machine of the fixtures, cycles; beyond 1 MiB as on Emerald Rapids (33 ns, then 130 ns).
	const chase: [number, number][] = [
		[4, 4.03],
		[8, 4.04],
		[16, 4.05],
		[32, 4.16],
		[64, 13.97],
		[128, 14.2],
		[256, 14.37],
		[512, 16.9],
		[1024, 46.6],
		[2048, 110],
		[4096, 127],
		[8192, 128],
		[16384, 480],
		[32768, 490],
		[65536, 500]
	];

	it('of a chase are found where each cache ends', () => {
		expect(steps(chase)).toEqual([
			[32, 64],
			[512, 2048],
			[8192, 16384]
		]);
	});

	it('do not depend on the order in which points came', () => {
		expect(steps(chase.toReversed())).toEqual(steps(chase));
	});

	it('are not found in a flat line, nor in a slow rise below a quarter', () => {
		expect(
			steps([
				[4, 1],
				[8, 1.01],
				[16, 0.99],
				[32, 1]
			])
		).toEqual([]);
		expect(
			steps([
				[4, 1],
				[8, 1.1],
				[16, 1.2]
			])
		).toEqual([]);
	});

	it('are not found in noise', () => {
		expect(
			steps(
				[
					[4, 1],
					[8, 1.3],
					[16, 1.3]
				],
				0.2
			)
		).toEqual([]);
	});

	it('are found across a point too noisy to stand on either side', () => {
		const points = [
			{ value: 4, cost: interval(4, 0.01) },
			{ value: 8, cost: interval(4.02, 0.01) },
			{ value: 16, cost: interval(9, 0.7) },
			{ value: 32, cost: interval(14, 0.01) },
			{ value: 64, cost: interval(14.1, 0.01) }
		];
		expect(findSteps(points).map(({ from, to }) => [from.value, to.value])).toEqual([[8, 32]]);
	});

	it('keep a noisy point that stands clearly above its neighbours', () => {
		const points = [
			{ value: 4, cost: interval(4, 0.01) },
			{ value: 8, cost: interval(4.02, 0.01) },
			{ value: 16, cost: interval(100, 0.3) }
		];
		expect(findSteps(points).map(({ from, to }) => [from.value, to.value])).toEqual([[8, 16]]);
	});

	it('are two where a rise slackens in between', () => {
		expect(
			steps([
				[4, 1],
				[8, 2],
				[16, 2.2],
				[32, 5],
				[64, 5]
			])
		).toEqual([
			[4, 8],
			[16, 32]
		]);
	});

	it('need not all go up', () => {
		expect(
			steps([
				[4, 2.41],
				[6, 2.05],
				[8, 2.52],
				[16, 2.5]
			])
		).toEqual([]);
	});
});

describe('knees of a report', () => {
	const sweep = (costs: [number, number][]) =>
		report({ chase: costs.map(([size, cost]) => point(measured(cost), size * KiB)) }).variants;

	it('name the reported cache beside them', () => {
		const knees = findKnees(
			caches,
			sweep([
				[32, 4],
				[64, 14],
				[512, 14],
				[1024, 15],
				[2048, 50]
			]),
			host.caches
		);
		expect(knees).toEqual([
			{ variant: 'chase', from: 32 * KiB, to: 64 * KiB, before: 4, after: 14, near: 'L1, 48 KiB' },
			{
				variant: 'chase',
				from: 1024 * KiB,
				to: 2048 * KiB,
				before: 15,
				after: 50,
				near: 'L2, 1 MiB'
			}
		]);
	});

	it('have no name where no reported cache ends', () => {
		expect(
			findKnees(
				caches,
				sweep([
					[8192, 33],
					[16384, 123]
				]),
				host.caches
			)
		).toEqual([{ variant: 'chase', from: 8192 * KiB, to: 16384 * KiB, before: 33, after: 123 }]);
	});
});
