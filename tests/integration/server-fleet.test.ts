/** Several site processes on one database, and runners that come, go, move and vanish. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createSnapshot } from '@cyclelab/site/server/snapshots.ts';
import type { RunnerSummary } from '@cyclelab/site/server/schema.ts';
import type { Site } from '@cyclelab/site/server/site.ts';
import { connectGateway } from '../../runner/src/gateway-client.ts';
import type { RunnerDescription, ToRunner } from '../../runner/src/schema/gateway.ts';
import type { Job } from '../../runner/src/schema/job.ts';
import { startProcess } from './server-process.ts';
import {
	begin,
	connectRunner,
	describeRunner,
	eventsOf,
	leaveAll,
	type TestRunner
} from './server-runner.ts';
import * as tests from './server-site.ts';
import { read, run, told, token, watchAll, type Frame } from './server-site.ts';

const eventually = (check: () => unknown, timeout = 20_000) =>
	vi.waitFor(check, { timeout, interval: 10 });
const hold = () => {};
const at = (url: string) => ({ url, close: async () => {} });
const idsAt = async (site: Site) => {
	const { body } = await read(site, '/api/runners');
	return body.map(({ id }: { id: string }) => id);
};

let shared: tests.Store;
let here: Site;
let there: Site;
const children: ChildProcess[] = [];

beforeAll(async () => {
	shared = await tests.sharedStore();
	here = await tests.startSite(shared);
	there = await tests.startSite(shared);
}, 60_000);
afterEach(async () => {
	await tests.cancelAll(here);
	await leaveAll();
	await eventually(async () => expect([await idsAt(here), await idsAt(there)]).toEqual([[], []]));
});
afterAll(async () => {
	await here.close();
	await there.close();
	for (const child of children) if (child.exitCode === null) child.kill('SIGKILL');
	await shared.remove();
});

const readyAt = async (site: Site) => {
	const { body } = await read(site, '/api/runners');
	return body
		.filter(({ state }: RunnerSummary) => state === 'ready')
		.map(({ id }: RunnerSummary) => id);
};

/** Both processes know that these runners are ready. */
const known = (...ids: string[]) =>
	eventually(async () => expect([await readyAt(here), await readyAt(there)]).toEqual([ids, ids]));

/** Connections that wait to write what happened in runs. */
const waiting = `select pid from pg_stat_activity
	where wait_event_type = 'Lock' and query like '%insert into cyclelab.run_events%'`;

test('a run moves between runners of two site processes, and whoever watches is told', async () => {
	const first = await connectRunner(here.url, token, { id: 'first', work: hold });
	const { body } = await run(here);
	await eventually(() => expect(first.jobs).toHaveLength(1));
	begin(first, body.id);
	const watched = [watchAll(here, body.id), watchAll(there, body.id)];
	const second = await connectRunner(there.url, token, { id: 'second' });
	first.kill();
	const [near = [], far = []] = await Promise.all(watched);
	const expected = ['started', 'moved', 'started', 'stage', 'stage', 'finished'];
	expect([told(near), told(far)]).toEqual([expected, expected]);
	expect(near.find(({ event }) => event === 'moved')?.data).toEqual({
		type: 'moved',
		from: 'first'
	});
	expect(second.jobs).toEqual(first.jobs);
});

test('a runner that falls silent loses its runs to another one in about three seconds', async () => {
	const silent = await connectRunner(here.url, token, { id: 'silent', work: hold });
	const { body } = await run(here);
	await eventually(() => expect(silent.jobs).toHaveLength(1));
	begin(silent, body.id);
	const watched = watchAll(there, body.id);
	await connectRunner(there.url, token, { id: 'waiting' });
	silent.freeze();
	expect(told(await watched)).toEqual([
		...['started', 'moved', 'started', 'stage', 'stage', 'finished']
	]);
	await known('waiting');
});

test('a runner that is busy for two seconds keeps its run', async () => {
	const busy = await connectRunner(here.url, token, { id: 'busy', work: hold });
	const { body } = await run(here);
	await eventually(() => expect(busy.jobs).toHaveLength(1));
	busy.freeze();
	await new Promise((resolve) => setTimeout(resolve, 2000));
	busy.thaw();
	const [job] = busy.jobs;
	const watched = watchAll(here, body.id);
	for (const event of job ? eventsOf(job, describeRunner('busy', 4)) : []) busy.say(body.id, event);
	expect(told(await watched)).toEqual(['started', 'stage', 'stage', 'finished']);
});

test('a runner that connects to another process is not held twice, and its run is done once', async () => {
	const before = await connectRunner(here.url, token, { id: 'wanderer', slots: 1, work: hold });
	const { body } = await run(here);
	await eventually(() => expect(before.jobs).toHaveLength(1));
	before.freeze();
	const after = await connectRunner(there.url, token, { id: 'wanderer', slots: 1 });
	const frames = await watchAll(here, body.id);
	expect([told(frames).at(-1), after.jobs.length]).toEqual(['finished', 1]);
	await known('wanderer');
	const { body: next } = await run(here);
	expect((await watchAll(here, next.id)).at(-1)?.event).toBe('finished');
	expect(after.jobs.map((job) => job.run)).toEqual([body.id, next.id]);
});

test('a run that was nobody’s for a moment is cancelled all the same', async () => {
	const runner = await connectRunner(there.url, token, { id: 'far', work: hold });
	await known('far');
	const { body } = await run(here);
	await eventually(() => expect(runner.jobs).toHaveLength(1));
	runner.kill();
	const { body: view } = await read(here, `/api/runs/${body.id}`, 'DELETE');
	expect(view.state).toBe('cancelled');
	const next = await connectRunner(here.url, token, { id: 'next' });
	const { body: other } = await run(here);
	await watchAll(here, other.id);
	expect(next.jobs.map((job) => job.run)).toEqual([other.id]);
});

test('a run on a runner of the other process is over when its cancelling is answered', async () => {
	const runner = await connectRunner(there.url, token, { id: 'far', work: hold });
	await known('far');
	const { body } = await run(here);
	await eventually(() => expect(runner.jobs).toHaveLength(1));
	const { body: view } = await read(here, `/api/runs/${body.id}`, 'DELETE');
	expect([view.state, runner.cancelled]).toEqual(['cancelled', [body.id]]);
});

test('a run finished at one process can be kept at the other', async () => {
	await connectRunner(here.url, token, { id: 'near' });
	const { body } = await run(here);
	await watchAll(here, body.id);
	const kept = await tests.post(there, '/api/snapshots', { run: body.id });
	expect(kept.status).toBe(201);
	const { id } = await kept.json();
	const [one, two] = await Promise.all([
		read(here, `/api/snapshots/${id}`),
		read(there, `/api/snapshots/${id}`)
	]);
	expect([one?.status, two]).toEqual([200, one]);
});

test('a run whose last word is on its way to the store can be kept at the other process', async () => {
	const runner = await connectRunner(here.url, token, { id: 'near', work: hold });
	const { body } = await run(here);
	await eventually(() => expect(runner.jobs).toHaveLength(1));
	const database = await tests.openStore(shared);
	const patienceMs = 30_000;
	let kept: ReturnType<typeof createSnapshot> | undefined;
	let isOver = false;
	await database.transaction(async (sql) => {
		// events are read, and none is written before this is over
		await sql.query('lock table cyclelab.run_events in exclusive mode');
		for (const event of runner.jobs.flatMap((job) => eventsOf(job, describeRunner('near', 4))))
			runner.say(body.id, event);
		expect((await watchAll(here, body.id)).at(-1)?.event).toBe('finished');
		kept = createSnapshot(database, body.id, patienceMs);
		kept.then(
			() => (isOver = true),
			() => (isOver = true)
		);
		await new Promise((go) => setTimeout(go, 150));
		expect(isOver).toBe(false);
	});
	expect((await kept)?.page).toMatch(/^\/s\//);
	await database.close();
});

test('runners of the other process are not idle while those of the one that is asked get everything', async () => {
	const near = await connectRunner(here.url, token, { id: 'a-near', slots: 40, work: hold });
	const far = await connectRunner(there.url, token, { id: 'b-far', slots: 40, work: hold });
	await known('a-near', 'b-far');
	// on a slow machine the other process may miss its chance now and then; near alone would have room for all
	for (let sent = 1; sent <= 20 && far.jobs.length === 0; sent++) {
		await run(here);
		await eventually(() => expect(near.jobs.length + far.jobs.length).toBe(sent));
	}
	expect(far.jobs.length).toBeGreaterThan(0);
});

test('the list of runners says how many runs wait for each', async () => {
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

test('a process killed with a run in hand: another one says that it moves, and it is done', async () => {
	const { child, url } = await startProcess(shared, {}, (one) => children.push(one));
	const doomed = await connectRunner(url, token, { id: 'doomed', work: hold });
	await known('doomed');
	const response = await tests.post(at(url), '/api/runs', { exercise: 'store-forwarding' });
	const { id } = await response.json();
	await eventually(() => expect(doomed.jobs).toHaveLength(1));
	begin(doomed, id);
	const watched = watchAll(here, id);
	// its word is in the store, which is all that is left of a process that is killed
	await tests.watchUntil(here, id, 'started');
	const rescue = await connectRunner(here.url, token, { id: 'rescue' });
	child.kill('SIGKILL');
	await once(child, 'exit');
	const frames = await watched;
	expect(told(frames)).toEqual(['started', 'moved', 'started', 'stage', 'stage', 'finished']);
	expect(rescue.jobs).toEqual(doomed.jobs);
});

test('whoever heard what was lost with a process is told the whole history that is there instead', async () => {
	const { child, url } = await startProcess(shared, {}, (one) => children.push(one));
	const doomed = await connectRunner(url, token, { id: 'doomed', work: hold });
	await known('doomed');
	const response = await tests.post(at(url), '/api/runs', { exercise: 'store-forwarding' });
	const { id } = await response.json();
	await eventually(() => expect(doomed.jobs).toHaveLength(1));
	begin(doomed, id);
	await tests.watchUntil(here, id, 'started');
	const database = await tests.openStore(shared);
	const heard: Frame[] = [];
	await database.transaction(async (sql) => {
		// nothing is written before this is over, and who waits to write is gone by then
		await sql.query('lock table cyclelab.run_events in exclusive mode');
		for (const stage of ['compile', 'link', 'disassemble', 'count'] as const)
			doomed.say(id, { type: 'stage', stage });
		for await (const frame of tests.watch(at(url), id)) {
			heard.push(frame);
			if (frame.data['stage'] === 'count') break;
		}
		// asked by others: one transaction sees the same list for ever
		const writers = () => database.query(waiting);
		await eventually(async () => expect(await writers()).toHaveLength(1));
		const [writer] = await writers();
		child.kill('SIGKILL');
		await once(child, 'exit');
		const end = 'select pg_terminate_backend(pid) from pg_stat_activity where pid = $1';
		await eventually(async () => expect(await database.query(end, [writer?.['pid']])).toEqual([]));
	});
	await database.close();
	expect(told(heard)).toEqual(['started', 'stage', 'stage', 'stage', 'stage']);
	const rescue = await connectRunner(here.url, token, { id: 'rescue', work: hold });
	await eventually(() => expect(rescue.jobs).toHaveLength(1));
	begin(rescue, id);
	for (const stage of ['compile', 'link', 'disassemble', 'count'] as const)
		rescue.say(id, { type: 'stage', stage });
	await tests.watchUntil(here, id, 'stage');
	const back = watchAll(here, id, heard.at(-1)?.id);
	for (const event of rescue.jobs.flatMap((job) => eventsOf(job, describeRunner('rescue', 4))))
		if (event.type === 'finished') rescue.say(id, event);
	const frames = (await back).filter((frame) => frame.id !== undefined);
	expect(told(frames)).toEqual([
		...['started', 'moved', 'started', 'stage', 'stage', 'stage', 'stage', 'finished']
	]);
	expect(frames).toEqual((await watchAll(here, id)).filter((frame) => frame.id !== undefined));
	// who is further, in the history that counts, hears the rest once
	const rest = await watchAll(there, id, frames.at(3)?.id);
	expect(rest.filter((frame) => frame.id !== undefined)).toEqual(frames.slice(4));
});

test('a process that could not be seen for a while stops the runs that were taken over', async () => {
	const database = await tests.openStore(shared);
	try {
		// whichever of the two is free first may get it back
		const work = (job: Job, runner: TestRunner) => {
			if (runner.jobs.length === 1) return;
			for (const event of eventsOf(job, describeRunner('first', 1))) runner.say(job.run, event);
		};
		const first = await connectRunner(here.url, token, { id: 'first', slots: 1, work });
		const { body } = await run(here);
		await eventually(() => expect(first.jobs).toHaveLength(1));
		begin(first, body.id);
		await eventually(async () =>
			expect(
				await database.query('select from cyclelab.run_events where run = $1', [body.id])
			).toHaveLength(1)
		);
		await connectRunner(there.url, token, { id: 'second', slots: 1 });
		// as if a third process had taken it over, and was gone itself: no lease has this number
		await database.query('update cyclelab.runs set holder = 1 where id = $1', [body.id]);
		await eventually(() => expect(first.cancelled).toEqual([body.id]));
		first.say(body.id, { type: 'cancelled' });
		await eventually(async () =>
			expect((await read(here, `/api/runs/${body.id}`)).body.state).toBe('finished')
		);
		const frames = await watchAll(here, body.id);
		expect(told(frames)).toEqual(['started', 'moved', 'started', 'stage', 'stage', 'finished']);
	} finally {
		await database.close();
	}
});

test('a run that its runner declines goes to the next that is ready, and has not moved', async () => {
	const weary = await connectRunner(here.url, token, {
		id: 'weary',
		work: (job, runner) => {
			runner.send({ type: 'state', state: 'degraded', reason: 'Its engine is away.' });
			runner.send({ type: 'declined', run: job.run });
		}
	});
	const { body } = await run(here);
	await eventually(() => expect(weary.jobs).toHaveLength(1));
	const fresh = await connectRunner(here.url, token, { id: 'fresh' });
	expect(told(await watchAll(here, body.id))).toEqual(['started', 'stage', 'stage', 'finished']);
	expect([weary.jobs, fresh.jobs].map((jobs) => jobs.map((job) => job.run))).toEqual([
		[body.id],
		[body.id]
	]);
});

test('a run whose runners lost their engines before they did anything with it moves as often as it must', async () => {
	const waiting = (job: Job, runner: TestRunner) => {
		begin(runner, job.run);
		runner.send({ type: 'state', state: 'degraded', reason: 'Its engine is away.' });
		runner.send({ type: 'declined', run: job.run });
	};
	const first = await connectRunner(here.url, token, { id: 'first', work: waiting });
	const { body } = await run(here);
	await eventually(() => expect(first.jobs).toHaveLength(1));
	const second = await connectRunner(here.url, token, { id: 'second', work: waiting });
	await eventually(() => expect(second.jobs).toHaveLength(1));
	await connectRunner(here.url, token, { id: 'third' });
	expect(told(await watchAll(here, body.id))).toEqual([
		...['started', 'moved', 'started', 'moved'],
		...['started', 'stage', 'stage', 'finished']
	]);
});

test('a run that its runner cannot go on with moves, and is set aside when the next one cannot either', async () => {
	const losing = (job: Job, runner: TestRunner) => {
		begin(runner, job.run);
		runner.say(job.run, { type: 'stage', stage: 'compile' });
		runner.send({ type: 'state', state: 'degraded', reason: 'Its engine is away.' });
		runner.send({ type: 'declined', run: job.run });
	};
	const first = await connectRunner(here.url, token, { id: 'first', work: losing });
	const { body } = await run(here);
	await eventually(() => expect(first.jobs).toHaveLength(1));
	await connectRunner(here.url, token, { id: 'second', work: losing });
	const frames = await watchAll(here, body.id);
	expect(told(frames)).toEqual(['started', 'stage', 'moved', 'started', 'stage', 'failed']);
	expect(frames.at(-1)?.data).toMatchObject({ type: 'failed', code: 'SET_ASIDE' });
	const { body: later } = await run(here);
	await connectRunner(there.url, token, { id: 'third' });
	expect(told(await watchAll(here, later.id))).toEqual(['started', 'stage', 'stage', 'finished']);
});

test('emulated runners take what others measure only while none of those is ready', async () => {
	const as =
		(emulated: boolean) =>
		({ clockGHz, ...description }: RunnerDescription) => ({
			...description,
			...(emulated ? {} : { clockGHz }),
			measures: emulated ? [] : ['arm64' as const],
			inspects: ['arm64' as const],
			host: { ...description.host, arch: 'arm64' as const, emulated },
			toolchains: description.toolchains.map((one) => ({ ...one, targets: ['arm64' as const] }))
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

test('a runner with several addresses goes on with the next when a site process ends', async () => {
	const short = await tests.startSite(shared);
	const description = describeRunner('loyal', 1);
	const got: ToRunner[] = [];
	const gateway = connectGateway({
		siteUrls: [short.url, there.url],
		token,
		introduce: () => [
			{ type: 'hello', runner: description },
			{ type: 'state', state: 'ready' }
		],
		onMessage: (message) => {
			got.push(message);
			if (message.type !== 'job') return;
			const { job } = message;
			for (const event of eventsOf(job, description))
				gateway.send({ type: 'event', run: job.run, event });
		},
		onDrop: () => {},
		log: pino({ level: 'silent' })
	});
	try {
		await known('loyal');
		await short.close();
		const { body } = await run(here);
		expect((await watchAll(here, body.id)).at(-1)?.event).toBe('finished');
		expect(got.map(({ type }) => type)).toEqual(['job']);
	} finally {
		gateway.close();
	}
});
