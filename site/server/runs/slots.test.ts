import { expect, test } from 'vitest';
import type { Connected } from './connected.ts';
import { chooseRunner, freeSlots } from './slots.ts';

const runner = (
	id: string,
	more: { slots?: number; state?: 'degraded'; compilers?: ('clang-22' | 'gcc-14')[] } = {}
): Connected => ({
	description: {
		id,
		contract: 3,
		measures: ['x86-64'],
		inspects: ['x86-64'],
		slots: more.slots ?? 2,
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
		},
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
	held: new Map(),
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
