/** Rate limits: an address or participant beyond a limit gets status 429; a workshop behind one address does not. */
import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import { WebSocket } from 'ws';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { fixed } from '@cyclelab/site/server/base/config.ts';
import type { Site } from '@cyclelab/site/server/site.ts';
import { disconnectAll } from './server-runner.ts';
import * as tests from './server-site.ts';
import { post, read, token } from './server-site.ts';

let data: tests.Store;
let site: Site;
beforeAll(async () => {
	data = await tests.embeddedStore();
}, 60_000);
afterAll(() => data.remove());
afterEach(async () => {
	await tests.cancelAll(site);
	await disconnectAll();
	await site.close();
});
const start = async (settings: Record<string, string>) => {
	site = await tests.startSite(data, settings);
};

const eventually = (check: () => unknown) => vi.waitFor(check, { timeout: 20_000, interval: 20 });
const bearer = (seat: string) => ({ authorization: `Bearer ${seat}` });
async function openWorkshop() {
	const answer = await post(site, '/api/workshops', { title: 'x', exercises: ['two-stores'] });
	expect(answer.status).toBe(201);
	const { code, hostPage } = await answer.json();
	return { code: String(code), host: String(hostPage).replace('/host/', '/api/hosts/') };
}
async function join(code: string, name: string): Promise<string> {
	const answer = await post(site, `/api/workshops/${code}/seats`, { name });
	expect(answer.status).toBe(201);
	return (await answer.json()).token;
}

/** Sends requests until one is refused. Returns the number of the others, and the refusal. */
async function flood(most: number, ask: () => Promise<Response>) {
	for (let done = 0; done <= most; done++) {
		const answer = await ask();
		if (answer.status === 429) {
			const { code, message } = await answer.json();
			return { done, code, message, retryAfter: Number(answer.headers.get('retry-after')) };
		}
		await answer.body?.cancel();
	}
	throw new Error(`The site refused none of ${most + 1} requests.`);
}

describe('one address', () => {
	test('may send a limited number of requests a minute, at any path', async () => {
		await start({ REQUESTS_PER_MINUTE: '20' });
		const { done, code, message, retryAfter } = await flood(20, () => fetch(`${site.url}/none`));
		expect([done, code, message.replace(/\d+ s/, 'n s')]).toEqual([
			20,
			'TOO_MANY_REQUESTS',
			'One address may ask 20 times a minute. Try again in n s.'
		]);
		expect(retryAfter).toBeGreaterThan(0);
		for (const where of ['/api/exercises', '/healthz', '/metrics'])
			expect((await fetch(site.url + where)).status).toBe(429);
		expect((await fetch(`${site.url}/_app/immutable/x.js`)).status).toBe(404);
	});

	test.each(['/_app/%2e%2e/none', '/_app/%2E./none', '/_app/../none', '/_app/..\\none'])(
		'cannot evade that limit with the path %s',
		async (path) => {
			await start({ REQUESTS_PER_MINUTE: '5' });
			const { hostname, port } = new URL(site.url);
			// fetch would normalise the path
			const get = (path: string) =>
				new Promise<number | undefined>((resolve, reject) => {
					const request = http.get({ hostname, port, path }, (response) => {
						response.resume();
						resolve(response.statusCode);
					});
					request.on('error', reject);
				});
			const statuses: (number | undefined)[] = [];
			for (let i = 0; i < 7; i++) statuses.push(await get(path));
			expect(statuses).toEqual([404, 404, 404, 404, 404, 429, 429]);
			// A page's own files are not counted.
			expect(await get('/_app/immutable/x.js')).toBe(404);
		}
	);

	test('cannot claim another address by X-Forwarded-For, unless a trusted proxy sets it', async () => {
		await start({ REQUESTS_PER_MINUTE: '5' });
		const as = (address: string) => ({ headers: { 'x-forwarded-for': address } });
		let next = 0;
		const asking = () => fetch(`${site.url}/none`, as(`192.0.2.${(next += 1)}`));
		expect((await flood(5, asking)).done).toBe(5);
		await site.close();
		await start({ REQUESTS_PER_MINUTE: '5', TRUST_PROXY: '1' });
		for (let i = 0; i < 8; i++) expect((await asking()).status).toBe(404);
		const spoofing = () => fetch(`${site.url}/none`, as(`198.51.100.${(next += 1)}, 192.0.2.200`));
		expect((await flood(5, spoofing)).done).toBe(5);
	});

	test('may have a limited number of connections, and open more after it closed some', async () => {
		await start({ CONNECTIONS: '3' });
		const { hostname, port } = new URL(site.url);
		const connect = () => {
			const socket = net.connect(Number(port), hostname);
			const seen = { socket, gone: false };
			socket.on('error', () => {});
			socket.on('close', () => (seen.gone = true));
			return seen;
		};
		const all = Array.from({ length: 8 }, connect);
		await eventually(() => expect(all.filter(({ gone }) => gone)).toHaveLength(5));
		for (const { socket } of all) socket.destroy();
		await eventually(async () => expect((await fetch(`${site.url}/healthz`)).status).toBe(200));
	});

	test('may connect a limited number of runners', async () => {
		await start({ RUNNER_CONNECTIONS: '2' });
		const connectRunner = () =>
			new Promise<string>((resolve) => {
				const socket = new WebSocket(`${site.url.replace('http', 'ws')}/gateway`, {
					headers: bearer(token)
				});
				sockets.push(socket);
				socket.on('error', () => {});
				socket.on('open', () => resolve('in'));
				socket.on('unexpected-response', (request, response) => {
					request.destroy();
					resolve(String(response.statusCode));
				});
			});
		const sockets: WebSocket[] = [];
		expect([await connectRunner(), await connectRunner(), await connectRunner()]).toEqual([
			'in',
			'in',
			'429'
		]);
		sockets[0]?.terminate();
		await eventually(async () => expect(await connectRunner()).toBe('in'));
		for (const socket of sockets) socket.terminate();
	});

	const upgrade = (path: string, headers: Record<string, string> = {}) =>
		new Promise<{ status: number | undefined; retryAfter: number }>((resolve, reject) => {
			const { hostname, port } = new URL(site.url);
			const asked = http.get({
				...{ hostname, port, path },
				headers: { connection: 'Upgrade', upgrade: 'websocket', ...headers }
			});
			asked.on('response', (response) => {
				response.resume();
				const retryAfter = Number(response.headers['retry-after']);
				resolve({ status: response.statusCode, retryAfter });
			});
			asked.on('error', reject);
		});

	test('may try a limited number of connections without a token, and its runner with a token still connects', async () => {
		await start({});
		const statuses: (number | undefined)[] = [];
		for (let i = 0; i < fixed.tokenlessUpgrades; i++)
			statuses.push((await upgrade('/gateway')).status);
		expect(new Set(statuses)).toEqual(new Set([401]));
		const refused = await upgrade('/gateway');
		expect([refused.status, refused.retryAfter > 0]).toEqual([429, true]);
		const socket = new WebSocket(`${site.url.replace('http', 'ws')}/gateway`, {
			headers: bearer(token)
		});
		await once(socket, 'open');
		socket.terminate();
	});

	test('has its WebSocket requests counted with its other requests, at any path', async () => {
		await start({ REQUESTS_PER_MINUTE: '4' });
		const asked = [
			await upgrade('/none'),
			await upgrade('/gateway', bearer('wrong')),
			await upgrade('/gateway'),
			await upgrade('/gateway', bearer('wrong')),
			await upgrade('/gateway', bearer('wrong')),
			await upgrade('/none')
		];
		expect(asked.map(({ status }) => status)).toEqual([404, 401, 401, 401, 429, 429]);
		expect((await fetch(`${site.url}/healthz`)).status).toBe(429);
	});

	test('may guess a limited number of join codes in any form, and other addresses are not limited by that', async () => {
		await start({ TRUST_PROXY: '1' });
		const { code } = await openWorkshop();
		const at = (address: string, typed: string) =>
			fetch(`${site.url}/api/workshops/${encodeURIComponent(typed)}`, {
				headers: { 'x-forwarded-for': address }
			});
		let tried = 0;
		const wrong = ['2222-22', '2222 22', 'zzzz.zz', '<b>'];
		const guessed = await flood(fixed.wrongCodes, () =>
			at('192.0.2.1', `${wrong[tried % 4]}${10 + (tried++ % 80)}`)
		);
		expect([guessed.done, guessed.code]).toEqual([fixed.wrongCodes, 'TOO_MANY_CODES']);
		expect((await at('192.0.2.1', code)).status).toBe(429);
		const joined = await post(
			site,
			`/api/workshops/${code}/seats`,
			{ name: 'x' },
			{ 'x-forwarded-for': '192.0.2.1' }
		);
		expect(joined.status).toBe(429);
		expect((await at('192.0.2.2', code)).status).toBe(200);
	});

	test('gains no further runs by cancelling and starting again', async () => {
		await start({ RUNS_PER_MINUTE: '6', OPEN_RUNS: '2' });
		const asking = async () => {
			const answer = await post(site, '/api/runs', { exercise: 'two-stores' });
			const { url } = await answer.clone().json();
			if (url !== undefined) await read(site, url, 'DELETE');
			return answer;
		};
		expect(await flood(6, asking)).toMatchObject({ done: 6, code: 'TOO_MANY_REQUESTS' });
	});
});

describe('the queue', () => {
	test('puts the runs of an address with many behind the first runs of others, also if it cancels and starts again', async () => {
		await start({ OPEN_RUNS: '30', TRUST_PROXY: '1' });
		const ask = async (address: string) => {
			const answer = await post(
				site,
				'/api/runs',
				{ exercise: 'two-stores' },
				{ 'x-forwarded-for': address }
			);
			return String((await answer.json()).url);
		};
		const place = async (url: string) => Number((await read(site, url)).body.position);
		const flooding: string[] = [];
		for (let i = 0; i < 20; i++) flooding.push(await ask('192.0.2.1'));
		const other = await ask('192.0.2.2');
		// behind the first run of the address with many, before all its other runs
		expect([await place(flooding[0]!), await place(other), await place(flooding[19]!)]).toEqual([
			1, 2, 21
		]);
		await read(site, flooding[1]!, 'DELETE');
		const again = await ask('192.0.2.1');
		expect([await place(other), await place(again)]).toEqual([2, 21]);
		for (const url of [...flooding, other, again]) await read(site, url, 'DELETE');
	});
});

describe('a workshop behind one address', () => {
	const people = 60;

	test('can join, open the page, vote and start runs in one minute within the default limits', async () => {
		// the default limits of an address
		await start({ RUNS_PER_MINUTE: '60', REQUESTS_PER_MINUTE: '6000', STREAMS: '64' });
		const { code, host } = await openWorkshop();
		const names = Array.from({ length: people }, (_, i) => `person ${i + 1}`);
		const seats = await Promise.all(names.map((name) => join(code, name)));
		const streams: AbortController[] = [];
		const statuses = new Set<number>();
		const ask = async (asked: Promise<Response>) => void statuses.add((await asked).status);
		// a few at a time, so that the test does not depend on the speed of this machine
		for (let first = 0; first < people; first += 6)
			await Promise.all(
				seats.slice(first, first + 6).map(async (seat, i) => {
					const headers = bearer(seat);
					const stream = new AbortController();
					streams.push(stream);
					const { signal } = stream;
					await ask(fetch(`${site.url}/api/seat/events`, { headers, signal }));
					await ask(fetch(`${site.url}/api/seat`, { headers }));
					const vote = { exercise: 'two-stores', ratio: 2 + i };
					await ask(post(site, '/api/seat/votes', vote, headers));
					const wanted = { exercise: 'two-stores', stages: ['inspect'] };
					await ask(post(site, '/api/runs', wanted, headers));
				})
			);
		expect([...statuses].sort()).toEqual([200, 202, 204]);
		const { body } = await read(site, host);
		expect([body.people.length, body.tally.first.length]).toEqual([people, people]);
		for (const stream of streams) stream.abort();
		await fetch(site.url + host, { method: 'DELETE' });
	}, 120_000);

	test('has limits for each participant that do not affect the others', async () => {
		await start({ RUNS_PER_MINUTE: '1000' });
		const { code, host } = await openWorkshop();
		const [loud, quiet] = [await join(code, 'loud'), await join(code, 'quiet')];
		const asking = (seat: string) => async () => {
			const kept = { exercise: 'two-stores', sources: { wide: `int x${Math.random()};` } };
			return post(site, '/api/runs', kept, bearer(seat));
		};
		expect(await flood(fixed.openRunsOfSeat, asking(loud))).toMatchObject({
			done: fixed.openRunsOfSeat,
			code: 'TOO_MANY_RUNS'
		});
		expect((await asking(quiet)()).status).toBe(202);

		const voting = (seat: string) => () =>
			post(site, '/api/seat/votes', { exercise: 'two-stores', ratio: 2 }, bearer(seat));
		const votes = await flood(fixed.votesPerMinute, voting(loud));
		expect(votes).toMatchObject({ done: fixed.votesPerMinute, code: 'TOO_MANY_REQUESTS' });
		expect((await voting(quiet)()).status).toBe(204);
		// a request with an unknown token is refused and counts for no participant
		expect((await voting('x'.repeat(43))()).status).toBe(401);

		const leave: AbortController[] = [];
		const streaming = () => {
			const controller = new AbortController();
			leave.push(controller);
			return fetch(`${site.url}/api/seat/events`, {
				headers: bearer(loud),
				signal: controller.signal
			});
		};
		for (let i = 0; i < fixed.streamsOfSeat; i++) expect((await streaming()).status).toBe(200);
		expect((await streaming()).status).toBe(429);
		for (const one of leave) one.abort();

		const acting = () => post(site, `${host}/acts`, { act: 'bring' });
		const acts = await flood(fixed.actsPerMinute, acting);
		expect([acts.done, acts.message.split(' t')[0]]).toEqual([
			fixed.actsPerMinute,
			'One host may act 240'
		]);
	}, 120_000);
});
