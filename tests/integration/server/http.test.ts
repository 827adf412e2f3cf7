/** The site’s responses to valid requests, its limits for one address, and what a runner may send. */
import { setTimeout as pause } from 'node:timers/promises';
import type { RequestHandler } from 'express';
import { WebSocket } from 'ws';
import { describe, expect, test } from 'vitest';
import { content, describeRunner, exercise } from './examples.ts';
import { connectRunner, speak } from './runner.ts';
import { siteForAll } from './hooks.ts';
import * as tests from './site.ts';
import { post, read, run, token } from './site.ts';

const site = siteForAll();

describe('the API', () => {
	test('lists exercises, tracks and runners, and its health', async () => {
		expect(await read(site, '/livez')).toEqual({ status: 200, body: { status: 'ok' } });
		expect(await read(site, '/healthz')).toEqual({
			status: 200,
			body: { status: 'ok', runners: 0 }
		});
		expect((await read(site, '/api/tracks')).body).toEqual(content.tracks);
		expect((await read(site, '/api/exercises')).body).toEqual([
			{
				slug: 'two-stores',
				title: 'Two stores',
				track: 'memory',
				order: 10,
				summary: 'A small exercise for tests.',
				minutes: 1,
				requires: [],
				free: false,
				languages: ['c'],
				targets: ['x86-64', 'arm64'],
				document: { title: 'None', author: 'Nobody', place: 'nowhere' }
			}
		]);
		expect((await read(site, '/api/exercises/two-stores')).body).toEqual(exercise);
		const runner = await connectRunner(site.url, token, { id: 'alpha', slots: 3 });
		const { host, toolchains } = describeRunner('alpha', 3);
		expect((await read(site, '/api/runners')).body).toEqual([
			{
				id: 'alpha',
				arch: 'x86-64',
				microarchitecture: 'znver5',
				processor: 'AMD Zen 5',
				clockGHz: 4.1,
				measures: ['x86-64'],
				inspects: ['x86-64'],
				state: 'ready',
				stateSince: expect.stringMatching(/^20.*Z$/),
				connectedAt: expect.stringMatching(/^20.*Z$/),
				slots: 3,
				slowSlots: 0,
				busy: 0,
				waiting: 0,
				host,
				toolchains
			}
		]);
		expect((await read(site, '/healthz')).body.runners).toBe(1);
		await runner.disconnect();
	});

	test('has an OpenAPI document with every schema that it refers to', async () => {
		const { body } = await read(site, '/api/openapi.json');
		expect([body.openapi, body.info.title]).toEqual(['3.1.0', 'Cyclelab']);
		expect(Object.keys(body.paths).length).toBeGreaterThan(30);
		const referred = [...JSON.stringify(body).matchAll(/#\/components\/schemas\/(\w+)/g)];
		const missing = referred.filter(([, name]) => !(name && name in body.components.schemas));
		expect(missing).toEqual([]);
	});
});

describe('the first page', () => {
	/** The pages that were made before the site listened, each with this status. */
	const startWith = async (status: number) => {
		const made: string[] = [];
		const pages: RequestHandler = async ({ url }, response) => {
			await pause(50);
			response.on('finish', () => made.push(url));
			response.status(status).end();
		};
		const store = await tests.sharedStore();
		const started = await tests.startSite(store, {}, { pages, firstPage: '/exercises/chains' });
		const before = [...made];
		expect((await read(started, '/healthz')).status).toBe(200);
		await started.close();
		await store.remove();
		return before;
	};

	test('is made before the site listens, and a site that cannot make it listens too', async () => {
		expect(await startWith(200)).toEqual(['/exercises/chains']);
		expect(await startWith(500)).toEqual(['/exercises/chains']);
	});
});

describe('limits per address', () => {
	test('apply to runs a minute, unfinished runs and open streams', async () => {
		const small = await tests.embeddedStore();
		const strict = await tests.startSite(small, {
			RUNS_PER_MINUTE: '4',
			OPEN_RUNS: '2',
			STREAMS: '1'
		});
		const first = (await run(strict)).body;
		await run(strict);
		const third = await post(strict, '/api/runs', { exercise: 'two-stores' });
		const tooMany = await third.json();
		expect([third.status, third.headers.get('retry-after'), tooMany.code, tooMany.message]).toEqual(
			[
				429,
				'10',
				'TOO_MANY_RUNS',
				'You have 2 unfinished runs. Wait for one to finish, or cancel one.'
			]
		);
		const stream = tests.watch(strict, first.id);
		await stream.next();
		const second = await read(strict, `/api/runs/${first.id}/events`);
		expect([second.status, second.body.code]).toEqual([429, 'TOO_MANY_STREAMS']);
		await stream.return(undefined);
		await read(strict, `/api/runs/${first.id}`, 'DELETE');
		expect((await run(strict)).status).toBe(202);
		const fifth = await post(strict, '/api/runs', { exercise: 'two-stores' });
		expect([fifth.status, (await fifth.json()).code]).toEqual([429, 'TOO_MANY_REQUESTS']);
		expect(Number(fifth.headers.get('retry-after'))).toBeGreaterThan(0);
		await strict.close();
		await small.remove();
	});
});

describe('a runner', () => {
	const connectWith = (headers: Record<string, string>, where = '/gateway') =>
		new Promise<number | undefined>((resolve, reject) => {
			const socket = new WebSocket(site.url.replace('http', 'ws') + where, { headers });
			socket.on('unexpected-response', (_request, response) => {
				resolve(response.statusCode);
				socket.terminate();
			});
			socket.on('open', () => reject(new Error('The site accepted the connection.')));
			socket.on('error', () => {});
		});

	test('is refused without a token, with a wrong token and at another path', async () => {
		expect(await connectWith({})).toBe(401);
		expect(await connectWith({ authorization: 'Bearer not-the-token' })).toBe(401);
		expect(await connectWith({ authorization: `Bearer ${token}` }, '/other')).toBe(404);
	});

	test('with another contract version is refused with a sentence that names both versions', async () => {
		const hello = { type: 'hello', runner: { ...describeRunner('old', 1), contract: 0 } };
		expect(await speak(site.url, token, JSON.stringify(hello))).toEqual({
			said: {
				type: 'refused',
				reason:
					'This runner uses version 0 of the contract, the site version 3. Update the older of the two.'
			},
			code: 4001
		});
	});

	test('is refused if its first message is not "hello" or not JSON', async () => {
		const state = JSON.stringify({ type: 'state', state: 'ready' });
		expect(await speak(site.url, token, state)).toEqual({
			said: { type: 'refused', reason: 'The first message of a runner must be "hello".' },
			code: 4001
		});
		expect(await speak(site.url, token, 'hello')).toEqual({
			said: { type: 'refused', reason: 'A message of this runner was not JSON.' },
			code: 4001
		});
	});

	test('that connects again replaces its old connection', async () => {
		const old = await connectRunner(site.url, token, { id: 'twin', work: () => {} });
		const { body } = await run(site);
		while (old.jobs.length === 0) await pause(5);
		const fresh = await connectRunner(site.url, token, { id: 'twin' });
		expect(await old.closed).toBe(4002);
		await tests.watchAll(site, body.id);
		expect(fresh.jobs).toEqual(old.jobs);
		await fresh.disconnect();
	});
});
