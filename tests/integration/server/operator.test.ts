/** The operator's figures at /operate. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Figures } from '@cyclelab/site/shared/figures.ts';
import type { Site } from '@cyclelab/site/server/site.ts';
import { eventually, onEachStore } from './hooks.ts';
import { measuredEvents, openSiteWithOperator } from './operator.ts';
import { connectRunner, disconnectAll } from './runner.ts';
import { read, run, type Store, token, watchAll } from './site.ts';

const asExpected = { p50: expect.any(Number), p95: expect.any(Number) };

onEachStore('figures', (open) => {
	let data: Store;
	let site: Site;
	const figures = async (): Promise<Figures> => (await read(site, '/operate')).body.figures;
	beforeAll(async () => {
		data = await open();
		site = await openSiteWithOperator(data);
	}, 30_000);
	afterAll(async () => {
		await disconnectAll();
		await site.close();
		await data.remove();
	});

	test('are complete and empty on a new site', async () => {
		const nothing = {
			accepted: 0,
			finished: 0,
			cancelled: 0,
			failed: {},
			failures: {},
			queueMs: null,
			pickUpMs: null,
			inspectMs: null,
			measureMs: null,
			samples: { accepted: 0, rejected: 0 }
		};
		expect(await figures()).toEqual({
			at: expect.stringMatching(/Z$/),
			hour: nothing,
			day: nothing,
			waiting: [],
			running: 0,
			runners: [],
			store: { bytes: expect.any(Number) },
			runs: { keptDays: 90 },
			process: { eventsBehind: 0, upSeconds: expect.any(Number) }
		});
	});

	test('count and time runs by kind, and survive a restart', async () => {
		const fault = { type: 'failed', code: 'ENGINE_DOWN', message: 'Down.', id: '1' } as const;
		await connectRunner(site.url, token, {
			work: (job, runner) =>
				runner.finish(job, job.values[0] === 128 ? [fault] : measuredEvents(job))
		});
		const good = await run(site, { values: [64] });
		const bad = await run(site, { values: [128] });
		await watchAll(site, good.body.id);
		await watchAll(site, bad.body.id);
		const waits = await run(site, { runner: undefined, target: 'arm64' });
		const gone = await run(site, { target: 'arm64' });
		await read(site, `/api/runs/${gone.body.id}`, 'DELETE');
		const expected = {
			accepted: 4,
			finished: 1,
			cancelled: 1,
			failed: { ENGINE_DOWN: 1 },
			failures: { 'compile-error': 1 },
			queueMs: { ...asExpected, of: 2 },
			pickUpMs: { ...asExpected, of: 1 },
			inspectMs: { ...asExpected, of: 1 },
			measureMs: { ...asExpected, of: 1 },
			samples: { accepted: 90, rejected: 10 }
		};
		await eventually(async () => {
			const now = await figures();
			expect([now.hour, now.day]).toEqual([expected, expected]);
		});
		const now = await figures();
		expect(now.waiting).toEqual([{ queue: 'arm64', runs: 1, oldestSeconds: expect.any(Number) }]);
		expect(now.runners).toEqual([{ id: 'alpha', state: 'ready' }]);

		await disconnectAll();
		await site.close();
		site = await openSiteWithOperator(data);
		const after = await figures();
		expect([after.hour, after.runners, after.waiting[0]?.runs]).toEqual([expected, [], 1]);
		await read(site, `/api/runs/${waits.body.id}`, 'DELETE');
	});

	test('include a run that ends just before the site stops', async () => {
		const before = (await figures()).hour.queueMs?.of ?? 0;
		await connectRunner(site.url, token);
		const { body } = await run(site);
		await watchAll(site, body.id);
		await disconnectAll();
		await site.close();
		site = await openSiteWithOperator(data);
		expect((await figures()).hour.queueMs?.of).toBe(before + 1);
	});
});
