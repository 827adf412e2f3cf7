/** The site disconnects a client that sends a request too slowly, and other clients do not wait for it. */
import net from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { fixed } from '@cyclelab/site/server/base/config.ts';
import { siteForAll } from './hooks.ts';

const site = siteForAll();

/** Sends the beginning at once and then `more` twice a second. Returns the site's response when the connection is closed. */
function drip(beginning: string, more = 'a'): Promise<string> {
	const { hostname, port } = new URL(site.url);
	const socket = net.connect(Number(port), hostname);
	let said = '';
	socket.setEncoding('utf8').on('data', (text: string) => (said += text));
	socket.on('error', () => {});
	socket.write(beginning);
	const dripping = setInterval(() => socket.write(more), 500);
	return new Promise((resolve) =>
		socket.on('close', () => {
			clearInterval(dripping);
			resolve(said);
		})
	);
}

const head = (length: number) =>
	`POST /api/runs HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n`;

test(
	'a client that never finishes its headers or body is disconnected',
	{ timeout: 180_000 },
	async () => {
		const crowd = Array.from({ length: 20 }, () => drip(`${head(2)}X-Slow: `));
		const bodies = [drip(`${head(1000)}\r\n{`), drip(`${head(1000)}Expect: 100-continue\r\n\r\n`)];
		// another client is served meanwhile
		expect((await fetch(`${site.url}/healthz`)).status).toBe(200);
		const [first] = await Promise.all(crowd);
		expect(first).toMatch(/^HTTP\/1\.1 408 /);
		for (const text of await Promise.all(bodies)) expect(text).toMatch(/HTTP\/1\.1 408 /);
		// the control: a complete request
		const whole = `${head(2)}Connection: close\r\n\r\n{}`;
		expect(await drip(whole)).toMatch(/^HTTP\/1\.1 400 /);
		expect(fixed.headersMs).toBeLessThan(fixed.requestMs);
	}
);

test('headers beyond the size limit are refused', async () => {
	const answer = await drip(`GET / HTTP/1.1\r\nHost: x\r\nX-Large: ${'x'.repeat(100_000)}\r\n\r\n`);
	expect(answer).toMatch(/^HTTP\/1\.1 431 /);
});

test('a connection on which only empty lines follow a request is closed', async () => {
	const said = await drip('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n', '\r\n');
	expect(said.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200']);
}, 60_000);

test('a compressed body is refused before it is expanded', async () => {
	const body = gzipSync(Buffer.alloc(50_000_000, ' '));
	const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
	const answer = await fetch(`${site.url}/api/runs`, { method: 'POST', headers, body });
	expect([answer.status, (await answer.json()).message]).toEqual([
		415,
		'The site accepts no compressed requests. Send it without Content-Encoding.'
	]);
});

const next = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n';
const start = 'POST /api/runs HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
test.each([
	[
		'two different lengths',
		`${start}Content-Length: 2\r\nContent-Length: ${2 + next.length}\r\n\r\n{}`
	],
	['a list of lengths', `${start}Content-Length: 2, 2\r\n\r\n{}`],
	[
		'a length and chunks',
		`${start}Content-Length: ${5 + next.length}\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`
	],
	['an unknown encoding', `${start}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`],
	[
		'chunks that are not the last encoding',
		`${start}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n`
	],
	['a space before the colon', `${start}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n`],
	['a folded header', `${start}Transfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n`],
	['line feeds alone', `${start.replaceAll('\r', '')}Content-Length: 2\n\n{}`],
	[
		'chunks of HTTP/1.0',
		`${start.replace('1.1', '1.0')}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n`
	]
])(
	'a request whose end is ambiguous, by %s, is refused, and no second request is read from it',
	async (_, text) => {
		expect((await drip(text + next)).match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400']);
	}
);

test('the control: a request after one with a clear end is answered', async () => {
	const said = await drip(
		`${start}Content-Length: 2\r\n\r\n{}${next.replace('x\r', 'x\r\nConnection: close\r')}`
	);
	expect(said.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400', 'HTTP/1.1 200']);
});
