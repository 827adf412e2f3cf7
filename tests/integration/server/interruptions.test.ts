/** Runs whose page, runner or site loses its connection or stops. */
import { expect, test } from 'vitest';
import { describeRunner, eventsOf } from './examples.ts';
import { eventually, onEachStore, runOn, siteForAll } from './hooks.ts';
import { connectRunner, hold } from './runner.ts';
import { type Frame, read, run, token, watch, watchAll, watchUntil } from './site.ts';

const numbers = (frames: Frame[]) => frames.map(({ id = '' }) => parseInt(id));
const alpha = describeRunner('alpha', 4);

onEachStore('an interrupted run', (open) => {
	const site = siteForAll(open);

	test('a page that reconnects during a run gets exactly the events it missed', async () => {
		const runner = await connectRunner(site.url, token, { work: hold });
		const body = await runOn(runner, site);
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
		// an id of another history is ignored
		expect(numbers(await watchAll(site, body.id, '4.0'))).toEqual([1, 2, 3, 4]);
	});

	test('a page that loses its connection after every event gets each event once, and the run continues', async () => {
		const runner = await connectRunner(site.url, token, { work: hold });
		const body = await runOn(runner, site);
		const events = runner.jobs.flatMap((job) => eventsOf(job, alpha));
		const heard: Frame[] = [];
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
		const body = await runOn(first, site);
		const [job] = first.jobs;
		const events = job ? eventsOf(job, first.description) : [];
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

	test('a queued run survives a restart of the site, and the next process sends it to a runner', async () => {
		const runner = await connectRunner(site.url, token, { work: hold });
		const body = await runOn(runner, site);
		await site.restart(async () => expect(await runner.closed).toBe(1001));
		const next = await connectRunner(site.url, token);
		expect((await watchAll(site, body.id)).at(-1)?.event).toBe('finished');
		expect(next.jobs).toEqual(runner.jobs);
	});
});
