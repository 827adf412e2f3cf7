/**
 * A login in front of the site, as docs/operating.md describes it. The proxy here stands for oauth2-proxy or another one that
 * speaks OpenID Connect: it demands a header, leads browsers elsewhere, answers scripts with 401, and lets the gateway pass.
 */
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { passOn, serveHttp, type TestServer } from '../../http-server.ts';
import { runClient } from './client.ts';
import { siteForAll } from './hooks.ts';
import { connectRunner } from './runner.ts';
import { token } from './site.ts';

const login = 'https://login.example/authorize';
/** As a JWT of the company's provider, which the proxy would check; it passes the header on. */
const header = 'Bearer a.b.c';
const site = siteForAll(undefined, { TRUST_PROXY: '1', ORIGIN: 'https://cycles.example' });
let proxy: TestServer;
let url: string;

const addressed = (incoming: IncomingMessage) => ({
	...incoming.headers,
	'x-forwarded-for': '192.0.2.7',
	'x-forwarded-proto': 'https'
});

beforeAll(async () => {
	proxy = await serveHttp((incoming, outgoing) => {
		if (incoming.headers.authorization !== header) {
			const isScript = incoming.headers.accept === 'application/json';
			outgoing.writeHead(isScript ? 401 : 302, isScript ? {} : { location: login }).end();
			return;
		}
		const { pathname, search } = new URL(incoming.url ?? '/', url);
		passOn(new URL(pathname + search, site.url), addressed(incoming), incoming, outgoing);
	});
	({ url } = proxy);
	// Runners have tokens of their own, so their address needs no login.
	proxy.server.on('upgrade', (incoming: IncomingMessage, socket, head) => {
		if (incoming.url !== '/gateway') return socket.destroy();
		const { port } = new URL(site.url);
		const upstream = connect(Number(port), '127.0.0.1', () => {
			const lines = Object.entries(addressed(incoming)).map(([name, value]) => `${name}: ${value}`);
			upstream.write([`GET /gateway HTTP/1.1`, ...lines, '', ''].join('\r\n'));
			upstream.write(head);
			upstream.pipe(socket).pipe(upstream);
		});
		for (const side of [upstream, socket]) side.on('error', () => {});
	});
});
afterAll(() => proxy.close());

const cyclelab = (environment: Record<string, string>, ...words: string[]) =>
	runClient(words, { env: { CYCLELAB_SITE: url, ...environment } });

test('a browser is led to the login, and a script without the header gets a sentence', async () => {
	const page = await fetch(`${url}/`, { redirect: 'manual' });
	expect([page.status, page.headers.get('location')]).toEqual([302, login]);
	const { status, err } = await cyclelab({}, 'run', 'two-stores');
	expect([status, err]).toEqual([2, 'A login stands in front of the site. Set CYCLELAB_HEADER.\n']);
});

test('a runner connects through the proxy with its token, and the command line runs on it', async () => {
	await expect(connectRunner(url, 'no-token-of-this-site', { isRefused: true })).rejects.toThrow(
		/^401: /
	);
	// The list in which it would wait for itself is behind the login.
	const runner = await connectRunner(url, token, { isRefused: true });
	const environment = { CYCLELAB_HEADER: `Authorization: ${header}` };
	const { status, out, err } = await cyclelab(environment, 'run', 'two-stores', '--quiet');
	expect([status, err]).toEqual([0, '']);
	expect(out).toMatch(/^Done\.\n/);
	expect(runner.jobs.length).toBe(1);
});

test('a page behind the login starts a run, and a page of another site does not', async () => {
	const start = (origin: string) =>
		fetch(`${url}/api/runs`, {
			method: 'POST',
			headers: { authorization: header, origin, 'content-type': 'application/json' },
			body: JSON.stringify({ exercise: 'two-stores' })
		});
	expect((await start('https://cycles.example')).status).toBe(202);
	expect((await start('https://other.example')).status).toBe(403);
});
