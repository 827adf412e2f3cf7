/** Rate limits of one address: a request beyond them gets status 429. */
import { once } from 'node:events';
import net from 'node:net';
import { WebSocket } from 'ws';
import { describe, expect, test } from 'vitest';
import { fixed } from '@cyclelab/site/server/base/config.ts';
import { flood } from './flood.ts';
import { eventually, siteForEach } from './hooks.ts';
import { bearer, openRoom } from './room.ts';
import { post, readPlain, token } from './site.ts';

const site = siteForEach();
const { start } = site;

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
			const get = async (path: string) => (await readPlain(site, path)).status;
			const statuses: number[] = [];
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

	const upgrade = (path: string, headers = {}) =>
		readPlain(site, path, { connection: 'Upgrade', upgrade: 'websocket', ...headers });

	test('may try a limited number of connections without a token, and its runner with a token still connects', async () => {
		await start({});
		const statuses: number[] = [];
		for (let i = 0; i < fixed.tokenlessUpgrades; i++)
			statuses.push((await upgrade('/gateway')).status);
		expect(new Set(statuses)).toEqual(new Set([401]));
		const refused = await upgrade('/gateway');
		expect(refused.status).toBe(429);
		expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
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
		const { code } = await openRoom(site);
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
});
