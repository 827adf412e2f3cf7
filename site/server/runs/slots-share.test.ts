import { expect, test } from 'vitest';
import { cardOf, type Connected } from './connected.ts';
import { createFairQueueing } from './slots.ts';

const runner = (id: string, slots: number, busy = 0): Connected => ({
	description: {
		id,
		contract: 3,
		measures: ['x86-64'],
		inspects: ['x86-64'],
		toolchains: [],
		slots,
		slowSlots: 1,
		host: {
			arch: 'x86-64',
			microarchitecture: 'znver4',
			processor: 'AMD Zen 4',
			identity: '',
			virtualised: false,
			emulated: false,
			cores: 2,
			caches: [],
			pageBytes: 4096,
			hugePages: 'never',
			kernel: '6.18'
		}
	},
	state: 'ready',
	reason: undefined,
	send: () => {},
	lastGiven: 0,
	held: new Map(
		Array.from({ length: busy }, (_, i) => [
			`${i}`,
			{
				taken: { run: `${i}`, queue: 'x86-64', retryCount: 0 },
				kills: 0,
				since: 0,
				received: { events: 0, bytes: 0 },
				reached: 'nothing',
				cancelled: false
			}
		])
	),
	connectedAt: '',
	stateSince: '',
	load: undefined,
	calibratedAt: undefined
});

/** How many runs a process with these runners takes while another process has the others. */
const between = (here: Connected[], there: Connected[]) =>
	createFairQueueing(new Set(here), () => [...here, ...there].map(cardOf));

test('the only process takes a run for each free slot', () => {
	const { share } = between([runner('a', 4, 1), runner('b', 2)], []);
	expect([share('x86-64'), share('x86-64/slow'), share('arm64')]).toEqual([5, 2, 0]);
});

test('with as many free slots as another process, it takes one run, then checks again', () => {
	expect(between([runner('a', 4)], [runner('b', 4)]).share('x86-64')).toBe(1);
	expect(between([runner('a', 4)], [runner('b', 4, 3)]).share('x86-64')).toBe(1);
	expect(between([runner('a', 4)], [runner('b', 4, 4)]).share('x86-64')).toBe(4);
});

test('a process with more free slots goes first, but only for a limited time', () => {
	const { share, refresh } = between([runner('a', 4, 2)], [runner('b', 4)]);
	expect([share('x86-64'), share('x86-64', true)]).toEqual(['later', 1]);
	expect([share('x86-64'), share('x86-64'), share('x86-64')]).toEqual(['later', 1, 1]);
	refresh();
	expect(share('x86-64')).toBe('later');
});

test('a process without free slots takes nothing', () => {
	const { share, hasRoom } = between([runner('a', 4, 4)], [runner('b', 4)]);
	expect([share('x86-64'), hasRoom('x86-64')]).toEqual([0, false]);
});

test('a process has room if one of its runners has a free slot', () => {
	const { hasRoom } = between([runner('a', 4, 4), runner('b', 4, 3)], []);
	expect(['x86-64', 'x86-64/slow', 'arm64'].map(hasRoom)).toEqual([true, true, false]);
});
