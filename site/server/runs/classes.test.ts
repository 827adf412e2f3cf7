import { describe, expect, test } from 'vitest';
import {
	classOf,
	isSlowQueue,
	runnerQueueOf,
	noticeOf,
	queueOf,
	serves,
	untimedNotice
} from './classes.ts';

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
	...(more.reason === undefined ? {} : { reason: more.reason })
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
			(one) => queueOf(one, [amd])
		);
		expect(queues).toEqual(['x86-64/slow', 'x86-64.amd/slow', 'x86-64/znver4/slow']);
		expect([...queues, 'x86-64', 'x86-64/znver4'].map(isSlowQueue)).toEqual([
			...[true, true, true],
			...[false, false]
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
		...[undefined, undefined]
	]);
});
