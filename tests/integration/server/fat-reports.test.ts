/** A report of 10 MiB: the main thread does not parse it, and a reader who does not read is disconnected. */
import net from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { reportOf } from '@cyclelab/contract/measure/progress';
import type { RunEvent } from '@cyclelab/contract/schema/job';
import { RunView } from '@cyclelab/site/shared/schema.ts';
import { expect, onTestFinished, test } from 'vitest';
import { sendLargeReport } from './fat-reports.ts';
import { siteForAll } from './hooks.ts';
import { connectRunner } from './runner.ts';
import { post, read, readPlain, run, token } from './site.ts';

const site = siteForAll();
const large = 1024 * 1024;

/** A finished run whose report has this number of instructions for each variant. */
async function finished(instructions?: number): Promise<string> {
	const runner = await connectRunner(site.url, token, {
		work: (job, runner) => sendLargeReport(runner, job, instructions)
	});
	const { body } = await run(site);
	const ended = () => askFor(`/api/runs/${body.id}`, { range: 'x' }, 4096);
	await expect
		.poll(async () => (await ended()).toString(), { timeout: 60_000 })
		.toContain('"state":"finished"');
	await runner.disconnect();
	return body.id;
}

/** The first `enough` bytes of a response's body. */
const askFor = async (path: string, headers = {}, enough = Infinity) =>
	(await readPlain(site, path, headers, enough)).bytes;

test('a large report is parsed outside the main thread, both when it arrives and when it is read', async () => {
	const { parse } = JSON;
	let parsed = 0;
	JSON.parse = (text, reviver) => {
		parsed = Math.max(parsed, String(text).length);
		return parse(text, reviver);
	};
	onTestFinished(() => void (JSON.parse = parse));
	const id = await finished();
	const where = `/api/runs/${id}`;
	const plain = await askFor(where);
	const zipped = await askFor(where, { 'accept-encoding': 'gzip' });
	const events = await askFor(`${where}/events`);
	const kept = await post(site, '/api/snapshots', { run: id });
	const refusal = await kept.json();
	JSON.parse = parse;
	expect(parsed).toBeLessThan(large);

	expect(plain.length).toBeGreaterThan(9 * large);
	expect(gunzipSync(zipped).equals(plain)).toBe(true);
	const view = RunView.parse(JSON.parse(plain.toString()));
	expect([view.id, view.state, view.report?.variants.length]).toEqual([id, 'finished', 2]);
	const texts = [...events.toString().matchAll(/^data: (.*)$/gm)].map(([, data = '']) => data);
	expect(reportOf(texts.map((text): RunEvent => JSON.parse(text)))).toEqual(view.report);
	expect([kept.status, refusal.code, refusal.message]).toEqual([
		413,
		'REPORT_TOO_LARGE',
		'This report has more than 2 MiB and cannot be kept. Run fewer variants, or less code, and keep that.'
	]);
}, 120_000);

test('an ordinary report is sent once, then status 304, and can become a snapshot', async () => {
	const id = await finished(20);
	const answer = await fetch(`${site.url}/api/runs/${id}`);
	const view = RunView.parse(await answer.json());
	const etag = answer.headers.get('etag') ?? '';
	const again = await askFor(`/api/runs/${id}`, { 'if-none-match': etag });
	expect([view.report?.variants.length, again.length]).toEqual([2, 0]);
	const kept = await post(site, '/api/snapshots', { run: id });
	expect(kept.status).toBe(201);
	const { body } = await read(site, (await kept.json()).url);
	expect(body).toMatchObject({ run: id, report: JSON.parse(JSON.stringify(view.report)) });
}, 60_000);

/** Requests a path over a plain socket and reads in pieces. Returns the number of bytes and whether all arrived. */
async function takeSlowly(path: string, pieces: (socket: net.Socket) => Promise<void>) {
	const { hostname, port } = new URL(site.url);
	const socket = net.connect({ host: hostname, port: Number(port) });
	const seen = { bytes: 0, closed: false };
	socket.on('error', () => {});
	socket.on('close', () => (seen.closed = true));
	socket.pause();
	socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
	socket.on('data', (chunk: Buffer) => {
		seen.bytes += chunk.length;
		socket.pause();
	});
	socket.pause();
	await pieces(socket);
	socket.resume();
	socket.on('data', () => socket.resume());
	await expect.poll(() => seen.closed, { timeout: 60_000 }).toBe(true);
	return seen.bytes;
}

test('a reader who reads nothing is disconnected at every path, and a slow reader gets everything', async () => {
	const id = await finished();
	const whole = (await askFor(`/api/runs/${id}`)).length;
	const paths = ['', '/events'].map((end) => `/api/runs/${id}${end}`);
	const idle = async () => pause(50_000);
	const cut = paths.map((path) => takeSlowly(path, idle));
	const slow = takeSlowly(`/api/runs/${id}`, async (socket) => {
		for (let i = 0; i < 40; i++) {
			socket.resume();
			await pause(500);
		}
	});
	for (const bytes of await Promise.all(cut)) expect(bytes).toBeLessThan(whole);
	expect(await slow).toBeGreaterThan(whole);
}, 120_000);
