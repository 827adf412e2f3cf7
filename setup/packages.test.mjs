import { expect, test } from 'vitest';
import { matches } from './packages.mjs';

const lock = {
	packages: {
		'': { name: 'cyclelab' },
		runner: { name: '@cyclelab/runner' },
		'node_modules/@cyclelab/runner': { resolved: 'runner', link: true },
		'node_modules/zod': { version: '4.6.7' },
		'node_modules/@rollup/other-platform': { version: '1.0.0', optional: true }
	}
};
const installed = {
	packages: {
		'node_modules/@cyclelab/runner': { resolved: 'runner', link: true },
		'node_modules/zod': { version: '4.6.7' }
	}
};

test('packages for other platforms may be missing', () => {
	expect(matches(lock, installed)).toBe(true);
});

test('another version, a missing package and a missing record all call for an installation', () => {
	const older = { packages: { ...installed.packages, 'node_modules/zod': { version: '4.0.0' } } };
	const without = { packages: { 'node_modules/zod': { version: '4.6.7' } } };
	expect([matches(lock, older), matches(lock, without), matches(lock, undefined)]).toEqual([
		false,
		false,
		false
	]);
});
