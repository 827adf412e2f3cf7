import { expect, test } from 'vitest';
import { host } from '../../shared/examples.ts';
import { cardOf, type Connected } from './connected.ts';
import { chooseRunner, createFairQueueing, freeSlots } from './slots.ts';

const runner = (
	id: string,
	more: {
		slots?: number;
		busy?: number;
		state?: 'degraded';
		compilers?: ('clang-22' | 'gcc-14')[];
	} = {}
): Connected => ({
	description: {
		id,
		contract: 3,
		measures: ['x86-64'],
		inspects: ['x86-64'],
		slots: more.slots ?? 2,
		slowSlots: 1,
		host,
		toolchains: (more.compilers ?? ['clang-22']).map((compiler) => ({
			compiler,
			language: 'c',
			targets: ['x86-64'],
			version: '1',
			image: 'cc'
		}))
	},
	state: more.state ?? 'ready',
	reason: undefined,
	send: () => {},
	held: new Map(
		Array.from({ length: more.busy ?? 0 }, (_, i) => [
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
	lastGiven: 0,
	connectedAt: '',
	stateSince: '',
	load: undefined,
	calibratedAt: undefined
});
let runs = 0;
const job = (compiler: 'clang-22' | 'gcc-14' = 'clang-22') => ({
	run: `run-${(runs += 1)}`,
	compiler,
	target: 'x86-64' as const,
	variants: [{ id: 'a', edited: false, source: '' }]
});

/** Assigns jobs as the dispatch does and returns the ids of their runners. */
function give(runners: Connected[], jobs: ReturnType<typeof job>[], queue = 'x86-64') {
	return jobs.map((one) => {
		const chosen = chooseRunner(runners, queue, one, []);
		if (!chosen) return undefined;
		const taken = { run: one.run, queue, retryCount: 0 };
		chosen.held.set(one.run, {
			taken,
			kills: 0,
			since: 0,
			received: { events: 0, bytes: 0 },
			reached: 'nothing',
			cancelled: false
		});
		chosen.lastGiven = runs += 1;
		return chosen.description.id;
	});
}
const jobs = (count: number) => Array.from({ length: count }, () => job());

test('runs go to the runner with most free slots until no runner has one', () => {
	const fleet = [runner('small', { slots: 1 }), runner('large', { slots: 3 })];
	expect(give(fleet, jobs(5))).toEqual(['large', 'large', 'small', 'large', undefined]);
});

test('equals take turns, also when each run ends before the next one comes', () => {
	const fleet = [runner('one'), runner('two'), runner('three')];
	const given = jobs(6).flatMap((one) => {
		const [id] = give(fleet, [one]);
		for (const { held } of fleet) held.clear();
		return id;
	});
	expect(given).toEqual(['one', 'two', 'three', 'one', 'two', 'three']);
});

test('a runner with the compilers comes before a runner with free slots', () => {
	const fleet = [
		runner('roomy', { slots: 8 }),
		runner('able', { compilers: ['gcc-14'], slots: 1 })
	];
	expect(give(fleet, [job('gcc-14'), job('gcc-14')])).toEqual(['able', 'roomy']);
});

test('a runner that is degraded, or still ends an earlier attempt at the run, gets no run', () => {
	const same = job();
	const fleet = [runner('ill', { state: 'degraded' }), runner('well')];
	expect(give(fleet, [same, same])).toEqual(['well', undefined]);
});

test('slow builds have slots of their own', () => {
	const one = runner('one');
	expect(give([one], jobs(3), 'x86-64/slow')).toEqual(['one', undefined, undefined]);
	expect([freeSlots(one, 'x86-64', []), freeSlots(one, 'arm64', [])]).toEqual([2, 0]);
});

/** How many runs a process with these runners takes while another process has the others. */
const between = (here: Connected[], there: Connected[]) =>
	createFairQueueing(new Set(here), () => [...here, ...there].map(cardOf));

test('the only process takes a run for each free slot', () => {
	const { share } = between([runner('a', { slots: 4, busy: 1 }), runner('b', { slots: 2 })], []);
	expect([share('x86-64'), share('x86-64/slow'), share('arm64')]).toEqual([5, 2, 0]);
});

test('with as many free slots as another process, it takes one run, then checks again', () => {
	expect(between([runner('a', { slots: 4 })], [runner('b', { slots: 4 })]).share('x86-64')).toBe(1);
	expect(
		between([runner('a', { slots: 4 })], [runner('b', { slots: 4, busy: 3 })]).share('x86-64')
	).toBe(1);
	expect(
		between([runner('a', { slots: 4 })], [runner('b', { slots: 4, busy: 4 })]).share('x86-64')
	).toBe(4);
});

test('a process with more free slots goes first, but only for a limited time', () => {
	const { share, refresh } = between(
		[runner('a', { slots: 4, busy: 2 })],
		[runner('b', { slots: 4 })]
	);
	expect([share('x86-64'), share('x86-64', true)]).toEqual(['later', 1]);
	expect([share('x86-64'), share('x86-64'), share('x86-64')]).toEqual(['later', 1, 1]);
	refresh();
	expect(share('x86-64')).toBe('later');
});

test('a process without free slots takes nothing', () => {
	const { share, hasRoom } = between(
		[runner('a', { slots: 4, busy: 4 })],
		[runner('b', { slots: 4 })]
	);
	expect([share('x86-64'), hasRoom('x86-64')]).toEqual([0, false]);
});

test('a process has room if one of its runners has a free slot', () => {
	const { hasRoom } = between(
		[runner('a', { slots: 4, busy: 4 }), runner('b', { slots: 4, busy: 3 })],
		[]
	);
	expect(['x86-64', 'x86-64/slow', 'arm64'].map(hasRoom)).toEqual([true, true, false]);
});
