/**
 * A login in front of the site, as docs/operating.md describes it. The proxy here stands for oauth2-proxy or another one that
 * speaks OpenID Connect: it demands a header, leads browsers elsewhere, answers scripts with 401, and lets the gateway pass.
 */
import { execFile } from 'node:child_process';
import { createServer, request, type IncomingMessage, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { siteForAll } from './hooks.ts';
import { connectRunner } from './runner.ts';
import { token } from './site.ts';

const client = path.join(import.meta.dirname, '../../../site/client/cyclelab.mjs');
const login = 'https://login.example/authorize';
/** As a JWT of the company's provider, which the proxy would check; it passes the header on. */
const header = 'Bearer a.b.c';
const site = siteForAll(undefined, { TRUST_PROXY: '1', ORIGIN: 'https://cycles.example' });
let proxy: Server;
let url: string;

const addressed = (incoming: IncomingMessage) => ({
	...incoming.headers,
	'x-forwarded-for': '192.0.2.7',
	'x-forwarded-proto': 'https'
});

beforeAll(async () => {
	proxy = createServer((incoming, outgoing) => {
		if (incoming.headers.authorization !== header) {
			const isScript = incoming.headers.accept === 'application/json';
			outgoing.writeHead(isScript ? 401 : 302, isScript ? {} : { location: login }).end();
			return;
		}
		const { pathname, search } = new URL(incoming.url ?? '/', url);
		const { method } = incoming;
		const target = new URL(pathname + search, site.url);
		const passed = request(target, { method, headers: addressed(incoming) }, (answer) => {
			outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
			answer.pipe(outgoing);
		});
		incoming.pipe(passed);
	});
	// Runners have tokens of their own, so their address needs no login.
	proxy.on('upgrade', (incoming: IncomingMessage, socket, head) => {
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
	await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
	url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
});
afterAll(() => void proxy.close());

function cyclelab(environment: Record<string, string>, ...words: string[]) {
	return new Promise<{ status: number; out: string; err: string }>((resolve) => {
		const env = { ...process.env, CYCLELAB_SITE: url, ...environment };
		const child = execFile(process.execPath, [client, ...words], { env }, (_error, out, err) =>
			resolve({ status: child.exitCode ?? -1, out, err })
		);
	});
}

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
