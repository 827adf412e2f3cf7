/** Runners that connect to one of two sites on one database, disconnect, change sites and hang. */
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { openReports } from '@cyclelab/site/server/runs/event-store.ts';
import { createSnapshot } from '@cyclelab/site/server/snapshots/snapshots.ts';
import { notifySites } from '@cyclelab/site/server/store/bus.ts';
import { connectGateway } from '../../../runner/src/gateway-client.ts';
import { closeCode, type ToRunner } from '@cyclelab/contract/schema/gateway';
import { runOn } from './hooks.ts';
import { describeRunner, eventsOf } from './examples.ts';
import { connectRunner, hold, sendStarted } from './runner.ts';
import * as tests from './site.ts';
import { eventTypes, read, run, token, watchAll } from './site.ts';
import { twoSitesForAll } from './two-sites.ts';

const { shared, database, here, there, known } = twoSitesForAll();

test('a run moves between runners of two site processes, and readers at both get the event', async () => {
	const first = await connectRunner(here.url, token, { id: 'first', work: hold });
	const body = await runOn(first, here);
	sendStarted(first, body.id);
	const watched = [watchAll(here, body.id), watchAll(there, body.id)];
	const second = await connectRunner(there.url, token, { id: 'second' });
	first.kill();
	const [near = [], far = []] = await Promise.all(watched);
	const expected = 'started moved started stage stage finished';
	expect([eventTypes(near), eventTypes(far)]).toEqual([expected, expected]);
	expect(near.find(({ event }) => event === 'moved')?.data).toEqual({
		type: 'moved',
		from: 'first'
	});
	expect(second.jobs).toEqual(first.jobs);
});

test('the runs of a silent runner move to another runner after about three seconds', async () => {
	const silent = await connectRunner(here.url, token, { id: 'silent', work: hold });
	const body = await runOn(silent, here);
	sendStarted(silent, body.id);
	const watched = watchAll(there, body.id);
	await connectRunner(there.url, token, { id: 'waiting' });
	silent.freeze();
	expect(eventTypes(await watched)).toBe('started moved started stage stage finished');
	await known('waiting');
});

test('a runner that does not respond for two seconds keeps its run', async () => {
	const busy = await connectRunner(here.url, token, { id: 'busy', work: hold });
	const body = await runOn(busy, here);
	busy.freeze();
	await new Promise((resolve) => setTimeout(resolve, 2000));
	busy.thaw();
	const watched = watchAll(here, body.id);
	busy.finish(busy.jobs[0]);
	expect(eventTypes(await watched)).toBe('started stage stage finished');
});

test('a runner that connects to another process is listed once, and its run is executed once', async () => {
	const before = await connectRunner(here.url, token, { id: 'wanderer', slots: 1, work: hold });
	const body = await runOn(before, here);
	before.freeze();
	const after = await connectRunner(there.url, token, { id: 'wanderer', slots: 1 });
	const frames = await watchAll(here, body.id);
	expect([frames.at(-1)?.event, after.jobs.length]).toEqual(['finished', 1]);
	await known('wanderer');
	const { body: next } = await run(here);
	expect((await watchAll(here, next.id)).at(-1)?.event).toBe('finished');
	expect(after.jobs.map((job) => job.run)).toEqual([body.id, next.id]);
});

test('a late message about an older connection of a runner does not end its newer one', async () => {
	await connectRunner(here.url, token, { id: 'near' });
	const older = await connectRunner(here.url, token, { id: 'older' });
	const joined = (runner: string, at: number) =>
		({ kind: 'joined', runner, at: new Date(at).toISOString(), own: true }) as const;
	await notifySites(database, database.session.instance, [
		joined('near', Date.now() - 60_000),
		joined('older', Date.now() + 60_000)
	]);
	expect(await older.closed).toBe(closeCode.replaced);
	const { body } = await read(here, '/api/runners');
	expect(body.map(({ id }: { id: string }) => id)).toEqual(['near']);
});

test('a run between two runners can be cancelled', async () => {
	const runner = await connectRunner(there.url, token, { id: 'far', work: hold });
	await known('far');
	const body = await runOn(runner, here);
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
	const body = await runOn(runner, here);
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
	const body = await runOn(runner, here);
	const reports = openReports(database);
	const patienceMs = 30_000;
	let kept: ReturnType<typeof createSnapshot> | undefined;
	let isOver = false;
	await database.transaction(async (sql) => {
		// events can be read, but not written until this transaction ends
		await sql.query('lock table cyclelab.run_events in exclusive mode');
		runner.finish(runner.jobs[0]);
		expect((await watchAll(here, body.id)).at(-1)?.event).toBe('finished');
		kept = createSnapshot(database, reports, { run: body.id }, patienceMs);
		kept.then(
			() => (isOver = true),
			() => (isOver = true)
		);
		await new Promise((go) => setTimeout(go, 150));
		expect(isOver).toBe(false);
	});
	expect((await kept)?.page).toMatch(/^\/s\//);
	await reports.close();
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
