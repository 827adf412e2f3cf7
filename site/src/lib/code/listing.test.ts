import { expect, test } from 'vitest';
import { pressureText, shortResource } from './listing.ts';

test('names of resources lose what all names of their model begin with', () => {
	expect(
		['Zn4ALU0', 'Zn4AGLU', 'SKLPort23', 'HWPort4', 'V1UnitL', 'Zn4'].map(shortResource)
	).toEqual(['ALU0', 'AGLU', '23', '4', 'L', 'Zn4']);
});

test('neighbouring units are written as one run and idle ones are left out', () => {
	expect(
		pressureText([
			{ resource: 'Zn4ALU0', cycles: 0.25 },
			{ resource: 'Zn4ALU1', cycles: 0.25 },
			{ resource: 'Zn4ALU3', cycles: 0.5 },
			{ resource: 'Zn4AGLU', cycles: 1 },
			{ resource: 'Zn4BRU1', cycles: 0 }
		])
	).toBe('ALU0-1,3, AGLU');
});
