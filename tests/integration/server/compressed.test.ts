/** The site compresses responses if the client accepts that, and flushes the compressor after each event. */
import http from 'node:http';
import { createGunzip, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { RunEvent } from '@cyclelab/contract/schema/job';
import { describeRunner, eventsOf } from './examples.ts';
import { connectRunner, type TestRunner } from './runner.ts';
import { eventually, runOn, siteForAll } from './hooks.ts';
import { readPlain, run, token, watchAll } from './site.ts';

const alpha = describeRunner('alpha', 4);

const site = siteForAll();

const ask = (path: string, headers: Record<string, string>) => readPlain(site, path, headers);

/** The data of a stream's events. */
const messagesIn = (text: string): RunEvent[] =>
	[...text.matchAll(/^data: (.*)$/gm)].map(([, data = '']) => JSON.parse(data));

/** Opens a compressed stream and collects its text. */
function listen(path: string): { text: () => string; ended: Promise<unknown> } {
	let text = '';
	const request = http.get(site.url + path, { headers: gzip }, (response) => {
		expect(response.headers['content-encoding']).toBe('gzip');
		const plain = createGunzip().setEncoding('utf8');
		response.pipe(plain.on('data', (part: string) => (text += part)));
	});
	return { text: () => text, ended: new Promise((resolve) => request.on('close', resolve)) };
}

const gzip = { 'accept-encoding': 'gzip' };
const refused = { 'accept-encoding': 'gzip;q=0, identity' };

async function startHeld(): Promise<{ id: string; runner: TestRunner }> {
	const runner = await connectRunner(site.url, token, { work: () => {} });
	const body = await runOn(runner, site);
	return { id: body.id, runner };
}

test('every event arrives before the runner sends the next', async () => {
	const { id, runner } = await startHeld();
	const { text, ended } = listen(`/api/runs/${id}/events`);
	await eventually(() => expect(text()).toContain('retry: '));
	const events = runner.jobs.flatMap((job) => eventsOf(job, alpha));
	expect(events.length).toBeGreaterThan(2);
	const heard = () => messagesIn(text()).filter(({ type }) => type !== 'queued');
	for (const [index, event] of events.entries()) {
		runner.sendEvent(id, event);
		await eventually(() => expect(heard()).toEqual(events.slice(0, index + 1)));
	}
	await ended;
});

test('compressed and uncompressed streams have the same events, and the compressed stream fewer bytes', async () => {
	await connectRunner(site.url, token);
	const { body } = await run(site);
	await watchAll(site, body.id);
	const path = `/api/runs/${body.id}/events`;
	const plain = await ask(path, {});
	const zipped = await ask(path, gzip);
	expect(plain.headers).not.toHaveProperty('content-encoding');
	expect((await ask(path, refused)).bytes).toEqual(plain.bytes);
	expect(zipped.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
	expect(gunzipSync(zipped.bytes)).toEqual(plain.bytes);
	expect(zipped.bytes.length).toBeLessThan(plain.bytes.length);
});

test('a cached response is compressed once, and its content-length is the length of its bytes', async () => {
	const startedAt = '2026-01-01T00:00:00.000Z';
	await connectRunner(site.url, token, { as: (runner) => ({ ...runner, startedAt }) });
	const question = { stages: ['inspect'] };
	const first = await run(site, question);
	await watchAll(site, first.body.id);
	const path = `/api/runs/${first.body.id}/events`;
	await eventually(async () =>
		expect((await ask(path, {})).headers).toHaveProperty('content-length')
	);
	const plain = await ask(path, {});
	const zipped = await ask(path, gzip);
	for (const { headers, bytes } of [plain, zipped])
		expect(headers['content-length']).toBe(`${bytes.length}`);
	expect(gunzipSync(zipped.bytes)).toEqual(plain.bytes);
	expect(zipped.headers).toMatchObject({
		'content-type': 'text/event-stream; charset=utf-8',
		'content-encoding': 'gzip'
	});
});

test('a JSON response is compressed, and has no body for a client with its etag', async () => {
	const path = '/api/openapi.json';
	const plain = await ask(path, {});
	const zipped = await ask(path, gzip);
	expect(plain.headers['content-length']).toBe(`${plain.bytes.length}`);
	expect(gunzipSync(zipped.bytes)).toEqual(plain.bytes);
	expect(zipped.bytes.length).toBeLessThan(plain.bytes.length);
	const etag = zipped.headers.etag ?? '';
	expect(etag).not.toBe('');
	expect((await ask(path, { ...gzip, 'if-none-match': etag })).bytes).toHaveLength(0);
});
