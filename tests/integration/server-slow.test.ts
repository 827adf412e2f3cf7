/** The site disconnects a client that sends a request too slowly, and other clients do not wait for it. */
import net from 'node:net';
import { expect, test } from 'vitest';
import { fixed } from '@cyclelab/site/server/base/config.ts';
import { siteForAll } from './server-hooks.ts';

const site = siteForAll();

/** Sends the beginning at once and then single bytes. Returns the site's response when the connection is closed. */
function drip(beginning: string): Promise<string> {
	const { hostname, port } = new URL(site.url);
	const socket = net.connect(Number(port), hostname);
	let said = '';
	socket.setEncoding('utf8').on('data', (text: string) => (said += text));
	socket.on('error', () => {});
	socket.write(beginning);
	const dripping = setInterval(() => socket.write('a'), 500);
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
