/** Whoever asks for more than their share gets an answer that says so, and a room of people behind one address does not. */
import net from 'node:net';
import { WebSocket } from 'ws';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { fixed } from '@cyclelab/site/server/config.ts';
import type { Site } from '@cyclelab/site/server/site.ts';
import { leaveAll } from './server-runner.ts';
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
	await leaveAll();
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

/** Until one is refused: how many were not, and the refusal. */
async function flood(most: number, ask: () => Promise<Response>) {
	for (let done = 0; done <= most; done++) {
		const answer = await ask();
		if (answer.status === 429) {
			const { code, message } = await answer.json();
			return { done, code, message, retryAfter: Number(answer.headers.get('retry-after')) };
		}
		await answer.body?.cancel();
	}
	throw new Error(`none of ${most + 1} was refused`);
}

describe('one address', () => {
	test('asks so often in a minute, whatever it asks', async () => {
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

	test('cannot make itself another one, unless a proxy that is believed says so', async () => {
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

	test('holds so many connections, and gets more when it lets go of some', async () => {
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

	test('connects so many runners', async () => {
		await start({ RUNNER_CONNECTIONS: '2' });
		const knock = () =>
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
		expect([await knock(), await knock(), await knock()]).toEqual(['in', 'in', '429']);
		sockets[0]?.terminate();
		await eventually(async () => expect(await knock()).toBe('in'));
		for (const socket of sockets) socket.terminate();
	});

	test('guesses codes slowly, however it spells them, and nobody else waits for it', async () => {
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

	test('gains nothing by cancelling and asking again', async () => {
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

describe('the line', () => {
	test('who floods it waits behind everybody, and asking anew is no way forward', async () => {
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
		// behind the first one of whoever flooded, before all their others
		expect([await place(flooding[0]!), await place(other), await place(flooding[19]!)]).toEqual([
			1, 2, 21
		]);
		await read(site, flooding[1]!, 'DELETE');
		const again = await ask('192.0.2.1');
		expect([await place(other), await place(again)]).toEqual([2, 21]);
		for (const url of [...flooding, other, again]) await read(site, url, 'DELETE');
	});
});

describe('a room behind one address', () => {
	const people = 60;

	test('joins, looks, votes and asks for runs in one minute, with the limits as they are', async () => {
		// the limits of addresses as they are when nobody sets them
		await start({ RUNS_PER_MINUTE: '60', REQUESTS_PER_MINUTE: '6000', STREAMS: '64' });
		const { code, host } = await openWorkshop();
		const names = Array.from({ length: people }, (_, i) => `person ${i + 1}`);
		const seats = await Promise.all(names.map((name) => join(code, name)));
		const streams: AbortController[] = [];
		const statuses = new Set<number>();
		const ask = async (asked: Promise<Response>) => void statuses.add((await asked).status);
		// a few at a time: what is tried is whether they are let, not how fast this machine is
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

	test('one of them has their own limits, and takes nobody’s', async () => {
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
		// somebody who is nobody is told so, and counts against nobody
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
