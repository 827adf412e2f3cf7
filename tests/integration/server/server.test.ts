/** A run over HTTP and WebSocket, from the request through the runner's events to the report and its snapshot. */
import { reportOf as foldedReport } from '@cyclelab/contract/measure/progress';
import { RunEvent } from '@cyclelab/contract/schema/job';
import { expect, test } from 'vitest';
import { describeRunner, eventsOf, eventsWith, exercise, reportOf } from './examples.ts';
import { eventually, onEachStore, siteForAll } from './hooks.ts';
import { connectRunner, disconnectAll, hold } from './runner.ts';
import { variantReport } from '@cyclelab/site/fixtures/examples.ts';
import { post, read, run, token, watchAll, watchUntil } from './site.ts';

const alpha = describeRunner('alpha', 4);

onEachStore('a run', (open) => {
	const site = siteForAll(open);

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
		const kept = await post(site, '/api/snapshots', { run: body.id });
		const created = await kept.json();
		const { id } = created;
		expect([kept.status, created]).toEqual([
			201,
			{ id, url: `/api/snapshots/${id}`, page: `/s/${id}` }
		]);
		const again = await post(site, '/api/snapshots', { run: body.id });
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
		const early = await post(site, '/api/snapshots', { run: waiting.id });
		expect([early.status, (await early.json()).code]).toEqual([409, 'NO_REPORT']);
	});

	test('the finding about a loop of a run is kept with it, in a snapshot of its own', async () => {
		const why = { refused: 'The loop calls it.' };
		await connectRunner(site.url, token, {
			work: (job, runner) => {
				const report = reportOf(job, alpha);
				const variants = [variantReport('wide', job.explain === 'wide' ? { why } : {})];
				runner.finish(job, eventsWith({ ...report, variants }));
			}
		});
		const { body } = await run(site);
		await watchAll(site, body.id);
		const { body: asked } = await run(site, { stages: ['inspect'], explain: 'wide' });
		await watchAll(site, asked.id);
		const keep = async (wanted: object) => {
			const response = await post(site, '/api/snapshots', wanted);
			return { status: response.status, body: await response.json() };
		};
		const without = await keep({ run: body.id });
		const kept = await keep({ run: body.id, explained: asked.id });
		expect(kept.status).toBe(201);
		expect(kept.body.id).not.toBe(without.body.id);
		expect(await keep({ run: body.id, explained: asked.id })).toEqual(kept);
		expect(await keep({ run: body.id })).toEqual(without);
		const reportAt = async ({ body: { url } }: typeof kept) => (await read(site, url)).body.report;
		const [plain, explained] = await Promise.all([reportAt(without), reportAt(kept)]);
		expect(explained).toEqual({
			...plain,
			variants: plain.variants.map((variant: { id: string }) =>
				variant.id === 'wide' ? { ...variant, why } : variant
			)
		});
		const itself = await keep({ run: asked.id, explained: body.id });
		expect([itself.status, itself.body.code]).toEqual([409, 'OTHER_CODE']);
	});

	test('reports with equal content share one snapshot, and different content has a different snapshot', async () => {
		const runner = await connectRunner(site.url, token, { work: hold });
		const kept = async (startedAt: string, summary: string) => {
			const { body } = await run(site);
			await eventually(() => expect(runner.jobs.at(-1)?.run).toBe(body.id));
			const job = runner.jobs.at(-1)!;
			const report = { ...reportOf(job, alpha), startedAt };
			runner.finish(job, eventsWith({ ...report, summary }));
			await watchAll(site, body.id);
			return (await post(site, '/api/snapshots', { run: body.id })).json();
		};
		const first = await kept('2026-01-01T00:00:00.000Z', 'Alike.');
		const second = await kept('2026-01-02T00:00:00.000Z', 'Alike.');
		const third = await kept('2026-01-02T00:00:00.000Z', 'Another.');
		expect(second).toEqual(first);
		expect(third.id).not.toBe(first.id);
	});
});
