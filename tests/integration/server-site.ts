/** Starting the site for tests, on the embedded PostgreSQL and, where given, on another server; talking to it. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { readConfig } from '@cyclelab/site/server/config.ts';
import { openDatabase } from '@cyclelab/site/server/database.ts';
import { startEmbedded } from '@cyclelab/site/server/embedded.ts';
import { openSite, type Site } from '@cyclelab/site/server/site.ts';
import { content } from './server-runner.ts';

export const token = 'a-token-for-tests-only';

/** A place for one suite's data: a fresh folder, or a fresh database on the given server. */
export type Store = {
	settings: Record<string, string>;
	remove: () => Promise<void>;
};

/** The server the suite runs against a second time, with the right to create databases. */
export const givenServer = process.env['CYCLELAB_TEST_DATABASE_URL'];

export async function embeddedStore(): Promise<Store> {
	const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'cyclelab-test-'));
	// mkdtemp's 0700 would keep the database's own user out
	fs.chmodSync(folder, 0o755);
	return {
		settings: { DATA_DIR: folder },
		remove: async () => fs.rmSync(folder, { recursive: true })
	};
}

export async function givenStore(server: string): Promise<Store> {
	const name = `cyclelab_test_${process.pid}_${Math.random().toString(36).slice(2, 8)}`;
	const admin = async (statement: string) => {
		const client = new pg.Client({ connectionString: server });
		await client.connect();
		await client.query(statement);
		await client.end();
	};
	await admin(`create database ${name}`);
	const url = new URL(server);
	url.pathname = `/${name}`;
	return {
		settings: { DATABASE_URL: url.href },
		remove: () => admin(`drop database ${name} with (force)`)
	};
}

/** A server of its own that several site processes share, as with DATABASE_URL. */
export async function sharedStore(): Promise<Store> {
	const own = await embeddedStore();
	const embedded = await startEmbedded(own.settings['DATA_DIR'] ?? '');
	const { user, password, host, port } = embedded.connection;
	const url = `postgres://${user}:${String(password)}@localhost:${port}/postgres?host=${host}`;
	return {
		settings: { DATABASE_URL: url },
		remove: async () => {
			await embedded.stop();
			await own.remove();
		}
	};
}

/** The store itself, of a server that is shared or was given. */
export const openStore = ({ settings }: Store) =>
	openDatabase({ connectionString: settings['DATABASE_URL'] }, pino({ level: 'silent' }));

export function startSite(store: Store, settings: Record<string, string> = {}): Promise<Site> {
	const config = readConfig({
		PORT: '0',
		HOST: '127.0.0.1',
		RUNNER_TOKEN: token,
		RUNS_PER_MINUTE: '1000',
		REQUESTS_PER_MINUTE: '1000000',
		...store.settings,
		...settings
	});
	const log = pino({ level: process.env['TEST_LOG_LEVEL'] ?? 'silent' });
	return openSite({ config, content, pages: undefined, version: '0.0.0', log });
}

/** Where a site answers, whoever runs it. */
export type Reached = Pick<Site, 'url'>;

export async function post(site: Reached, where: string, body: unknown, headers = {}) {
	return fetch(site.url + where, {
		method: 'POST',
		headers: { 'content-type': 'application/json', ...headers },
		body: typeof body === 'string' ? body : JSON.stringify(body)
	});
}

export async function read(site: Reached, where: string, method = 'GET') {
	const response = await fetch(site.url + where, { method });
	return { status: response.status, body: await response.json() };
}

const started = new Set<string>();

/** Starts a run and returns the answer. */
export async function run(site: Reached, body: Record<string, unknown> = {}) {
	const response = await post(site, '/api/runs', { exercise: 'two-stores', ...body });
	const answer = await response.json();
	if (response.status === 202) started.add(answer.id);
	return { status: response.status, body: answer };
}

/** Cancels all runs that were started, so that the next test finds an empty line. */
export async function cancelAll(site: Reached): Promise<void> {
	await Promise.all([...started].map((id) => read(site, `/api/runs/${id}`, 'DELETE')));
	started.clear();
}

export type Frame = { id: string | undefined; event: string; data: Record<string, unknown> };

/** A browser's EventSource, as little of it as needed: frames as they come, until the server ends the stream. */
export async function* watch(site: Reached, id: string, lastId?: string): AsyncGenerator<Frame> {
	const leave = new AbortController();
	const response = await fetch(`${site.url}/api/runs/${id}/events`, {
		headers: lastId === undefined ? {} : { 'last-event-id': lastId },
		signal: leave.signal
	});
	if (response.status !== 200) throw new Error(`the stream answered ${response.status}`);
	let text = '';
	try {
		for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
			text += chunk;
			const blocks = text.split('\n\n');
			text = blocks.pop() ?? '';
			for (const block of blocks) {
				const fields = new Map(
					block.split('\n').map((line) => {
						const colon = line.indexOf(': ');
						return [line.slice(0, colon), line.slice(colon + 2)] as const;
					})
				);
				const event = fields.get('event');
				if (event === undefined) continue;
				yield { id: fields.get('id'), event, data: JSON.parse(fields.get('data') ?? '{}') };
			}
		}
	} finally {
		leave.abort();
	}
}

/** All frames of a run until its end. */
export async function watchAll(site: Reached, id: string, lastId?: string): Promise<Frame[]> {
	const frames: Frame[] = [];
	for await (const frame of watch(site, id, lastId)) frames.push(frame);
	return frames;
}

/** Frames up to and including the first of this type. */
export async function watchUntil(site: Reached, id: string, event: string): Promise<Frame[]> {
	const frames: Frame[] = [];
	for await (const frame of watch(site, id)) {
		frames.push(frame);
		if (frame.event === event) break;
	}
	return frames;
}

/** What a reader is told of a run, but for its places in the line. */
export const told = (frames: Frame[]) =>
	frames.filter(({ event }) => event !== 'queued').map(({ event }) => event);
