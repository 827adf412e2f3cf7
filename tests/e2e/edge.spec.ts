/** A shared cache in front of the site, on loopback: what it may keep, and pages that it sends to several visitors. */
import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { request as requests, type APIRequestContext } from '@playwright/test';
import { passOn, serveHttp, type TestServer } from '../http-server.ts';
import { runToItsEnd, shareRun } from './kept.ts';
import { complaintsOf, expect, open, test } from './learner.ts';
import { startMadeSite, type MadeSite } from './made-reports.ts';
import { openRoom } from './room.ts';

const seconds = 60;
const shared = `public, max-age=0, s-maxage=${seconds}, stale-while-revalidate=${seconds}`;
const path = '/exercises/store-forwarding';

type Stored = { headers: IncomingHttpHeaders; body: Buffer };

let site: MadeSite;
let edge: TestServer;
let address: string;
let request: APIRequestContext;
/** What may be stored of what was read here, as RFC 9111 has it, by address and encoding; nothing gets too old in a test. */
const stored = new Map<string, Stored>();
/** Addresses for which the site was asked. */
const asked: string[] = [];

test.beforeAll(async () => {
	edge = await serveHttp((incoming, response) => {
		const { url = '', method, headers, socket } = incoming;
		const key = `${method} ${url} ${headers['accept-encoding']}`;
		const copy = stored.get(key);
		if (copy) return response.writeHead(200, copy.headers).end(copy.body);
		asked.push(url);
		const forwarded = { ...headers, 'x-forwarded-for': socket.remoteAddress };
		passOn(new URL(url, site.url), forwarded, incoming, response, (given) => {
			const parts: Buffer[] = [];
			const mayStore = given.statusCode === 200 && given.headers['cache-control'] === shared;
			if (mayStore && given.headers.vary === 'Accept-Encoding')
				given
					.on('data', (part: Buffer) => parts.push(part))
					.on('end', () => stored.set(key, { headers: given.headers, body: Buffer.concat(parts) }));
		});
	});
	address = `http://localhost:${edge.port}`;
	site = await startMadeSite(undefined, {
		ORIGIN: address,
		TRUST_PROXY: '1',
		EDGE_SECONDS: `${seconds}`
	});
	request = await requests.newContext({ baseURL: address });
});
test.afterAll(async () => {
	await request?.dispose();
	await site?.stop();
	await edge.close();
});

/** Runs and shares an exercise. */
async function sharedRun(): Promise<{ run: string; snapshot: string }> {
	const data = { exercise: 'store-forwarding', stages: ['inspect', 'measure'] };
	const run = await runToItsEnd(request, data);
	return { run, snapshot: await shareRun(request, run) };
}

/** Inline scripts that a browser would execute, as hashes of a policy. */
const hashesIn = (html: string) =>
	[...html.matchAll(/<script(?![^>]*type="application\/json")[^>]*>([^]*?)<\/script>/g)].map(
		([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`
	);

test('a shared cache may keep pages that are the same for everybody, and no page of a person, a run or a workshop', async () => {
	const { run, snapshot } = await sharedRun();
	const { code, host } = await openRoom(request);
	const expected: Record<string, string> = {
		'/': shared,
		[path]: shared,
		[`${path}?language=c`]: shared,
		'/glossary': shared,
		'/models': shared,
		[`/s/${snapshot}`]: shared,
		[`/embed/s/${snapshot}`]: shared,
		[`${path}?run=${run}`]: 'private, no-cache',
		[`${path}?workshop=${code}`]: 'private, no-cache',
		'/progress': 'private, no-cache',
		'/runners': 'private, no-cache',
		'/workshops': 'private, no-cache',
		'/nowhere': 'private, no-cache',
		'/exercises/nowhere': 'private, no-cache',
		[`/w/${code}`]: 'no-store',
		[`/w/${code}/wall`]: 'no-store',
		[host.replace(address, '')]: 'no-store',
		'/host/nobody': 'no-store',
		'/operate': 'no-store',
		'/glossary/__data.json': 'private, no-store'
	};
	const found: Record<string, string | undefined> = {};
	for (const where of Object.keys(expected)) {
		const answer = await request.get(where);
		const headers = answer.headers();
		found[where] = headers['cache-control'];
		if (headers['cache-control'] !== shared) continue;
		expect([where, headers['ratelimit'] ?? headers['set-cookie']]).toEqual([where, undefined]);
		const policy = headers['content-security-policy'] ?? '';
		const sources = (name: string) => new RegExp(`${name} ([^;]+)`).exec(policy)?.[1]?.split(' ');
		const hashes = hashesIn(await answer.text());
		expect([where, sources('script-src')]).toEqual([where, ["'self'", ...hashes]]);
		expect([where, sources('style-src-elem')]).toEqual([where, ["'self'"]]);
	}
	expect(found).toEqual(expected);
});

test('a second visitor gets the first one’s page from the cache, in their own theme, and edits there', async ({
	page,
	browser
}) => {
	stored.clear();
	asked.length = 0;
	await page.emulateMedia({ colorScheme: 'light' });
	await open(page, address + path);
	await page.evaluate(() => localStorage.setItem('cyclelab:theme', 'light'));
	const context = await browser.newContext();
	const other = await context.newPage();
	const complaints = complaintsOf(other);
	await other.addInitScript(() => localStorage.setItem('cyclelab:theme', 'dark'));
	await open(other, address + path);
	expect(asked.filter((url) => url === path)).toEqual([path]);
	await expect(other.locator('html')).toHaveAttribute('data-theme', 'dark');
	await other.goto(`${address}/exercises/free-play`);
	const line = other.locator('.monaco-editor .view-line').first();
	await expect(line).toBeVisible();
	// Monaco's sheets are there: a word of the language is bold.
	await expect(other.locator('.view-line .mtkb').first()).toHaveCSS('font-weight', '700');
	expect(await other.evaluate(() => document.querySelectorAll('style').length)).toBe(0);
	expect(complaints).toEqual([]);
	await context.close();
});

test('a cache that asks again is answered 304 with what it must update', async () => {
	const first = await fetch(site.url + path);
	const etag = first.headers.get('etag') ?? '';
	const again = await fetch(site.url + path, { headers: { 'if-none-match': etag } });
	expect([
		again.status,
		again.headers.get('etag'),
		again.headers.get('cache-control'),
		again.headers.get('vary')
	]).toEqual([304, etag, shared, 'Accept-Encoding']);
	const other = await fetch(site.url + '/glossary', { headers: { 'if-none-match': etag } });
	expect(other.status).toBe(200);
});
