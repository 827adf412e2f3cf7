/** Several site processes on one database, and runners that connect, disconnect, change sites and hang. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { openReports } from '@cyclelab/site/server/runs/reports.ts';
import { createSnapshot } from '@cyclelab/site/server/snapshots/snapshots.ts';
import type { RunnerSummary } from '@cyclelab/site/shared/schema.ts';
import type { Site } from '@cyclelab/site/server/site.ts';
import { connectGateway } from '../../runner/src/gateway-client.ts';
import type { RunnerDescription, ToRunner } from '../../runner/src/schema/gateway.ts';
import type { Job } from '../../runner/src/schema/job.ts';
import { startProcess } from './server-process.ts';
import {
	sendStarted,
	connectRunner,
	describeRunner,
	eventsOf,
	disconnectAll,
	type TestRunner
} from './server-runner.ts';
import * as tests from './server-site.ts';
import { read, run, eventTypes, token, watchAll, type Frame } from './server-site.ts';

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
	await disconnectAll();
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

/** Waits until both processes list these runners as ready. */
const known = (...ids: string[]) =>
	eventually(async () => expect([await readyAt(here), await readyAt(there)]).toEqual([ids, ids]));

/** Database connections that wait to insert events. */
const waiting = `select pid from pg_stat_activity
	where wait_event_type = 'Lock' and query like '%insert into cyclelab.run_events%'`;

test('a run moves between runners of two site processes, and readers at both get the event', async () => {
	const first = await connectRunner(here.url, token, { id: 'first', work: hold });
	const { body } = await run(here);
	await eventually(() => expect(first.jobs).toHaveLength(1));
	sendStarted(first, body.id);
	const watched = [watchAll(here, body.id), watchAll(there, body.id)];
	const second = await connectRunner(there.url, token, { id: 'second' });
	first.kill();
	const [near = [], far = []] = await Promise.all(watched);
	const expected = ['started', 'moved', 'started', 'stage', 'stage', 'finished'];
	expect([eventTypes(near), eventTypes(far)]).toEqual([expected, expected]);
	expect(near.find(({ event }) => event === 'moved')?.data).toEqual({
		type: 'moved',
		from: 'first'
	});
	expect(second.jobs).toEqual(first.jobs);
});

test('the runs of a silent runner move to another runner after about three seconds', async () => {
	const silent = await connectRunner(here.url, token, { id: 'silent', work: hold });
	const { body } = await run(here);
	await eventually(() => expect(silent.jobs).toHaveLength(1));
	sendStarted(silent, body.id);
	const watched = watchAll(there, body.id);
	await connectRunner(there.url, token, { id: 'waiting' });
	silent.freeze();
	expect(eventTypes(await watched)).toEqual([
		...['started', 'moved', 'started', 'stage', 'stage', 'finished']
	]);
	await known('waiting');
});

test('a runner that does not respond for two seconds keeps its run', async () => {
	const busy = await connectRunner(here.url, token, { id: 'busy', work: hold });
	const { body } = await run(here);
	await eventually(() => expect(busy.jobs).toHaveLength(1));
	busy.freeze();
	await new Promise((resolve) => setTimeout(resolve, 2000));
	busy.thaw();
	const [job] = busy.jobs;
	const watched = watchAll(here, body.id);
	for (const event of job ? eventsOf(job, describeRunner('busy', 4)) : [])
		busy.sendEvent(body.id, event);
	expect(eventTypes(await watched)).toEqual(['started', 'stage', 'stage', 'finished']);
});

test('a runner that connects to another process is listed once, and its run is executed once', async () => {
	const before = await connectRunner(here.url, token, { id: 'wanderer', slots: 1, work: hold });
	const { body } = await run(here);
	await eventually(() => expect(before.jobs).toHaveLength(1));
	before.freeze();
	const after = await connectRunner(there.url, token, { id: 'wanderer', slots: 1 });
	const frames = await watchAll(here, body.id);
	expect([eventTypes(frames).at(-1), after.jobs.length]).toEqual(['finished', 1]);
	await known('wanderer');
	const { body: next } = await run(here);
	expect((await watchAll(here, next.id)).at(-1)?.event).toBe('finished');
	expect(after.jobs.map((job) => job.run)).toEqual([body.id, next.id]);
});

test('a run between two runners can be cancelled', async () => {
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

test('a run on a runner of the other process has ended when the request to cancel it returns', async () => {
	const runner = await connectRunner(there.url, token, { id: 'far', work: hold });
	await known('far');
	const { body } = await run(here);
	await eventually(() => expect(runner.jobs).toHaveLength(1));
	const { body: view } = await read(here, `/api/runs/${body.id}`, 'DELETE');
	expect([view.state, runner.cancelled]).toEqual(['cancelled', [body.id]]);
});

test('a run that finished at one process can become a snapshot at the other', async () => {
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

test('a run whose last event is not yet stored can become a snapshot at the other process', async () => {
	const runner = await connectRunner(here.url, token, { id: 'near', work: hold });
	const { body } = await run(here);
	await eventually(() => expect(runner.jobs).toHaveLength(1));
	const database = await tests.openStore(shared);
	const reports = openReports(database);
	const patienceMs = 30_000;
	let kept: ReturnType<typeof createSnapshot> | undefined;
	let isOver = false;
	await database.transaction(async (sql) => {
		// events can be read, but not written until this transaction ends
		await sql.query('lock table cyclelab.run_events in exclusive mode');
		for (const event of runner.jobs.flatMap((job) => eventsOf(job, describeRunner('near', 4))))
			runner.sendEvent(body.id, event);
		expect((await watchAll(here, body.id)).at(-1)?.event).toBe('finished');
		kept = createSnapshot(database, reports, body.id, patienceMs);
		kept.then(
			() => (isOver = true),
			() => (isOver = true)
		);
		await new Promise((go) => setTimeout(go, 150));
		expect(isOver).toBe(false);
	});
	expect((await kept)?.page).toMatch(/^\/s\//);
	await reports.close();
	await database.close();
});

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

test('when a process is killed during a run, another process moves the run to its runner, which finishes it', async () => {
	const { child, url } = await startProcess(shared, {}, (one) => children.push(one));
	const doomed = await connectRunner(url, token, { id: 'doomed', work: hold });
	await known('doomed');
	const response = await tests.post(at(url), '/api/runs', { exercise: 'store-forwarding' });
	const { id } = await response.json();
	await eventually(() => expect(doomed.jobs).toHaveLength(1));
	sendStarted(doomed, id);
	const watched = watchAll(here, id);
	// the event is stored; a killed process leaves nothing else
	await tests.watchUntil(here, id, 'started');
	const rescue = await connectRunner(here.url, token, { id: 'rescue' });
	child.kill('SIGKILL');
	await once(child, 'exit');
	const frames = await watched;
	expect(eventTypes(frames)).toEqual(['started', 'moved', 'started', 'stage', 'stage', 'finished']);
	expect(rescue.jobs).toEqual(doomed.jobs);
});

test('a reader who received events that a killed process had not stored gets the complete stored history', async () => {
	const { child, url } = await startProcess(shared, {}, (one) => children.push(one));
	const doomed = await connectRunner(url, token, { id: 'doomed', work: hold });
	await known('doomed');
	const response = await tests.post(at(url), '/api/runs', { exercise: 'store-forwarding' });
	const { id } = await response.json();
	await eventually(() => expect(doomed.jobs).toHaveLength(1));
	sendStarted(doomed, id);
	await tests.watchUntil(here, id, 'started');
	const database = await tests.openStore(shared);
	const received: Frame[] = [];
	await database.transaction(async (sql) => {
		// no event is written until this transaction ends, and the waiting writer is terminated before that
		await sql.query('lock table cyclelab.run_events in exclusive mode');
		for (const stage of ['compile', 'link', 'disassemble', 'count'] as const)
			doomed.sendEvent(id, { type: 'stage', stage });
		for await (const frame of tests.watch(at(url), id)) {
			received.push(frame);
			if (frame.data['stage'] === 'count') break;
		}
		// on another connection, because the list does not change within a transaction
		const writers = () => database.query(waiting);
		await eventually(async () => expect(await writers()).toHaveLength(1));
		const [writer] = await writers();
		child.kill('SIGKILL');
		await once(child, 'exit');
		const end = 'select pg_terminate_backend(pid) from pg_stat_activity where pid = $1';
		await eventually(async () => expect(await database.query(end, [writer?.['pid']])).toEqual([]));
	});
	await database.close();
	expect(eventTypes(received)).toEqual(['started', 'stage', 'stage', 'stage', 'stage']);
	const rescue = await connectRunner(here.url, token, { id: 'rescue', work: hold });
	await eventually(() => expect(rescue.jobs).toHaveLength(1));
	sendStarted(rescue, id);
	for (const stage of ['compile', 'link', 'disassemble', 'count'] as const)
		rescue.sendEvent(id, { type: 'stage', stage });
	await tests.watchUntil(here, id, 'stage');
	const back = watchAll(here, id, received.at(-1)?.id);
	for (const event of rescue.jobs.flatMap((job) => eventsOf(job, describeRunner('rescue', 4))))
		if (event.type === 'finished') rescue.sendEvent(id, event);
	const frames = (await back).filter((frame) => frame.id !== undefined);
	expect(eventTypes(frames)).toEqual([
		...['started', 'moved', 'started', 'stage', 'stage', 'stage', 'stage', 'finished']
	]);
	expect(frames).toEqual((await watchAll(here, id)).filter((frame) => frame.id !== undefined));
	// a reader with a later event of the stored history gets only the events after it
	const later = await watchAll(there, id, frames.at(3)?.id);
	expect(later.filter((frame) => frame.id !== undefined)).toEqual(frames.slice(4));
});

test('a process whose lease expired ends its runs that another process took over', async () => {
	const database = await tests.openStore(shared);
	try {
		// either of the two runners may get the run again
		const work = (job: Job, runner: TestRunner) => {
			if (runner.jobs.length === 1) return;
			for (const event of eventsOf(job, describeRunner('first', 1)))
				runner.sendEvent(job.run, event);
		};
		const first = await connectRunner(here.url, token, { id: 'first', slots: 1, work });
		const { body } = await run(here);
		await eventually(() => expect(first.jobs).toHaveLength(1));
		sendStarted(first, body.id);
		await eventually(async () =>
			expect(
				await database.query('select from cyclelab.run_events where run = $1', [body.id])
			).toHaveLength(1)
		);
		await connectRunner(there.url, token, { id: 'second', slots: 1 });
		// as if a third process had taken the run over and ended: no lease has this number
		await database.query('update cyclelab.runs set holder = 1 where id = $1', [body.id]);
		await eventually(() => expect(first.cancelled).toEqual([body.id]));
		first.sendEvent(body.id, { type: 'cancelled' });
		await eventually(async () =>
			expect((await read(here, `/api/runs/${body.id}`)).body.state).toBe('finished')
		);
		const frames = await watchAll(here, body.id);
		expect(eventTypes(frames)).toEqual([
			'started',
			'moved',
			'started',
			'stage',
			'stage',
			'finished'
		]);
	} finally {
		await database.close();
	}
});

test('a run that its runner declines goes to the next ready runner without an event "moved"', async () => {
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
	expect(eventTypes(await watchAll(here, body.id))).toEqual([
		'started',
		'stage',
		'stage',
		'finished'
	]);
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
	const { body } = await run(here);
	await eventually(() => expect(first.jobs).toHaveLength(1));
	const second = await connectRunner(here.url, token, { id: 'second', work: waiting });
	await eventually(() => expect(second.jobs).toHaveLength(1));
	await connectRunner(here.url, token, { id: 'third' });
	expect(eventTypes(await watchAll(here, body.id))).toEqual([
		...['started', 'moved', 'started', 'moved'],
		...['started', 'stage', 'stage', 'finished']
	]);
});

test('a run that its runner cannot continue moves, and is set aside if the next runner cannot continue either', async () => {
	const losing = (job: Job, runner: TestRunner) => {
		sendStarted(runner, job.run);
		runner.sendEvent(job.run, { type: 'stage', stage: 'compile' });
		runner.send({ type: 'state', state: 'degraded', reason: 'Its engine is away.' });
		runner.send({ type: 'declined', run: job.run });
	};
	const first = await connectRunner(here.url, token, { id: 'first', work: losing });
	const { body } = await run(here);
	await eventually(() => expect(first.jobs).toHaveLength(1));
	await connectRunner(here.url, token, { id: 'second', work: losing });
	const frames = await watchAll(here, body.id);
	expect(eventTypes(frames)).toEqual(['started', 'stage', 'moved', 'started', 'stage', 'failed']);
	expect(frames.at(-1)?.data).toMatchObject({ type: 'failed', code: 'SET_ASIDE' });
	const { body: later } = await run(here);
	await connectRunner(there.url, token, { id: 'third' });
	expect(eventTypes(await watchAll(here, later.id))).toEqual([
		'started',
		'stage',
		'stage',
		'finished'
	]);
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

test('a runner with several site addresses connects to the next when a site process ends', async () => {
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
