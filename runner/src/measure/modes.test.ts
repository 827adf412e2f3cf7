import { describe, expect, it } from 'vitest';
import { findModes } from './modes.ts';
import { seeded } from '@cyclelab/contract/measure/seeded';

const around = (centre: number, count: number, seed: number) => {
	const random = seeded(seed);
	return Array.from({ length: count }, () => centre * (1 + 0.01 * (random() - 0.5)));
};
const rounded = (values: number[]) =>
	findModes(values).map(({ centre, share }) => ({
		centre: Number(centre.toFixed(1)),
		share: Number(share.toFixed(2))
	}));

describe('modes', () => {
	it('of one cluster are one', () => {
		expect(rounded(around(3, 55, 1))).toEqual([{ centre: 3, share: 1 }]);
	});

	it('of a loop that takes 1.5 or 2.0 cycles alternately are both, the larger first', () => {
		expect(rounded([...around(1.5, 40, 1), ...around(2, 60, 2)])).toEqual([
			{ centre: 2, share: 0.6 },
			{ centre: 1.5, share: 0.4 }
		]);
	});

	it('can be three', () => {
		const values = [...around(1, 50, 1), ...around(2, 30, 2), ...around(3, 20, 3)];
		expect(rounded(values).map(({ centre }) => centre)).toEqual([1, 2, 3]);
	});

	it('leave out a cluster below a tenth of the samples', () => {
		expect(rounded([...around(3, 95, 1), ...around(6, 5, 2)])).toEqual([{ centre: 3, share: 1 }]);
	});

	it('leave out a long tail, however heavy', () => {
		const random = seeded(3);
		const tail = Array.from({ length: 20 }, () => 3 * (1.1 + 5 * random()));
		expect(rounded([...around(3, 80, 1), ...tail])).toHaveLength(1);
	});

	it('are not looked for in a handful of samples', () => {
		expect(findModes([1, 1, 1, 2, 2, 2])).toEqual([
			{ centre: Math.exp(Math.log(2) / 2), share: 1 }
		]);
	});
});
