/** The site's server over HTTP and WebSocket, on both kinds of database. */
import { reportOf as foldedReport } from '@cyclelab/runner/progress';
import { RunEvent } from '@cyclelab/runner/schema/job';
import { describe, expect, test, vi } from 'vitest';
import {
	connectRunner,
	describeRunner,
	eventsOf,
	exercise,
	disconnectAll,
	reportOf
} from './server-runner.ts';
import { siteForAll } from './server-hooks.ts';
import * as tests from './server-site.ts';
import { run, read, token, watch, watchAll, watchUntil } from './server-site.ts';

const stores = [
	{ name: 'the embedded PostgreSQL', open: tests.embeddedStore, missing: false },
	{
		name: 'the server of CYCLELAB_TEST_DATABASE_URL',
		open: () => tests.givenStore(tests.givenServer ?? ''),
		missing: tests.givenServer === undefined
	}
];

/** Waits for effects on the other side of a socket. */
const eventually = (check: () => unknown) => vi.waitFor(check, { timeout: 5000, interval: 5 });
const hold = () => {};
const numbers = (frames: tests.Frame[]) => frames.map(({ id = '' }) => parseInt(id));
const alpha = describeRunner('alpha', 4);

for (const store of stores)
	describe.skipIf(store.missing)(`the site on ${store.name}`, () => {
		const site = siteForAll(store.open);

		test('a run is sent to the runner, and its events to all readers', async () => {
			const runner = await connectRunner(site.url, token);
			const { status, body } = await run(site, {
				sources: { narrow: 'int other;\n' },
				values: [128]
			});
			expect([status, body]).toEqual([
				202,
				{
					id: body.id,
					url: `/api/runs/${body.id}`,
					cancel: expect.stringMatching(`^/api/runs/${body.id}\\?key=[\\w-]{22}$`),
					events: `/api/runs/${body.id}/events`,
					page: `/exercises/two-stores?run=${body.id}`
				}
			]);
			const frames = await watchAll(site, body.id);
			expect(runner.jobs).toEqual([
				{
					run: body.id,
					exercise: 'two-stores',
					facts: exercise.facts,
					language: 'c',
					target: 'x86-64',
					compiler: 'clang-22',
					flags: [],
					variants: [
						{ id: 'wide', edited: false, source: 'int wide;\n' },
						{ id: 'narrow', edited: true, source: 'int other;\n' }
					],
					values: [128],
					stages: ['inspect', 'measure'],
					models: 'all'
				}
			]);
			const [job] = runner.jobs;
			const events = job ? eventsOf(job, alpha) : [];
			expect(frames.filter((frame) => frame.event !== 'queued')).toEqual(
				events.map((event, i) => ({
					id: expect.stringMatching(`^${i + 1}\\.`),
					event: event.type,
					data: event
				}))
			);
			const view = await read(site, `/api/runs/${body.id}`);
			expect(view).toEqual({
				status: 200,
				body: {
					id: body.id,
					state: 'finished',
					exercise: 'two-stores',
					request: {
						exercise: 'two-stores',
						language: 'c',
						target: 'x86-64',
						compiler: 'clang-22',
						flags: [],
						sources: { narrow: 'int other;\n' },
						values: [128],
						stages: ['inspect', 'measure'],
						models: 'all'
					},
					createdAt: view.body.createdAt,
					finishedAt: view.body.finishedAt,
					report: foldedReport(events)
				}
			});
		});

		test('a page that reconnects during a run gets exactly the events it missed', async () => {
			const runner = await connectRunner(site.url, token, { work: hold });
			const { body } = await run(site);
			await eventually(() => expect(runner.jobs).toHaveLength(1));
			const events = runner.jobs.flatMap((job) => eventsOf(job, alpha));
			for (const event of events.slice(0, 2)) runner.sendEvent(body.id, event);
			const before = await watchUntil(site, body.id, 'stage');
			expect(numbers(before)).toEqual([1, 2]);
			const again = watchAll(site, body.id, before[0]?.id);
			const second = watchAll(site, body.id);
			for (const event of events.slice(2)) runner.sendEvent(body.id, event);
			expect(numbers(await again)).toEqual([2, 3, 4]);
			expect(numbers(await second)).toEqual([1, 2, 3, 4]);
			const all = await watchAll(site, body.id);
			expect(numbers(all)).toEqual([1, 2, 3, 4]);
			const [, , third, last] = all.map(({ id }) => id);
			expect(numbers(await watchAll(site, body.id, third))).toEqual([4]);
			await expect(watchAll(site, body.id, last)).rejects.toThrow('the stream answered 204');
			// pages of earlier versions send a number only; an id of another history is ignored
			expect(numbers(await watchAll(site, body.id, '3'))).toEqual([4]);
			await expect(watchAll(site, body.id, '4')).rejects.toThrow('the stream answered 204');
			expect(numbers(await watchAll(site, body.id, '4.0'))).toEqual([1, 2, 3, 4]);
		});

		test('a page that loses its connection after every event gets each event once, and the run continues', async () => {
			const runner = await connectRunner(site.url, token, { work: hold });
			const { body } = await run(site);
			await eventually(() => expect(runner.jobs).toHaveLength(1));
			const events = runner.jobs.flatMap((job) => eventsOf(job, alpha));
			const heard: tests.Frame[] = [];
			for (const event of events) {
				// sent while no reader is connected
				runner.sendEvent(body.id, event);
				for await (const frame of watch(site, body.id, heard.at(-1)?.id)) {
					if (frame.id === undefined) continue;
					heard.push(frame);
					break;
				}
			}
			expect(heard.map(({ data }) => data)).toEqual(events);
			expect(numbers(heard)).toEqual([1, 2, 3, 4]);
			expect((await read(site, body.url)).body.state).toBe('finished');
		});

		test('a run whose runner died starts again on another runner', async () => {
			const first = await connectRunner(site.url, token, { id: 'first', work: hold });
			const { body } = await run(site);
			await eventually(() => expect(first.jobs).toHaveLength(1));
			const [job] = first.jobs;
			const events = job ? eventsOf(job, alpha) : [];
			for (const event of events.slice(0, 2)) first.sendEvent(body.id, event);
			const watched = watchAll(site, body.id);
			await eventually(async () => {
				const { body: view } = await read(site, `/api/runs/${body.id}`);
				expect(view.state).toBe('running');
			});
			const second = await connectRunner(site.url, token, { id: 'second' });
			first.kill();
			const frames = (await watched).filter((frame) => frame.event !== 'queued');
			expect(second.jobs).toEqual(first.jobs);
			expect(frames.map(({ id = '', event }) => `${parseInt(id)} ${event}`)).toEqual([
				'1 started',
				'2 stage',
				'3 moved',
				'4 started',
				'5 stage',
				'6 stage',
				'7 finished'
			]);
			expect(frames[2]?.data).toEqual({ type: 'moved', from: 'first' });
		});

		test('a run whose two runners died is set aside with a sentence', async () => {
			const first = await connectRunner(site.url, token, {
				id: 'first',
				work: (_, self) => self.kill()
			});
			const { body } = await run(site);
			await first.closed;
			const second = await connectRunner(site.url, token, {
				id: 'second',
				work: (_, self) => self.kill()
			});
			await second.closed;
			const [last] = (await watchAll(site, body.id)).slice(-1);
			const failure = {
				code: 'SET_ASIDE',
				message:
					'2 times a runner or its Docker Engine stopped working over this run, so it was set aside. ' +
					'Run it again; if that ends the same way, report it to the operator of this site.',
				id: last?.data['id']
			};
			expect(last?.data).toEqual({ type: 'failed', ...failure });
			const { body: view } = await read(site, `/api/runs/${body.id}`);
			expect([view.state, view.failure]).toEqual(['failed', failure]);
			const third = await connectRunner(site.url, token, { id: 'third' });
			const { body: other } = await run(site);
			await watchAll(site, other.id);
			expect(third.jobs.map((job) => job.run)).toEqual([other.id]);
		});

		test('an orderly disconnect of a runner does not count as an attempt of its run', async () => {
			const { body } = await run(site);
			for (const id of ['one', 'two', 'three']) {
				const leaving = await connectRunner(site.url, token, { id, work: hold });
				await eventually(() => expect(leaving.jobs.map((job) => job.run)).toEqual([body.id]));
				await leaving.disconnect();
			}
			await connectRunner(site.url, token);
			expect((await watchAll(site, body.id)).at(-1)?.event).toBe('finished');
		});

		test('without a runner a run is queued with a notice, and starts when a runner connects', async () => {
			const { status, body } = await run(site);
			const notice =
				'No x86-64 runner is connected. The run waits in the queue and starts as soon as one is.';
			expect([status, body.notice]).toEqual([202, notice]);
			const [queued] = await watchUntil(site, body.id, 'queued');
			expect(queued).toEqual({
				id: undefined,
				event: 'queued',
				data: { type: 'queued', position: 1, notice }
			});
			const { body: view } = await read(site, `/api/runs/${body.id}`);
			expect([view.state, view.position, view.notice]).toEqual(['queued', 1, notice]);
			await connectRunner(site.url, token);
			expect((await watchAll(site, body.id)).at(-1)?.event).toBe('finished');
		});

		test('queued runs get an event when their position changes', async () => {
			const runner = await connectRunner(site.url, token, { slots: 1, work: hold });
			const ids: string[] = [];
			for (let i = 0; i < 3; i++) ids.push((await run(site)).body.id);
			const [first = '', second = '', third = ''] = ids;
			/** Ends the last of these runs once the runner has received it, which is after it left the queue. */
			const end = async (taken: string[]) => {
				await eventually(() => expect(runner.jobs.map((job) => job.run)).toEqual(taken));
				runner.sendEvent(taken.at(-1) ?? '', { type: 'cancelled' });
			};
			await eventually(() => expect(runner.jobs.map((job) => job.run)).toEqual([first]));
			const stream = watch(site, third);
			const places: unknown[] = [];
			/** Reads until the position changes; the same position may be sent more than once. */
			const step = async () => {
				const before = places.at(-1);
				let place: unknown;
				do {
					const { value } = await stream.next();
					place = value?.data['position'] ?? value?.event;
				} while (place === before);
				places.push(place);
			};
			await step();
			await end([first]);
			await step();
			await end([first, second]);
			await end(ids);
			await step();
			expect(places).toEqual([2, 1, 'cancelled']);
		});

		test('a queued run can be cancelled', async () => {
			const { body } = await run(site);
			const watched = watchAll(site, body.id);
			const { status, body: view } = await read(site, `/api/runs/${body.id}`, 'DELETE');
			expect([status, view.state]).toEqual([202, 'cancelled']);
			expect((await watched).at(-1)).toEqual({
				id: expect.stringMatching(/^1\./),
				event: 'cancelled',
				data: { type: 'cancelled' }
			});
			const runner = await connectRunner(site.url, token);
			const { body: other } = await run(site);
			await watchAll(site, other.id);
			expect(runner.jobs.map((job) => job.run)).toEqual([other.id]);
		});

		test('a running run is cancelled at once for its learner, and its slot is free when the runner confirms', async () => {
			const runner = await connectRunner(site.url, token, { slots: 1, work: hold });
			const { body } = await run(site);
			await eventually(() => expect(runner.jobs).toHaveLength(1));
			const watched = watchAll(site, body.id);
			const { body: view } = await read(site, `/api/runs/${body.id}`, 'DELETE');
			expect(view.state).toBe('cancelled');
			expect((await watched).map((frame) => frame.event)).toEqual(['cancelled']);
			await eventually(() => expect(runner.cancelled).toEqual([body.id]));
			const { body: next } = await run(site);
			runner.sendEvent(body.id, { type: 'stage', stage: 'link' });
			runner.sendEvent(body.id, { type: 'cancelled' });
			await eventually(() => expect(runner.jobs.map((job) => job.run)).toEqual([body.id, next.id]));
			expect((await watchAll(site, body.id)).map((frame) => frame.event)).toEqual(['cancelled']);
		});

		test('two runners share the queue, and a request can choose one of them', async () => {
			const one = await connectRunner(site.url, token, { id: 'one', slots: 2, work: hold });
			const two = await connectRunner(site.url, token, { id: 'two', slots: 2, work: hold });
			await eventually(async () => {
				const { body } = await read(site, '/api/runners');
				expect(body.map((runner: { state: string }) => runner.state)).toEqual(['ready', 'ready']);
			});
			for (let i = 0; i < 4; i++) await run(site);
			await eventually(() => expect([one.jobs.length, two.jobs.length]).toEqual([2, 2]));
			const { body: asked } = await run(site, { runner: 'two' });
			for (const job of one.jobs) one.sendEvent(job.run, { type: 'cancelled' });
			for (const job of two.jobs) two.sendEvent(job.run, { type: 'cancelled' });
			await eventually(() => expect(two.jobs.at(-1)?.run).toBe(asked.id));
			two.sendEvent(asked.id, { type: 'cancelled' });
			const { body: refused } = await run(site, { runner: 'three' });
			expect(refused).toEqual({
				issues: [{ path: ['runner'], message: 'No runner named "three" is connected.' }]
			});
		});

		test('a degraded runner gets no runs, and its reason is shown', async () => {
			const runner = await connectRunner(site.url, token);
			runner.send({ type: 'state', state: 'degraded', reason: 'Docker does not answer on alpha.' });
			await eventually(async () => {
				const { body } = await read(site, '/api/runners');
				expect(body[0].reason).toBe('Docker does not answer on alpha.');
			});
			const { body } = await run(site);
			expect(body.notice).toBe('Docker does not answer on alpha.');
			runner.send({ type: 'state', state: 'ready' });
			expect((await watchAll(site, body.id)).at(-1)?.event).toBe('finished');
		});

		test('a finished run can become one snapshot', async () => {
			await connectRunner(site.url, token);
			const { body } = await run(site);
			const events = (await watchAll(site, body.id)).map(({ data }) => RunEvent.parse(data));
			const kept = await tests.post(site, '/api/snapshots', { run: body.id });
			const created = await kept.json();
			const { id } = created;
			expect([kept.status, created]).toEqual([
				201,
				{ id, url: `/api/snapshots/${id}`, page: `/s/${id}` }
			]);
			const again = await tests.post(site, '/api/snapshots', { run: body.id });
			expect(await again.json()).toEqual(created);
			const { body: snapshot } = await read(site, created.url);
			const { body: view } = await read(site, `/api/runs/${body.id}`);
			expect(snapshot).toEqual({
				id,
				run: body.id,
				createdAt: snapshot.createdAt,
				request: view.request,
				facts: exercise.facts,
				report: foldedReport(events)
			});
			await disconnectAll();
			const { body: waiting } = await run(site);
			const early = await tests.post(site, '/api/snapshots', { run: waiting.id });
			expect([early.status, (await early.json()).code]).toEqual([409, 'NO_REPORT']);
		});

		test('reports with equal content share one snapshot, and different content has a different snapshot', async () => {
			const runner = await connectRunner(site.url, token, { work: hold });
			const kept = async (startedAt: string, summary: string) => {
				const { body } = await run(site);
				await eventually(() => expect(runner.jobs.at(-1)?.run).toBe(body.id));
				const report = { ...reportOf(runner.jobs.at(-1)!, describeRunner('alpha', 4)), startedAt };
				runner.sendEvent(body.id, { type: 'finished', report: { ...report, summary } });
				await watchAll(site, body.id);
				return (await tests.post(site, '/api/snapshots', { run: body.id })).json();
			};
			const first = await kept('2026-01-01T00:00:00.000Z', 'Alike.');
			const second = await kept('2026-01-02T00:00:00.000Z', 'Alike.');
			const third = await kept('2026-01-02T00:00:00.000Z', 'Another.');
			expect(second).toEqual(first);
			expect(third.id).not.toBe(first.id);
		});

		test('a queued run survives a restart of the site, and the next process sends it to a runner', async () => {
			const runner = await connectRunner(site.url, token, { work: hold });
			const { body } = await run(site);
			await eventually(() => expect(runner.jobs).toHaveLength(1));
			await site.restart(async () => expect(await runner.closed).toBe(1001));
			const next = await connectRunner(site.url, token);
			expect((await watchAll(site, body.id)).at(-1)?.event).toBe('finished');
			expect(next.jobs).toEqual(runner.jobs);
		});
	});
