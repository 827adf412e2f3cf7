import { expect, test } from 'vitest';
import { seeded } from '../../../runner/src/measure/seeded.ts';
import { fewestServers, poisson, sojournS } from './queue.ts';

test('a demand waits until a server is free', () => {
	const demands = [0, 0, 0, 10].map((atS) => ({ atS, serviceS: 2 }));
	expect(sojournS(demands, 1)).toEqual([2, 4, 6, 2]);
	expect(sojournS(demands, 2)).toEqual([2, 2, 4, 2]);
	expect(sojournS(demands, 3)).toEqual([2, 2, 2, 2]);
});

test('the fewest servers that are enough are found', () => {
	const demands = Array.from({ length: 100 }, () => ({ atS: 0, serviceS: 1 }));
	const within = (seconds: number) => (sojourn: readonly number[]) =>
		sojourn.every((one) => one <= seconds);
	expect(fewestServers(demands, within(10), 1000)).toBe(10);
	expect(fewestServers(demands, within(1), 1000)).toBe(100);
	expect(() => fewestServers(demands, within(0.5), 1000)).toThrow('1000 servers are not enough.');
});

test('one server at half its capacity has the mean time of the Pollaczek-Khinchine formula', () => {
	// M/D/1: service + utilisation x service / (2 x (1 - utilisation)) = 1.5 services.
	const sojourn = sojournS(poisson(0.5, 400_000, [1], seeded(1)), 1);
	const mean = sojourn.reduce((sum, one) => sum + one, 0) / sojourn.length;
	expect(mean).toBeGreaterThan(1.48);
	expect(mean).toBeLessThan(1.52);
});
