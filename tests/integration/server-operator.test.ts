/** The operator's figures at /operate, the metrics at /metrics, and the access to both. */
import type { RequestHandler } from 'express';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Job, RunEvent } from '@cyclelab/runner/schema/job';
import { readConfig } from '@cyclelab/site/server/base/config.ts';
import type { Figures } from '@cyclelab/site/shared/figures.ts';
import type { Latency } from '@cyclelab/site/shared/latency.ts';
import { openSite, type Site } from '@cyclelab/site/server/site.ts';
import {
	connectRunner,
	content,
	describeRunner,
	disconnectAll,
	reportOf,
	type TestRunner
} from './server-runner.ts';
import { endingEvents } from '../../runner/src/job/conclude.ts';
import * as tests from './server-site.ts';
import { read, run, token, watchAll } from './server-site.ts';

const stores = [
	{ name: 'the embedded PostgreSQL', open: tests.embeddedStore, missing: false },
	{
		name: 'the server of CYCLELAB_TEST_DATABASE_URL',
		open: () => tests.givenStore(tests.givenServer ?? ''),
		missing: tests.givenServer === undefined
	}
];

/** Replaces SvelteKit: returns the data of the page as JSON. */
const pages: RequestHandler = (request, response, next) => {
	if (!('cyclelab' in request && 'operator' in request)) return next();
	const { cyclelab, operator } = request as unknown as {
		cyclelab: { figures: () => Promise<Figures>; latency: () => Promise<Latency> };
		operator: boolean;
	};
	Promise.all([cyclelab.figures(), cyclelab.latency()]).then(
		([figures, latency]) => response.json({ operator, figures, latency }),
		next
	);
};

const open = (store: tests.Store, settings: Record<string, string> = {}): Promise<Site> =>
	openSite({
		config: readConfig({
			PORT: '0',
			HOST: '127.0.0.1',
			RUNNER_TOKEN: token,
			RUNS_PER_MINUTE: '1000',
			REQUESTS_PER_MINUTE: '1000000',
			...store.settings,
			...settings
		}),
		content,
		pages,
		version: '0.0.0',
		log: pino({ level: 'silent' })
	});

const alpha = describeRunner('alpha', 4);
const measured = {
	cyclesPerIteration: { median: 3, low: 2.9, high: 3.1 },
	nsPerIteration: { median: 1, low: 0.9, high: 1.1 },
	samples: 90,
	rejected: 10,
	processes: 3,
	modes: [],
	spread: [2.9, 3.1] as [number, number],
	clockGHz: 3,
	raw: []
};

/** Events of a measured run, one of whose variants did not compile. */
function eventsOf(job: Job): RunEvent[] {
	const report = reportOf(job, alpha);
	const bare = {
		edited: false,
		source: '',
		diagnostics: [],
		compilerText: '',
		functions: [],
		predictions: [],
		refusals: []
	};
	const point = { parameters: { bytes: 64 }, documented: [], measured };
	const variants = [
		{ ...bare, id: 'wide', points: [point] },
		{
			...bare,
			id: 'narrow',
			points: [],
			failure: {
				kind: 'compile-error' as const,
				stage: 'compile' as const,
				variant: 'narrow',
				text: 'a secret',
				diagnostics: [],
				title: 'It does not compile.',
				hint: 'Look at line 1.'
			}
		}
	];
	return [
		{ type: 'started', report },
		...variants.map((variant): RunEvent => ({
			type: 'inspected',
			variant: { ...variant, points: [] }
		})),
		{ type: 'predicted', variant: 'wide', predictions: [], refusals: [] },
		{ type: 'stage', stage: 'measure' },
		{ type: 'point', variant: 'wide', point },
		...endingEvents({ ...report, variants }, { ...report, variants, finishedAt: report.startedAt })
	];
}

const asExpected = { p50: expect.any(Number), p95: expect.any(Number) };

for (const store of stores)
	describe.skipIf(store.missing)(`figures on ${store.name}`, () => {
		let data: tests.Store;
		let site: Site;
		const figures = async (): Promise<Figures> => (await read(site, '/operate')).body.figures;
		beforeAll(async () => {
			data = await store.open();
			site = await open(data);
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
			const work = (job: Job, runner: TestRunner) => {
				const fault = { type: 'failed', code: 'ENGINE_DOWN', message: 'Down.', id: '1' } as const;
				const events = job.values[0] === 128 ? [fault] : eventsOf(job);
				for (const event of events) runner.sendEvent(job.run, event);
			};
			await connectRunner(site.url, token, { work });
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
			await vi.waitFor(async () => {
				const now = await figures();
				expect([now.hour, now.day]).toEqual([expected, expected]);
			}, 10_000);
			const now = await figures();
			expect(now.waiting).toEqual([{ queue: 'arm64', runs: 1, oldestSeconds: expect.any(Number) }]);
			expect(now.runners).toEqual([{ id: 'alpha', state: 'ready' }]);

			await disconnectAll();
			await site.close();
			site = await open(data);
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
			site = await open(data);
			expect((await figures()).hour.queueMs?.of).toBe(before + 1);
		});
	});

describe('the latency of inspections', () => {
	let data: tests.Store;
	let site: Site;
	beforeAll(async () => {
		data = await tests.embeddedStore();
		site = await open(data);
	}, 30_000);
	afterAll(async () => {
		await disconnectAll();
		await site.close();
		await data.remove();
	});
	const latency = async (): Promise<Latency> => (await read(site, '/operate/latency')).body.latency;

	test('is listed by stage and language, without measured runs and unknown parts', async () => {
		expect((await latency()).rows).toEqual([]);
		const work = (job: Job, runner: TestRunner) => {
			const parts = ['started', 'inspected', 'predicted', 'finished'];
			for (const event of eventsOf(job))
				if (parts.includes(event.type)) runner.sendEvent(job.run, event);
		};
		await connectRunner(site.url, token, { work });
		const inspect = { stages: ['inspect'] };
		for (const more of [inspect, inspect, {}]) {
			const { body } = await run(site, { ...more, sources: { narrow: `int a${Math.random()};` } });
			await watchAll(site, body.id);
		}
		await vi.waitFor(async () => {
			const { rows } = await latency();
			const known = ['assemble', 'pickUp', 'predict', 'queue', 'whole'];
			const listed = rows.map(
				({ all, language, part, of }) => `${all ? 'all' : language} ${part} ${of}`
			);
			expect(listed.toSorted()).toEqual(
				['all', 'c'].flatMap((language) => known.map((part) => `${language} ${part} 2`))
			);
			const sumOf = (part: string) => rows.find((row) => row.part === part)?.sum ?? NaN;
			const parts = known.slice(0, -1).reduce((sum, part) => sum + sumOf(part), 0);
			expect(parts).toBeCloseTo(sumOf('whole'), 3);
			for (const { p50, p95 } of rows) expect(p95).toBeGreaterThanOrEqual(p50);
		}, 10_000);
	});
});

describe('/metrics', () => {
	let data: tests.Store;
	beforeAll(async () => {
		data = await tests.embeddedStore();
	}, 30_000);
	afterAll(async () => {
		await disconnectAll();
		await data.remove();
	});

	test('have the time in the queue apart from the stages, and no text of a learner', async () => {
		const site = await open(data);
		const work = (job: Job, runner: TestRunner) => {
			for (const event of eventsOf(job)) runner.sendEvent(job.run, event);
		};
		await connectRunner(site.url, token, { work });
		const { body } = await run(site, { sources: { narrow: 'int a_secret;\n' } });
		await watchAll(site, body.id);
		await vi.waitFor(async () => {
			const text = await (await fetch(`${site.url}/metrics`)).text();
			for (const line of [
				'cyclelab_queue_seconds_count{class="x86-64"} 1',
				'cyclelab_pick_up_seconds_count{class="x86-64"} 1',
				'cyclelab_stage_seconds_count{class="x86-64",stage="inspect"} 1',
				'cyclelab_stage_seconds_count{class="x86-64",stage="measure"} 1',
				'cyclelab_failures_total{kind="compile-error"} 1',
				'cyclelab_samples_total{fate="accepted"} 90',
				'cyclelab_samples_total{fate="rejected"} 10',
				'cyclelab_events_behind 0',
				'cyclelab_runs_running 0'
			])
				expect(text.split('\n')).toContain(line);
			expect(text).not.toMatch(/secret/);
			expect(text).not.toContain(body.id);
		}, 10_000);
		await disconnectAll();
		await site.close();
	});

	test('are refused without the operator’s token, with a header that names the scheme', async () => {
		const secret = 'a-token-of-operators';
		const site = await open(data, { METRICS_TOKEN: secret });
		const ask = async (where: string, authorization?: string) => {
			const headers = authorization === undefined ? {} : { authorization };
			const { status, headers: received } = await fetch(site.url + where, { headers });
			return [status, received.get('www-authenticate')?.split(' ')[0]];
		};
		for (const where of ['/metrics', '/operate', '/operate/latency']) {
			expect(await ask(where)).toEqual([401, 'Basic']);
			expect(await ask(where, `Bearer ${secret}!`)).toEqual([401, 'Basic']);
			expect(await ask(where, `Bearer ${secret}`)).toEqual([200, undefined]);
			expect(await ask(where, `Basic ${btoa(`me:${secret}`)}`)).toEqual([200, undefined]);
		}
		// paths that Express normalises need the token, too
		const sly = await (await fetch(`${site.url}/%6Fperate`)).json();
		expect(sly.operator).toBe(false);
		await site.close();
		const behindProxy = await open(data, { ORIGIN: 'https://the.site' });
		expect((await fetch(`${behindProxy.url}/metrics`)).status).toBe(403);
		await behindProxy.close();
	});
});
