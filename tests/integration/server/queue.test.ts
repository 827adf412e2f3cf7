/** The queue: positions, cancelled runs, and the choice of a runner. */
import { expect, test } from 'vitest';
import { eventually, onEachStore, runOn, siteForAll } from './hooks.ts';
import { connectRunner, hold } from './runner.ts';
import { read, run, token, watch, watchAll } from './site.ts';

onEachStore('the queue', (open) => {
	const site = siteForAll(open);

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
		const body = await runOn(runner, site);
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
});
