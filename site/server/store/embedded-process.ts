/** Shell: finds and ends the processes of an embedded PostgreSQL, apart from all other servers on this machine. */
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readPostmaster, type Postmaster } from './embedded-settings.ts';

/** Time in which the processes of a dead server must end by themselves, ms. */
const orphanMs = 3000;

/** The server that runs on this cluster, from its lock file; undefined if none runs. */
export function readServer(cluster: string): Postmaster | undefined {
	const file = path.join(cluster, 'postmaster.pid');
	if (!fs.existsSync(file)) return undefined;
	const left = readPostmaster(fs.readFileSync(file, 'utf8'));
	return left && isServerOf(cluster, left.pid) ? left : undefined;
}

/**
 * Whether this process is PostgreSQL with this data folder. The pid in a file is not enough: after a restart of the
 * machine or of a container another process may have it, even another PostgreSQL server.
 */
export function isServerOf(cluster: string, pid: number): boolean {
	try {
		process.kill(pid, 0);
	} catch {
		return false;
	}
	const facts = `/proc/${pid}`;
	if (!fs.existsSync('/proc/self')) return true;
	try {
		// a server whose parent was killed stays a zombie until init reaps it
		if (!/\(postgres\) [^ZX]/.test(fs.readFileSync(`${facts}/stat`, 'utf8'))) return false;
		return (
			isAtWorkIn(cluster, facts) ??
			fs.readFileSync(`${facts}/cmdline`, 'utf8').includes('/cluster\0')
		);
	} catch {
		return false;
	}
}

/** PostgreSQL's working directory is its data folder. Compares inodes, because the server may have another path for it. */
function isAtWorkIn(cluster: string, facts: string): boolean | undefined {
	try {
		const [its, ours] = [fs.statSync(`${facts}/cwd`), fs.statSync(cluster)];
		return its.dev === ours.dev && its.ino === ours.ino;
	} catch {
		// not readable: root in a container may not inspect another user's process
		return undefined;
	}
}

/** Pids of all server processes with this data folder. */
function workersOf(cluster: string): number[] {
	if (!fs.existsSync('/proc/self')) return [];
	return fs
		.readdirSync('/proc')
		.filter((name) => /^\d+$/.test(name) && isAtWorkIn(cluster, `/proc/${name}`) === true)
		.map(Number)
		.filter((pid) => isServerOf(cluster, pid));
}

/**
 * Prepares the folder for a new server if none runs on it: waits for the processes of a killed server, kills the
 * remaining processes after a time limit, and removes the lock files. PostgreSQL would respect a lock file even if another program has its
 * pid by now, or if its server is a zombie.
 */
export async function clearAway(cluster: string): Promise<void> {
	const until = Date.now() + orphanMs;
	while (workersOf(cluster).length > 0 && Date.now() < until) await pause(10);
	for (const pid of workersOf(cluster)) await endServer(cluster, pid);
	fs.rmSync(path.join(cluster, 'postmaster.pid'), { force: true });
	// in the parent folder: the socket, and the socket's lock file
	const sockets = path.dirname(cluster);
	for (const name of fs.readdirSync(sockets))
		if (name.startsWith('.s.PGSQL.')) fs.rmSync(path.join(sockets, name), { force: true });
}

/** SIGINT: PostgreSQL's fast shutdown; SIGQUIT: its immediate shutdown, after which the next start recovers. */
export async function endServer(cluster: string, pid: number): Promise<void> {
	for (const [signal, waitMs] of [
		['SIGINT', 3000],
		['SIGQUIT', 1000],
		['SIGKILL', 1000]
	] as const) {
		if (!isServerOf(cluster, pid)) return;
		process.kill(pid, signal);
		const until = Date.now() + waitMs;
		while (Date.now() < until && isServerOf(cluster, pid)) await pause(5);
	}
}
