import { expect, test } from 'vitest';
import { shareApart } from './claims.ts';
import { seeded } from '@cyclelab/contract/measure/seeded';

test('a pair differs if the smaller is less than the larger by the part, in either direction', () => {
	const share = (one: number, other: number) => shareApart([[one]], [[other]], 0.1).median;
	expect([share(50, 45), share(45, 50), share(50, 45.1), share(45.1, 50)]).toEqual([1, 1, 0, 0]);
});

/** Five processes of eleven values. A part of the processes, or of the values, is slow by a half. */
function drawn(random: () => number, slowProcesses: number, slowValues: number): number[][] {
	return Array.from({ length: 5 }, () => {
		const slow = random() < slowProcesses;
		return Array.from(
			{ length: 11 },
			() => 100 * (1 + 0.02 * random()) * (slow || random() < slowValues ? 1.5 : 1)
		);
	});
}

test.each([
	['single calls are disturbed', 0, 0.2],
	['few calls are disturbed', 0, 0.03],
	['whole processes are slow', 0.3, 0.05]
])(
	'the interval holds the true share in 93 of 100 runs at least, if %s',
	(_, processes, values) => {
		const random = seeded(7);
		const slow = processes + (1 - processes) * values;
		const truth = 2 * slow * (1 - slow);
		const runs = Array.from({ length: 300 }, () =>
			shareApart(drawn(random, processes, values), drawn(random, processes, values), 0.1)
		);
		const held = runs.filter(({ low, high }) => low <= truth && truth <= high).length;
		expect(held / runs.length).toBeGreaterThanOrEqual(0.93);
	}
);

test('pairs that all agree leave room for those not seen', () => {
	const same = [Array.from({ length: 50 }, () => 100)];
	const { median, low, high } = shareApart(same, structuredClone(same), 0.1);
	expect([median, low]).toEqual([0, 0]);
	expect(high).toBeCloseTo(1.96 ** 2 / (50 + 1.96 ** 2), 10);
});
