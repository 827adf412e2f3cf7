/** The site's responses to valid and invalid requests, and its limits. */
import { setTimeout as pause } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Site } from '@cyclelab/site/server/site.ts';
import {
	connectRunner,
	content,
	describeRunner,
	exercise,
	disconnectAll
} from './server-runner.ts';
import * as tests from './server-site.ts';
import { post, read, run, token } from './server-site.ts';

let data: tests.Store;
let site: Site;
beforeAll(async () => {
	data = await tests.embeddedStore();
	site = await tests.startSite(data);
}, 30_000);
afterAll(async () => {
	await disconnectAll();
	await site.close();
	await data.remove();
});

const unknownId = 'AAAAAAAAAAAAAAAAAAAAAA';

describe('the API', () => {
	test('lists exercises, tracks and runners, and its health', async () => {
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
		expect(Object.keys(body.paths)).toEqual([
			'/healthz',
			'/api/tracks',
			'/api/exercises',
			'/api/exercises/{slug}',
			'/api/runners',
			'/api/runners/{id}/calibrations',
			'/api/runs',
			'/api/runs/{id}',
			'/api/runs/{id}/events',
			'/api/snapshots',
			'/api/snapshots/{id}',
			'/api/workshops',
			'/api/workshops/{code}',
			'/api/workshops/{code}/seats',
			'/api/seat',
			'/api/seat/votes',
			'/api/seat/events',
			'/api/hosts/{token}',
			'/api/hosts/{token}/acts',
			'/api/hosts/{token}/runs/{run}',
			'/api/hosts/{token}/events',
			'/api/hosts/{token}/export.json',
			'/api/hosts/{token}/export.csv'
		]);
		const referred = [...JSON.stringify(body.paths).matchAll(/#\/components\/schemas\/(\w+)/g)];
		const missing = referred.filter(([, name]) => !(name && name in body.components.schemas));
		expect(missing).toEqual([]);
	});

	test('counts runs and requests in its metrics', async () => {
		await connectRunner(site.url, token);
		const { body } = await run(site);
		await tests.watchAll(site, body.id);
		const text = await (await fetch(`${site.url}/metrics`)).text();
		expect(text).toContain('cyclelab_runs_total{state="finished"} 1');
		expect(text).toContain('cyclelab_runners{state="ready"} 1');
		expect(text).toMatch(
			/cyclelab_http_seconds_count\{method="POST",route="\/runs",status="202"\} 1/
		);
		await disconnectAll();
	});
});

describe('an invalid request', () => {
	const cases: [string, unknown, { path: (string | number)[]; message: string }[]][] = [
		[
			'an unknown exercise',
			{ exercise: 'nothing' },
			[{ path: ['exercise'], message: 'There is no exercise "nothing".' }]
		],
		[
			'a language the exercise is not written in',
			{ exercise: 'two-stores', language: 'cpp' },
			[{ path: ['language'], message: 'This exercise is not written in "cpp".' }]
		],
		[
			'a compiler of another language',
			{ exercise: 'two-stores', compiler: 'go-1.27' },
			[
				{
					path: ['compiler'],
					message: 'go-1.27 does not compile C; clang-22, gcc-14, clang-19, and gcc-12 do.'
				}
			]
		],
		[
			'unknown variants and values',
			{ exercise: 'two-stores', sources: { third: '' }, variants: ['fourth'], values: [65] },
			[
				{
					path: ['sources', 'third'],
					message: 'This exercise has no variant "third"; it has wide, narrow.'
				},
				{
					path: ['variants', 0],
					message: 'This exercise has no variant "fourth"; it has wide, narrow.'
				},
				{ path: ['values', 0], message: '65 is not among the values this exercise sweeps.' }
			]
		],
		[
			'a misspelt field',
			{ exercise: 'two-stores', langauge: 'c' },
			[{ path: [], message: 'Unrecognized key: "langauge"' }]
		]
	];
	test.each(cases)('with %s gets an error that names it', async (_name, body, issues) => {
		const response = await post(site, '/api/runs', body);
		expect([response.status, await response.json()]).toEqual([400, { issues }]);
	});

	test('for a compiler that no connected runner has gets an error that names it', async () => {
		const runner = await connectRunner(site.url, token);
		const response = await post(site, '/api/runs', { exercise: 'two-stores', compiler: 'gcc-14' });
		expect([response.status, await response.json()]).toEqual([
			400,
			{
				issues: [
					{
						path: ['compiler'],
						message:
							'No connected runner has gcc-14 for x86-64 yet. Its image may still be in the making; try again in a minute, or choose another language.'
					}
				]
			}
		]);
		await runner.disconnect();
	});

	test.each([
		'-fplugin=x.so',
		'-wrapper',
		'-o',
		'@file',
		'-I/',
		'-include',
		'-x',
		'-O2\n-o',
		'--sysroot=/',
		'-B/tmp',
		'-specs=x',
		'-Wl,-T,x',
		'-Xclang'
	])('with the flag %j is refused', async (flag) => {
		const response = await post(site, '/api/runs', { exercise: 'two-stores', flags: [flag] });
		const body = await response.json();
		expect([response.status, body.issues.map((issue: { path: string[] }) => issue.path)]).toEqual([
			400,
			[['flags']]
		]);
	});

	test('is not one with a flag of the allow-list', async () => {
		const { status, body } = await run(site, { flags: ['-O3'] });
		expect(status).toBe(202);
		await read(site, `/api/runs/${body.id}`, 'DELETE');
	});

	const large = JSON.stringify({ exercise: 'two-stores', sources: { wide: 'x'.repeat(300_000) } });
	test.each([
		['too large a body', large, {}, [413, 'TOO_LARGE']],
		['too deep a body', `${'['.repeat(100_000)}${']'.repeat(100_000)}`, {}, [400, 'TOO_DEEP']],
		['a body that is not JSON', '{', {}, [400, 'NOT_JSON']],
		[
			'another content type',
			'a=b',
			{ 'content-type': 'application/x-www-form-urlencoded' },
			[415, 'NOT_JSON']
		],
		['another origin', '{}', { origin: 'https://elsewhere.example' }, [403, 'FOREIGN_ORIGIN']],
		[
			'a foreign page without origin',
			'{}',
			{ 'sec-fetch-site': 'cross-site' },
			[403, 'FOREIGN_ORIGIN']
		]
	])('%s is refused', async (_name, body, headers, expected) => {
		const response = await post(site, '/api/runs', body, headers);
		const answer = await response.json();
		expect([response.status, answer.code]).toEqual(expected);
		expect(Object.keys(answer)).toEqual(['code', 'message', 'id']);
	});

	test('is not one with the site’s own origin', async () => {
		const response = await post(
			site,
			'/api/runs',
			{ exercise: 'two-stores' },
			{ origin: site.url }
		);
		expect(response.status).toBe(202);
		const { id } = await response.json();
		await read(site, `/api/runs/${id}`, 'DELETE');
	});

	test.each([
		`/api/runs/${unknownId}`,
		`/api/runs/${unknownId}/events`,
		'/api/runs/..%2f..%2fetc',
		`/api/snapshots/${unknownId}`,
		'/api/exercises/nothing',
		'/api/nothing',
		'/nothing'
	])('%s is not there', async (where) => {
		const { status, body } = await read(site, where);
		expect([status, body.code]).toEqual([404, 'NOT_FOUND']);
	});

	test('gets a response that may neither load anything nor be framed', async () => {
		const response = await fetch(`${site.url}/api/exercises`);
		const policy = response.headers.get('content-security-policy');
		expect(policy).toBe("default-src 'none';frame-ancestors 'none'");
		expect(response.headers.get('x-content-type-options')).toBe('nosniff');
		expect(response.headers.get('x-powered-by')).toBeNull();
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

	const speak = (text: string) =>
		new Promise<{ said: unknown; code: number }>((resolve) => {
			let said: unknown;
			const socket = new WebSocket(`${site.url.replace('http', 'ws')}/gateway`, {
				headers: { authorization: `Bearer ${token}` }
			});
			socket.on('open', () => socket.send(text));
			socket.on('message', (message) => (said = JSON.parse(message.toString())));
			socket.on('close', (code) => resolve({ said, code }));
		});

	test('with another contract version is refused with a sentence that names both versions', async () => {
		const hello = { type: 'hello', runner: { ...describeRunner('old', 1), contract: 0 } };
		expect(await speak(JSON.stringify(hello))).toEqual({
			said: {
				type: 'refused',
				reason:
					'This runner uses version 0 of the contract, the site version 3. Update the older of the two.'
			},
			code: 4001
		});
	});

	test('is refused if its first message is not "hello" or not JSON', async () => {
		expect(await speak(JSON.stringify({ type: 'state', state: 'ready' }))).toEqual({
			said: { type: 'refused', reason: 'The first message of a runner must be "hello".' },
			code: 4001
		});
		expect(await speak('hello')).toEqual({
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
