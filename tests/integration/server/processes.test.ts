/** The site as a process: its end, its database after a kill, and several processes on one database. */
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startEmbedded } from '@cyclelab/site/server/store/embedded.ts';
import { endAll, startSite } from '../../faults/processes.ts';
import { eventually } from './hooks.ts';
import { describeRunner, eventsOf } from './examples.ts';
import { connectRunner, disconnectAll } from './runner.ts';
import * as tests from './site.ts';
import { read, run, token, watchAll } from './site.ts';

let data: tests.Store;
const alpha = describeRunner('alpha', 4);
beforeEach(async () => {
	data = await tests.embeddedStore();
});
afterEach(async () => {
	await disconnectAll();
	await endAll();
	await data.remove();
});

const start = () => startSite('site', { ...data.settings, RUNNER_TOKEN: token });

const at = (url: string) => ({ url, close: async () => {} });
const postmaster = () =>
	Number(
		fs
			.readFileSync(
				path.join(data.settings['DATA_DIR'] ?? '', 'postgres/cluster/postmaster.pid'),
				'utf8'
			)
			.split('\n')[0]
	);
const ownerOf = (folder: string) => {
	const { uid, gid } = fs.statSync(folder);
	return process.getuid?.() === 0 ? { uid, gid } : {};
};
const lives = (pid: number) => {
	const file = `/proc/${pid}/stat`;
	return fs.existsSync(file) && !/\) Z/.test(fs.readFileSync(file, 'utf8'));
};
const start202 = async (url: string) => {
	const response = await tests.post(at(url), '/api/runs', { exercise: 'store-forwarding' });
	expect(response.status).toBe(202);
	const { id } = await response.json();
	return String(id);
};

test.each(['SIGTERM', 'SIGINT'] as const)(
	'%s ends a site that made its database, and this database, with exit code 0',
	async (signal) => {
		await data.remove();
		data = await tests.emptyStore();
		const site = await start();
		const server = postmaster();
		await connectRunner(site.url, token);
		expect(await site.end(signal)).toBe(0);
		expect(lives(server)).toBe(false);
	}
);

test('after SIGKILL the next site takes over the database and executes the run that was in progress', async () => {
	const first = await start();
	const runner = await connectRunner(first.url, token, { work: () => {} });
	const id = await start202(first.url);
	await eventually(() => expect(runner.jobs).toHaveLength(1));
	const server = postmaster();
	await first.end('SIGKILL');
	await runner.closed;
	expect(lives(server)).toBe(true);
	const second = await start();
	expect([postmaster(), second.log().includes('"adopted":true')]).toEqual([server, true]);
	const next = await connectRunner(second.url, token);
	expect((await watchAll(at(second.url), id)).at(-1)?.event).toBe('finished');
	expect(next.jobs).toEqual(runner.jobs);
});

test('a run whose last event was stored before SIGKILL to its site is not executed again', async () => {
	const first = await start();
	const runner = await connectRunner(first.url, token, { work: () => {} });
	const id = await start202(first.url);
	await eventually(() => expect(runner.jobs).toHaveLength(1));
	await first.end('SIGKILL');
	await runner.closed;
	const left = await startEmbedded(data.settings['DATA_DIR'] ?? '');
	const client = new pg.Client(left.connection);
	await client.connect();
	for (const [seq, event] of runner.jobs.flatMap((job) => eventsOf(job, alpha)).entries())
		await client.query('insert into cyclelab.run_events (run, seq, event) values ($1, $2, $3)', [
			id,
			seq + 1,
			JSON.stringify(event)
		]);
	await client.end();
	const second = await start();
	const next = await connectRunner(second.url, token);
	expect((await read(at(second.url), `/api/runs/${id}`)).body.state).toBe('finished');
	const frames = await watchAll(at(second.url), id);
	expect(frames.map(({ event }) => event)).toEqual(['started', 'stage', 'stage', 'finished']);
	expect(next.jobs).toEqual([]);
});

test('a second site on the same folder ends with a sentence, and the first continues', async () => {
	const first = await start();
	await expect(start()).rejects.toThrow('Another Cyclelab uses the folder');
	expect((await read(at(first.url), '/healthz')).status).toBe(200);
});

test.runIf(process.getuid?.() === 0)(
	'a site started by root works with a data folder that no other user can enter',
	async () => {
		const shut = fs.mkdtempSync(path.join(os.tmpdir(), 'cyclelab-shut-'));
		const store = { settings: { DATA_DIR: path.join(shut, 'a/data') }, remove: async () => {} };
		const first = await tests.startSite(store);
		const { body } = await run(first);
		await first.close();
		const second = await tests.startSite(store);
		expect((await read(second, `/api/runs/${body.id}`)).body.state).toBe('queued');
		await second.close();
		expect(fs.statSync(shut).mode & 0o777).toBe(0o700);
		fs.rmSync(shut, { recursive: true });
	}
);

test('a site restarts its killed database at once and continues', async () => {
	const { url, log } = await start();
	const runner = await connectRunner(url, token, { work: () => {} });
	const id = await start202(url);
	await eventually(() => expect(runner.jobs).toHaveLength(1));
	const before = postmaster();
	process.kill(before, 'SIGKILL');
	runner.finish(runner.jobs[0]);
	await eventually(async () => {
		const { status, body } = await read(at(url), `/api/runs/${id}`);
		expect([status, body.state]).toEqual([200, 'finished']);
	});
	// the killed postmaster's backends may store the events before the site has started another
	await eventually(() => expect(postmaster()).not.toBe(before));
	await eventually(async () => expect((await read(at(url), '/healthz')).status).toBe(200));
	expect(log()).toContain('the embedded PostgreSQL had ended and is started again');
	expect((await watchAll(at(url), id)).map(({ event }) => event)).toEqual([
		'started',
		'stage',
		'stage',
		'finished'
	]);
}, 120_000);

test('a site starts despite the lock file of a killed database, even if another process has its pid', async () => {
	const first = await start();
	const server = postmaster();
	await first.end('SIGKILL');
	process.kill(server, 'SIGKILL');
	const folder = path.join(data.settings['DATA_DIR'] ?? '', 'postgres');
	// PostgreSQL accepts any process of the same user as the lock's owner
	const stranger = spawn('sleep', ['60'], { stdio: 'ignore', ...ownerOf(folder) });
	for (const name of ['cluster/postmaster.pid', '.s.PGSQL.5432.lock']) {
		const file = path.join(folder, name);
		fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace(/^\d+/, `${stranger.pid ?? 0}`));
	}
	const { url } = await start();
	expect((await read(at(url), '/healthz')).status).toBe(200);
	expect(stranger.kill()).toBe(true);
}, 120_000);
