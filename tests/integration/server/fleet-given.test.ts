/** Which runner gets a run, of the runners of two sites on one database. */
import { expect, test } from 'vitest';
import type { RunnerDescription } from '@cyclelab/contract/schema/gateway';
import type { Job } from '@cyclelab/contract/schema/job';
import { eventually, runOn } from './hooks.ts';
import { connectRunner, hold, sendStarted, type TestRunner } from './runner.ts';
import { eventTypes, read, run, token, watchAll } from './site.ts';
import { twoSitesForAll } from './two-sites.ts';

const { here, there, known } = twoSitesForAll();

test('runs requested at one process are also given to runners of the other process', async () => {
	const near = await connectRunner(here.url, token, { id: 'a-near', slots: 40, work: hold });
	const far = await connectRunner(there.url, token, { id: 'b-far', slots: 40, work: hold });
	await known('a-near', 'b-far');
	// the near runner has slots for all runs, so the far runner may get few on a slow machine
	for (let sent = 1; sent <= 20 && far.jobs.length === 0; sent++) {
		await run(here);
		await eventually(() => expect(near.jobs.length + far.jobs.length).toBe(sent));
	}
	expect(far.jobs.length).toBeGreaterThan(0);
});

test('the list of runners has the number of queued runs of each', async () => {
	await connectRunner(here.url, token, { id: 'full', slots: 1, work: hold });
	await connectRunner(there.url, token, {
		id: 'other-kind',
		slots: 1,
		work: hold,
		as: (description) => ({
			...description,
			host: { ...description.host, microarchitecture: 'znver4' }
		})
	});
	await known('full', 'other-kind');
	for (let i = 0; i < 5; i++) await run(here);
	await run(here, { microarchitecture: 'znver4' });
	await run(here, { runner: 'full' });
	await eventually(async () => {
		for (const site of [here, there]) {
			const { body } = await read(site, '/api/runners');
			expect(body.map(({ id, waiting }: { id: string; waiting: number }) => [id, waiting])).toEqual(
				[
					['full', 4],
					['other-kind', 4]
				]
			);
		}
	});
});

test('a run that its runner declines goes to the next ready runner without an event "moved"', async () => {
	const weary = await connectRunner(here.url, token, {
		id: 'weary',
		work: (job, runner) => {
			runner.send({ type: 'state', state: 'degraded', reason: 'Its engine is away.' });
			runner.send({ type: 'declined', run: job.run });
		}
	});
	const body = await runOn(weary, here);
	const fresh = await connectRunner(here.url, token, { id: 'fresh' });
	expect(eventTypes(await watchAll(here, body.id))).toBe('started stage stage finished');
	expect([weary.jobs, fresh.jobs].map((jobs) => jobs.map((job) => job.run))).toEqual([
		[body.id],
		[body.id]
	]);
});

test('a run that its runners could not start for lack of an engine moves without limit', async () => {
	const waiting = (job: Job, runner: TestRunner) => {
		sendStarted(runner, job.run);
		runner.send({ type: 'state', state: 'degraded', reason: 'Its engine is away.' });
		runner.send({ type: 'declined', run: job.run });
	};
	const first = await connectRunner(here.url, token, { id: 'first', work: waiting });
	const body = await runOn(first, here);
	const second = await connectRunner(here.url, token, { id: 'second', work: waiting });
	await eventually(() => expect(second.jobs).toHaveLength(1));
	await connectRunner(here.url, token, { id: 'third' });
	expect(eventTypes(await watchAll(here, body.id))).toBe(
		'started moved started moved started stage stage finished'
	);
});

test('a run that its runner cannot continue moves, and is set aside if the next runner cannot continue either', async () => {
	const losing = (job: Job, runner: TestRunner) => {
		sendStarted(runner, job.run);
		runner.sendEvent(job.run, { type: 'stage', stage: 'compile' });
		runner.send({ type: 'state', state: 'degraded', reason: 'Its engine is away.' });
		runner.send({ type: 'declined', run: job.run });
	};
	const first = await connectRunner(here.url, token, { id: 'first', work: losing });
	const body = await runOn(first, here);
	await connectRunner(here.url, token, { id: 'second', work: losing });
	const frames = await watchAll(here, body.id);
	expect(eventTypes(frames)).toBe('started stage moved started stage failed');
	expect(frames.at(-1)?.data).toMatchObject({ type: 'failed', code: 'SET_ASIDE' });
	const { body: later } = await run(here);
	await connectRunner(there.url, token, { id: 'third' });
	expect(eventTypes(await watchAll(here, later.id))).toBe('started stage stage finished');
});

test('an emulated runner gets runs of its architecture only while no other runner of it is ready', async () => {
	const as =
		(emulated: boolean) =>
		({ clockGHz, ...description }: RunnerDescription) => ({
			...description,
			...(emulated ? {} : { clockGHz }),
			measures: emulated ? [] : ['arm64' as const],
			inspects: ['arm64' as const],
			host: { ...description.host, arch: 'arm64' as const, emulated },
			toolchains: description.toolchains.map((toolchain) => ({
				...toolchain,
				targets: ['arm64' as const]
			}))
		});
	const like = await connectRunner(here.url, token, { id: 'like-arm', as: as(true) });
	const { body: first } = await run(here, { target: 'arm64' });
	expect(first.notice).toBe(
		'The runner like-arm is emulated: this run shows assembly, exact counts and predictions, and no times.'
	);
	await watchAll(here, first.id);
	const real = await connectRunner(there.url, token, { id: 'real-arm', as: as(false) });
	await known('like-arm', 'real-arm');
	const { body: second } = await run(here, { target: 'arm64' });
	expect(second.notice).toBeUndefined();
	await watchAll(here, second.id);
	const { body: named } = await run(here, { target: 'arm64', runner: 'like-arm' });
	await watchAll(here, named.id);
	real.send({ type: 'state', state: 'degraded', reason: 'Too warm.' });
	await eventually(async () => {
		const { body } = await read(here, '/api/runners');
		expect(body.map(({ state }: { state: string }) => state)).toEqual(['ready', 'degraded']);
	});
	const { body: last } = await run(here, { target: 'arm64' });
	await watchAll(here, last.id);
	expect([like.jobs, real.jobs].map((jobs) => jobs.map((job) => job.run))).toEqual([
		[first.id, named.id, last.id],
		[second.id]
	]);
});
