import { expect, test } from 'vitest';
import { cardOf, type Connected } from './connected.ts';
import { createCourtesy } from './courtesy.ts';

const runner = (id: string, slots: number, busy = 0): Connected => ({
	description: {
		...{ id, contract: 2, measures: ['x86-64'], inspects: ['x86-64'], toolchains: [] },
		...{ slots, slowSlots: 1 },
		host: {
			...{ arch: 'x86-64', microarchitecture: 'znver4', processor: 'AMD Zen 4', identity: '' },
			...{ virtualised: false, emulated: false, cores: 2, caches: [], pageBytes: 4096 },
			...{ hugePages: 'never', kernel: '6.18', counters: false }
		}
	},
	...{ state: 'ready', reason: undefined, send: () => {}, lastGiven: 0 },
	held: new Map(
		Array.from({ length: busy }, (_, i) => [
			`${i}`,
			{
				taken: { run: `${i}`, queue: 'x86-64', retryCount: 0 },
				kills: 0,
				since: 0,
				said: { events: 0, bytes: 0 },
				reached: 'nothing',
				cancelled: false
			}
		])
	),
	...{ connectedAt: '', stateSince: '', load: undefined, calibratedAt: undefined }
});

/** What a process with these runners takes, while another one has those. */
const between = (here: Connected[], there: Connected[]) =>
	createCourtesy(new Set(here), () => [...here, ...there].map(cardOf));

test('a process alone takes all that its runners have room for', () => {
	const { share } = between([runner('a', 4, 1), runner('b', 2)], []);
	expect([share('x86-64'), share('x86-64/slow'), share('arm64')]).toEqual([5, 2, 0]);
});

test('beside another with as much room it takes one, then looks again', () => {
	expect(between([runner('a', 4)], [runner('b', 4)]).share('x86-64')).toBe(1);
	expect(between([runner('a', 4)], [runner('b', 4, 3)]).share('x86-64')).toBe(1);
	expect(between([runner('a', 4)], [runner('b', 4, 4)]).share('x86-64')).toBe(4);
});

test('whoever has more room goes first, but not for ever', () => {
	const { share, heard } = between([runner('a', 4, 2)], [runner('b', 4)]);
	expect([share('x86-64'), share('x86-64', true)]).toEqual(['later', 1]);
	expect([share('x86-64'), share('x86-64'), share('x86-64')]).toEqual(['later', 1, 1]);
	heard();
	expect(share('x86-64')).toBe('later');
});

test('a full process leaves everything to others', () => {
	const { share, hasRoom } = between([runner('a', 4, 4)], [runner('b', 4)]);
	expect([share('x86-64'), hasRoom('x86-64')]).toEqual([0, false]);
});

test('there is room where one of the runners here has any', () => {
	const { hasRoom } = between([runner('a', 4, 4), runner('b', 4, 3)], []);
	expect(['x86-64', 'x86-64/slow', 'arm64'].map(hasRoom)).toEqual([true, true, false]);
});
