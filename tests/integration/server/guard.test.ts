/** The checks of every request: its origin, its ids and keys; and the security headers of responses. */
import { describe, expect, test } from 'vitest';
import { siteForAll } from './hooks.ts';
import * as tests from './site.ts';
import { post, read, run } from './site.ts';

const site = siteForAll(tests.embeddedStore, { OPEN_RUNS: '100000' });

const id = 'AAAAAAAAAAAAAAAAAAAAAA';
const secret = 'x'.repeat(43);

const open = (title: string) => post(site, '/api/workshops', { title, exercises: ['two-stores'] });

/** Every method and path of the API, from its own OpenAPI document. */
async function routes(): Promise<{ method: string; where: string }[]> {
	const { body } = await read(site, '/api/openapi.json');
	return Object.entries(body.paths as Record<string, object>).flatMap(([path, item]) =>
		['get', 'post', 'delete']
			.filter((method) => method in item)
			.map((method) => ({
				method: method.toUpperCase(),
				where: path
					.replace('{id}', id)
					.replace('{token}', secret)
					.replace('{code}', '2222-2222')
					.replace('{slug}', 'two-stores')
			}))
	);
}

describe('the origin of a request', () => {
	test.each([
		['another site', { origin: 'https://elsewhere.example' }],
		['a page with an opaque origin', { origin: 'null' }],
		['the same name on another port', { origin: 'http://127.0.0.1:1' }],
		['a form of another site, without an origin', { 'sec-fetch-site': 'cross-site' }],
		['a neighbour under the same domain', { 'sec-fetch-site': 'same-site' }]
	])('%s changes nothing', async (_name, headers) => {
		const changing = (await routes()).filter(({ method }) => method !== 'GET');
		expect(changing.length).toBeGreaterThan(7);
		for (const { method, where } of changing) {
			const answer = await fetch(site.url + where, {
				method,
				headers: { 'content-type': 'application/json', ...headers },
				...(method === 'POST' ? { body: '{}' } : {})
			});
			expect([method, where, answer.status, (await answer.json()).code]).toEqual([
				method,
				where,
				403,
				'FOREIGN_ORIGIN'
			]);
		}
	});

	test('may be the site itself or absent, as from a script', async () => {
		for (const headers of [{ origin: site.url, 'sec-fetch-site': 'same-origin' }, {}])
			expect((await post(site, '/api/runs', { exercise: 'none' }, headers)).status).toBe(400);
	});

	test('may be an address that only a proxy in front knows, if the browser says it is the page’s own', async () => {
		const behind = { origin: 'https://cycles.example' };
		const ask = (headers: object) => post(site, '/api/runs', { exercise: 'none' }, headers);
		expect((await ask({ ...behind, 'sec-fetch-site': 'same-origin' })).status).toBe(400);
		const refused = await ask(behind);
		expect([refused.status, (await refused.json()).message]).toEqual([
			403,
			'This request came from another site. Open this one and try again. If it came from this site, behind a proxy, its operator must set ORIGIN to its public address, or TRUST_PROXY.'
		]);
	});

	test('must be ORIGIN if that is set', async () => {
		const small = await tests.embeddedStore();
		const named = await tests.startSite(small, { ORIGIN: 'https://cycles.example' });
		const status = async (origin: string, more = {}) =>
			(await post(named, '/api/runs', { exercise: 'none' }, { origin, ...more })).status;
		expect([await status('https://cycles.example'), await status(named.url)]).toEqual([400, 403]);
		expect(await status(named.url, { 'sec-fetch-site': 'same-origin' })).toBe(403);
		await named.close();
		await small.remove();
	});

	test('is not allowed by CORS headers to read a response of the API without ORIGIN', async () => {
		for (const { where } of (await routes()).filter(({ method }) => method === 'GET')) {
			const leave = new AbortController();
			const { headers } = await fetch(site.url + where, {
				headers: { origin: 'https://elsewhere.example' },
				signal: leave.signal
			});
			leave.abort();
			expect([where, headers.get('access-control-allow-origin')]).toEqual([where, null]);
		}
		const asked = await fetch(`${site.url}/api/runs`, {
			method: 'OPTIONS',
			headers: {
				origin: 'https://elsewhere.example',
				'access-control-request-method': 'POST',
				'access-control-request-headers': 'content-type'
			}
		});
		expect(asked.headers.get('access-control-allow-origin')).toBeNull();
	});

	test('may be any for reading a public site, but for workshops, and changes nothing there', async () => {
		const small = await tests.embeddedStore();
		const named = await tests.startSite(small, { ORIGIN: 'https://cycles.example' });
		const origin = 'https://elsewhere.example';
		const allowed = async (where: string, method = 'GET') => {
			const { headers } = await fetch(named.url + where, { method, headers: { origin } });
			return headers.get('access-control-allow-origin');
		};
		for (const where of ['exercises', 'runners', 'openapi.json', 'types.d.ts', `runs/${id}`])
			expect([where, await allowed(`/api/${where}`)]).toEqual([where, '*']);
		for (const where of ['workshops/2222-2222', 'seat', `hosts/${secret}`])
			expect([where, await allowed(`/api/${where}`)]).toEqual([where, null]);
		expect(await allowed('/api/runs', 'POST')).toBeNull();
		expect((await post(named, '/api/runs', { exercise: 'none' }, { origin })).status).toBe(403);
		await named.close();
		await small.remove();
	});
});

describe('a response of the API', () => {
	test('may load nothing, be framed nowhere and not be sniffed, errors included', async () => {
		const places = [...(await routes()), { method: 'GET', where: '/api/none' }];
		places.push({ method: 'GET', where: '/none' }, { method: 'GET', where: '/%' });
		for (const { method, where } of places) {
			const answer = await fetch(site.url + where, { method });
			const { headers } = answer;
			await answer.body?.cancel();
			expect([
				where,
				headers.get('content-security-policy'),
				headers.get('x-content-type-options'),
				headers.get('referrer-policy'),
				headers.get('x-frame-options'),
				headers.get('x-powered-by'),
				headers.get('set-cookie')
			]).toEqual([
				where,
				"default-src 'none';frame-ancestors 'none'",
				'nosniff',
				'same-origin',
				'SAMEORIGIN',
				null,
				null
			]);
		}
	});

	test('says that there is no such thing, without text of the request', async () => {
		const said = '<script>alert(1)</script>';
		const places = ['/api/', '/api/runs/', '/api/exercises/', '/'].map((path) => path + said);
		for (const where of [...places, '/api/runs/..%2f..%2fetc']) {
			const answer = await fetch(site.url + where);
			const text = await answer.text();
			expect([where, answer.status, JSON.parse(text).code]).toEqual([where, 404, 'NOT_FOUND']);
			expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
			expect(text).not.toContain('alert');
		}
	});
});

describe('an id or a key', () => {
	test('that is unknown, malformed or of another person gets the same response', async () => {
		const { body } = await run(site);
		const without = (answer: { status: number; body: { id: string } }) => ({
			...answer,
			body: { ...answer.body, id: '' }
		});
		const near = `${body.id.slice(0, -1)}${body.id.endsWith('A') ? 'Q' : 'A'}`;
		for (const [path, end] of [
			['/api/runs/', ''],
			['/api/runs/', '/events'],
			['/api/snapshots/', '']
		] as const) {
			const answers: { status: number }[] = [];
			for (const wrong of [id, near, 'x', `${body.id}x`, '1', body.id.toLowerCase()])
				answers.push(without(await read(site, path + wrong + end)));
			expect(answers).toEqual(answers.map(() => answers[0]));
			expect(answers[0]?.status).toBe(404);
		}
		const cancels = [id, near, 'x'].map((wrong) => read(site, `/api/runs/${wrong}`, 'DELETE'));
		for (const { status } of await Promise.all(cancels)) expect(status).toBe(404);
		expect((await read(site, `/api/runs/${body.id}`)).body.state).toBe('queued');
	});

	test('does not lengthen the response to a request with hundreds of mistakes', async () => {
		const wrong = (sources: number) => {
			const names = Array.from({ length: sources }, (_, i) => [`v${i}`, '']);
			const body = { exercise: 'two-stores', sources: Object.fromEntries(names) };
			return post(site, '/api/runs', body);
		};
		const many = await wrong(10_000);
		expect([many.status, (await many.json()).code]).toEqual([400, 'TOO_MANY_VALUES']);
		const answer = await wrong(900);
		const text = await answer.text();
		expect([answer.status, text.length < 10_000]).toEqual([400, true]);
		const { issues } = JSON.parse(text);
		expect([issues.length, issues.at(-1)]).toEqual([
			51,
			{ path: [], message: 'The request has 850 more mistakes. Correct these first.' }
		]);
		// A single mistake is listed without a count.
		const single = await post(site, '/api/runs', { exercise: 'two-stores', sources: { v1: '' } });
		expect([single.status, (await single.json()).issues]).toEqual([
			400,
			[
				{
					path: ['sources', 'v1'],
					message: 'This exercise has no variant "v1"; it has wide, narrow.'
				}
			]
		]);
	});

	test('cannot be derived from an earlier id or key', async () => {
		const ids = new Set<string>();
		const hosts = new Set<string>();
		for (let i = 0; i < 5; i++) {
			ids.add((await run(site)).body.id);
			hosts.add((await (await open('x')).json()).hostPage);
		}
		expect([ids.size, hosts.size]).toEqual([5, 5]);
		// 128 and 256 bits, in base64url
		for (const id of ids) expect(id).toMatch(/^[\w-]{22}$/);
		for (const host of hosts) expect(host).toMatch(/^\/host\/[\w-]{43}$/);
		const lists = await Promise.all(
			['/api/runs', '/api/snapshots', '/api/workshops', '/api/hosts'].map((where) =>
				read(site, where)
			)
		);
		expect(lists.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
	});
});
