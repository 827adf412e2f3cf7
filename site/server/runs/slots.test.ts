import { defined } from '@cyclelab/contract/defined';
import { describe, expect, test } from 'vitest';
import {
	classOf,
	isSlowQueue,
	runnerQueueOf,
	noticeOf,
	queueOf,
	serves,
	untimedNotice
} from './plan.ts';
import { chooseRunner, createFairQueueing, freeSlots } from './slots.ts';
import { host } from '../../fixtures/examples.ts';
import { cardOf, type Connected } from './connected.ts';

type Arch = 'x86-64' | 'arm64';
const runner = (
	id: string,
	arch: Arch,
	more: { state?: 'degraded'; reason?: string; microarchitecture?: string; emulated?: true } = {}
) => ({
	id,
	arch,
	microarchitecture: more.microarchitecture ?? 'znver4',
	measures: more.emulated ? [] : [arch],
	inspects: ['x86-64' as const, 'arm64' as const],
	state: more.state ?? ('ready' as const),
	host: { emulated: more.emulated ?? false },
	toolchains: [],
	...defined({ reason: more.reason })
});
const intel = runner('intel', 'x86-64', { microarchitecture: 'raptorlake' });
const amd = runner('amd', 'x86-64');
const arm = runner('arm', 'arm64', { microarchitecture: 'neoverse-n1' });
const likeArm = runner('like-arm', 'arm64', { emulated: true, microarchitecture: 'cortex-a72' });
const wish = (more: { target?: Arch; runner?: string; microarchitecture?: string } = {}) => ({
	compilers: ['gcc-14' as const],
	target: 'x86-64' as const,
	stages: ['inspect' as const, 'measure' as const],
	...more
});
const look = { ...wish({ target: 'arm64' }), stages: ['inspect' as const] };

describe('the queue a run waits in', () => {
	test("is its target's, whether or not somebody measures it now", () => {
		expect(queueOf(wish(), [])).toBe('x86-64');
		expect(queueOf(wish({ target: 'arm64' }), [intel, likeArm])).toBe('arm64');
		expect(queueOf(look, [intel, arm])).toBe('arm64');
	});

	test('is of a runner with the cross tools for an inspection, if no runner measures its target', () => {
		expect(queueOf(look, [intel])).toBe('x86-64');
		expect(queueOf(look, [])).toBe('arm64');
	});

	test('is of a runner with the cross tools for a compiler that the hosts of its target do not have', () => {
		const [target, compiler] = ['arm64' as const, 'gcc-14' as const];
		const tools = [
			{ compiler, language: 'c' as const, targets: [target], version: '14', image: 'cc' }
		];
		expect(queueOf(look, [arm, { ...intel, toolchains: tools }])).toBe('x86-64');
		expect(queueOf(wish({ target: 'arm64' }), [arm, { ...intel, toolchains: tools }])).toBe(
			'x86-64'
		);
		expect(
			queueOf(look, [
				{ ...arm, toolchains: tools },
				{ ...intel, toolchains: tools }
			])
		).toBe('arm64');
	});

	test('is of real processors rather than of an emulated one', () => {
		expect(queueOf(look, [likeArm, intel])).toBe('x86-64');
		expect(queueOf(look, [likeArm])).toBe('arm64');
	});

	test('is of the runner or of the kind of processor it names', () => {
		expect(queueOf(wish({ runner: 'intel' }), [intel])).toBe('x86-64.intel');
		expect(queueOf(wish({ microarchitecture: 'znver4' }), [amd])).toBe('x86-64/znver4');
	});

	test('is separate for builds that may take a minute', () => {
		const slow = { ...wish(), compilers: ['crystal-1.14' as const] };
		const queues = [slow, { ...slow, runner: 'amd' }, { ...slow, microarchitecture: 'znver4' }].map(
			(asked) => queueOf(asked, [amd])
		);
		expect(queues).toEqual(['x86-64/slow', 'x86-64.amd/slow', 'x86-64/znver4/slow']);
		expect(queueOf({ ...slow, stages: ['format'] }, [amd])).toBe('x86-64');
		expect([...queues, 'x86-64', 'x86-64/znver4'].map(isSlowQueue)).toEqual([
			true,
			true,
			true,
			false,
			false
		]);
	});
});

describe('a runner', () => {
	const withSlow = (queues: string[]) => [...queues, ...queues.map((queue) => `${queue}/slow`)];

	test('serves its own queues, its kind of processor and its class', () => {
		expect(serves(amd, [amd, arm])).toEqual(
			withSlow([
				runnerQueueOf('x86-64', 'amd'),
				runnerQueueOf('arm64', 'amd'),
				classOf('x86-64', 'znver4'),
				'x86-64'
			])
		);
	});

	test('that is emulated serves its class only while no runner that measures it is ready', () => {
		const own = [runnerQueueOf('arm64', 'like-arm'), runnerQueueOf('x86-64', 'like-arm')];
		const away = runner('arm', 'arm64', { state: 'degraded' });
		expect([
			serves(likeArm, [likeArm, arm]),
			serves(likeArm, [likeArm, intel]),
			serves(likeArm, [likeArm, away])
		]).toEqual([withSlow(own), withSlow([...own, 'arm64']), withSlow([...own, 'arm64'])]);
	});
});

describe('a queue without a ready runner', () => {
	test('names the kind of runner that is not connected', () => {
		expect(noticeOf('x86-64', [intel])).toBeUndefined();
		expect(noticeOf('arm64', [intel])).toBe(
			'No arm64 runner is connected. The run waits in the queue and starts as soon as one is.'
		);
		expect(noticeOf('x86-64/znver4/slow', [intel])).toBe(
			'No x86-64 (znver4) runner is connected. The run waits in the queue and starts as soon as one is.'
		);
		expect(noticeOf('x86-64.amd/slow', [intel])).toBe(
			'The runner amd is not connected. The run waits and starts when it is back.'
		);
	});

	test('gives the reason why its only runner takes no runs', () => {
		const reason = 'Docker does not answer on intel.';
		const broken = runner('intel', 'x86-64', { state: 'degraded', reason });
		expect(noticeOf('x86-64', [broken])).toBe(reason);
		expect(noticeOf('x86-64', [runner('intel', 'x86-64', { state: 'degraded' }), amd])).toBe(
			undefined
		);
		expect(noticeOf('x86-64', [runner('intel', 'x86-64', { state: 'degraded' })])).toBe(
			'The runner intel takes no runs at the moment.'
		);
	});
});

test('a request for times gets a notice if no runner that serves its queue measures the target', () => {
	const asks = wish({ target: 'arm64' });
	expect([
		untimedNotice('arm64', asks, [likeArm, intel]),
		untimedNotice('arm64.intel', asks, [likeArm, intel]),
		untimedNotice('arm64', asks, [likeArm, arm]),
		untimedNotice('arm64', { ...asks, stages: ['inspect'], explain: 'sum' }, [likeArm]),
		untimedNotice('arm64', { ...asks, stages: ['inspect'] }, [likeArm]),
		untimedNotice('arm64', asks, [intel])
	]).toEqual([
		'The runner like-arm is emulated: this run shows assembly, exact counts and predictions, and no times.',
		'The runner intel is an x86-64 machine and does not measure arm64: this run shows assembly, exact counts and predictions, and no times.',
		undefined,
		'The runner like-arm is emulated: this run shows assembly, exact counts and predictions, and no times.',
		undefined,
		undefined
	]);
});

const connected = (
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
				queue: 'x86-64',
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
	target: 'x86-64' as const,
	compilers: [compiler]
});

/** Assigns jobs as the scheduler does and returns the ids of their runners. */
function give(runners: Connected[], jobs: ReturnType<typeof job>[], queue = 'x86-64') {
	return jobs.map((job) => {
		const chosen = chooseRunner(runners, queue, job, []);
		if (!chosen) return undefined;
		chosen.held.set(job.run, {
			queue,
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
	const fleet = [connected('small', { slots: 1 }), connected('large', { slots: 3 })];
	expect(give(fleet, jobs(5))).toEqual(['large', 'large', 'small', 'large', undefined]);
});

test('equals take turns, also when each run ends before the next one comes', () => {
	const fleet = [connected('one'), connected('two'), connected('three')];
	const given = jobs(6).flatMap((job) => {
		const [id] = give(fleet, [job]);
		for (const { held } of fleet) held.clear();
		return id;
	});
	expect(given).toEqual(['one', 'two', 'three', 'one', 'two', 'three']);
});

test('a runner with the compilers comes before a runner with free slots', () => {
	const fleet = [
		connected('roomy', { slots: 8 }),
		connected('able', { compilers: ['gcc-14'], slots: 1 })
	];
	expect(give(fleet, [job('gcc-14'), job('gcc-14')])).toEqual(['able', 'roomy']);
});

test('a runner that is degraded, or still ends an earlier attempt at the run, gets no run', () => {
	const same = job();
	const fleet = [connected('ill', { state: 'degraded' }), connected('well')];
	expect(give(fleet, [same, same])).toEqual(['well', undefined]);
});

test('slow builds have slots of their own', () => {
	const only = connected('one');
	expect(give([only], jobs(3), 'x86-64/slow')).toEqual(['one', undefined, undefined]);
	expect([freeSlots(only, 'x86-64', []), freeSlots(only, 'arm64', [])]).toEqual([2, 0]);
});

/** How many runs a process with these runners takes while another process has the others. */
const between = (here: Connected[], there: Connected[]) =>
	createFairQueueing(new Set(here), () => [...here, ...there].map(cardOf));

const now = (runs: number) => ({ runs, isDeferred: false });
const later = { runs: 0, isDeferred: true };

test('the only process takes a run for each free slot', () => {
	const { share } = between(
		[connected('a', { slots: 4, busy: 1 }), connected('b', { slots: 2 })],
		[]
	);
	expect(['x86-64', 'x86-64/slow', 'arm64'].map((queue) => share(queue))).toEqual(
		[5, 2, 0].map(now)
	);
});

test('with as many free slots as another process, it takes one run, then checks again', () => {
	const shareBeside = (busy: number) =>
		between([connected('a', { slots: 4 })], [connected('b', { slots: 4, busy })]).share('x86-64');
	expect([0, 3, 4].map(shareBeside)).toEqual([1, 1, 4].map(now));
});

test('a process with more free slots goes first, but only for a limited time', () => {
	const { share, refresh } = between(
		[connected('a', { slots: 4, busy: 2 })],
		[connected('b', { slots: 4 })]
	);
	expect([share('x86-64'), share('x86-64', true)]).toEqual([later, now(1)]);
	expect([share('x86-64'), share('x86-64'), share('x86-64')]).toEqual([later, now(1), now(1)]);
	refresh();
	expect(share('x86-64')).toEqual(later);
});

test('a process without free slots takes nothing', () => {
	const { share } = between(
		[connected('a', { slots: 4, busy: 4 })],
		[connected('b', { slots: 4 })]
	);
	expect(share('x86-64')).toEqual(now(0));
});

test('what would go elsewhere only by way of the store stays, unless there are more than twice as many free slots', () => {
	const nearBeside = (free: number) =>
		between([connected('a', { slots: 4, busy: 2 })], [connected('b', { slots: free })]).near(
			'x86-64'
		);
	expect([0, 2, 4, 5].map(nearBeside)).toEqual([2, 2, 2, 0]);
});
