/** Starts the site for tests, on the embedded PostgreSQL or a given server, and sends it requests. */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { readConfig } from '@cyclelab/site/server/base/config.ts';
import { openDatabase } from '@cyclelab/site/server/store/database.ts';
import { startEmbedded } from '@cyclelab/site/server/store/embedded.ts';
import { openSite, type Site, type SiteParts } from '@cyclelab/site/server/site.ts';
import { messagesOf } from '../../../site/src/lib/run/api.ts';
import { storeParent } from '../../store-parent.ts';
import { content } from './examples.ts';

export const token = 'a-token-for-tests-only';

/** The data of one suite: a new folder, or a new database on the given server. */
export type Store = {
	settings: Record<string, string>;
	remove: () => Promise<void>;
};

/** The server for the second run of a suite; its user may create databases. */
export const givenServer = process.env['CYCLELAB_TEST_DATABASE_URL'];

/** The variable that names the folder of `store-template.ts`. */
export const storeTemplate = 'CYCLELAB_STORE_TEMPLATE';

/** A new, empty folder: the first site that opens it makes its cluster. */
export async function emptyStore(): Promise<Store> {
	const folder = fs.mkdtempSync(path.join(storeParent(), 'cyclelab-test-'));
	// with mkdtemp's mode 0700 the database's user could not enter
	fs.chmodSync(folder, 0o755);
	return {
		settings: { DATA_DIR: folder },
		remove: async () => fs.rmSync(folder, { recursive: true })
	};
}

/** A new folder with an empty store of the present version, where the suite made a template, else an empty folder. */
export async function embeddedStore(): Promise<Store> {
	const store = await emptyStore();
	const template = process.env[storeTemplate];
	// files keep their owner: PostgreSQL refuses a folder that is not its account's
	if (template !== undefined)
		execFileSync('cp', ['-a', `${template}/.`, store.settings['DATA_DIR'] ?? '']);
	return store;
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

/** A store on the given server, or an embedded one where none is given. */
export const newStore = () =>
	givenServer === undefined ? embeddedStore() : givenStore(givenServer);

/** A new PostgreSQL server that several site processes share, as with DATABASE_URL. */
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

/** Opens the store of a shared or given server. */
export const openStore = ({ settings }: Store) =>
	openDatabase({ connectionString: settings['DATABASE_URL'] }, pino({ level: 'silent' }));

export function startSite(
	store: Store,
	settings: Record<string, string> = {},
	shown: Partial<Pick<SiteParts, 'pages' | 'firstPage'>> = {}
): Promise<Site> {
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
	return openSite({ config, content, pages: undefined, ...shown, version: '0.0.0', log });
}

/** The address of a site in this or another process. */
export type SiteAddress = Pick<Site, 'url'>;

/** The paths that cancel runs, by the paths of the runs. */
const cancels = new Map<string, string>();

export async function post(site: SiteAddress, where: string, body: unknown, headers = {}) {
	const response = await fetch(site.url + where, {
		method: 'POST',
		headers: { 'content-type': 'application/json', ...headers },
		body: typeof body === 'string' ? body : JSON.stringify(body)
	});
	if (where === '/api/runs' && response.status === 202) {
		const { url, cancel } = await response.clone().json();
		if (cancel !== undefined) cancels.set(url, cancel);
	}
	return response;
}

/** Sends a request without a body. `DELETE` of a run that `post` started uses the path that cancels it. */
export async function read(site: SiteAddress, where: string, method = 'GET') {
	const address = method === 'DELETE' ? (cancels.get(where) ?? where) : where;
	const response = await fetch(site.url + address, { method });
	return { status: response.status, body: await response.json() };
}

export type PlainAnswer = { status: number; headers: http.IncomingHttpHeaders; bytes: Buffer };

/**
 * Reads a path as it is, which `fetch` would normalise, on a connection of its own, and the body as it is sent, which `fetch` would
 * expand. @param enough bytes after which the connection is closed
 */
export function readPlain(
	site: SiteAddress,
	where: string,
	headers: http.OutgoingHttpHeaders = {},
	enough = Infinity
): Promise<PlainAnswer> {
	const { hostname, port } = new URL(site.url);
	return new Promise((resolve, reject) => {
		const options = { hostname, port, path: where, headers, agent: false };
		const asked = http.get(options, (response) => {
			const chunks: Buffer[] = [];
			let length = 0;
			const end = () => {
				const { statusCode: status = 0, headers } = response;
				resolve({ status, headers, bytes: Buffer.concat(chunks) });
			};
			response.on('data', (chunk: Buffer) => {
				chunks.push(chunk);
				length += chunk.length;
				if (length < enough) return;
				end();
				asked.destroy();
			});
			response.on('end', end);
			response.on('error', reject);
		});
		asked.on('error', reject);
	});
}

const started = new Set<string>();

/** Starts a run and returns the response. */
export async function run(site: SiteAddress, body: Record<string, unknown> = {}) {
	const response = await post(site, '/api/runs', { exercise: 'two-stores', ...body });
	const answer = await response.json();
	if (response.status === 202) started.add(answer.id);
	return { status: response.status, body: answer };
}

/** Cancels all runs that `post` started, so that the next test begins with an empty queue. */
export async function cancelAll(site: SiteAddress): Promise<void> {
	await Promise.all([...started].map((id) => read(site, `/api/runs/${id}`, 'DELETE')));
	started.clear();
}

export type Frame = { id: string | undefined; event: string; data: Record<string, unknown> };

/** A minimal EventSource: yields frames until the server ends the stream. */
export async function* watch(
	site: SiteAddress,
	id: string,
	lastId?: string
): AsyncGenerator<Frame> {
	const leave = new AbortController();
	const response = await fetch(`${site.url}/api/runs/${id}/events`, {
		headers: lastId === undefined ? {} : { 'last-event-id': lastId },
		signal: leave.signal
	});
	if (response.status !== 200) throw new Error(`the stream answered ${response.status}`);
	try {
		for await (const { id, event, data } of messagesOf(response))
			if (event !== undefined) yield { id, event, data: JSON.parse(data) };
	} finally {
		leave.abort();
	}
}

/** All frames of a run until its end. */
export async function watchAll(site: SiteAddress, id: string, lastId?: string): Promise<Frame[]> {
	const frames: Frame[] = [];
	for await (const frame of watch(site, id, lastId)) frames.push(frame);
	return frames;
}

/** Frames up to and including the first of this type. */
export async function watchUntil(site: SiteAddress, id: string, event: string): Promise<Frame[]> {
	const frames: Frame[] = [];
	for await (const frame of watch(site, id)) {
		frames.push(frame);
		if (frame.event === event) break;
	}
	return frames;
}

/** The types of a run's events, without its positions in the queue, as words: 'started stage finished'. */
export const eventTypes = (frames: Frame[]) =>
	frames.flatMap(({ event }) => (event === 'queued' ? [] : [event])).join(' ');
