/** Shell: the processes of an embedded PostgreSQL, told from every other server on this machine, and their ends. */
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readPostmaster, type Postmaster } from './embedded-settings.ts';

/** Processes of a dead server have this long to notice that they are orphans, ms. */
const orphanMs = 3000;

/** The server that runs on this cluster, by its own lock file; undefined if none does. */
export function readServer(cluster: string): Postmaster | undefined {
	const file = path.join(cluster, 'postmaster.pid');
	if (!fs.existsSync(file)) return undefined;
	const left = readPostmaster(fs.readFileSync(file, 'utf8'));
	return left && isServerOf(cluster, left.pid) ? left : undefined;
}

/**
 * Whether this process is PostgreSQL, at work in this folder. A number from a file says nothing: after a restart of the
 * machine, or of a container, it may be anybody's, also that of a server that is none of ours.
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
		// a server whose parent was killed stays a zombie for as long as init likes
		if (!/\(postgres\) [^ZX]/.test(fs.readFileSync(`${facts}/stat`, 'utf8'))) return false;
		return (
			isAtWorkIn(cluster, facts) ??
			fs.readFileSync(`${facts}/cmdline`, 'utf8').includes('/cluster\0')
		);
	} catch {
		return false;
	}
}

/** PostgreSQL works in its data folder. By what the folder is, not by its name: the server may see it by another one. */
function isAtWorkIn(cluster: string, facts: string): boolean | undefined {
	try {
		const [its, ours] = [fs.statSync(`${facts}/cwd`), fs.statSync(cluster)];
		return its.dev === ours.dev && its.ino === ours.ino;
	} catch {
		// not ours to see: root in a container may not look into another user's process
		return undefined;
	}
}

/** Numbers of all processes of servers that work in this folder. */
function workersOf(cluster: string): number[] {
	if (!fs.existsSync('/proc/self')) return [];
	return fs
		.readdirSync('/proc')
		.filter((name) => /^\d+$/.test(name) && isAtWorkIn(cluster, `/proc/${name}`) === true)
		.map(Number)
		.filter((pid) => isServerOf(cluster, pid));
}

/**
 * Makes the folder free for a new server when no server runs on it: waits for what a killed one left at work, ends it if it
 * does not end by itself, and removes its lock files. PostgreSQL would obey the number in them, though it be that of another
 * program by now, or of a dead server that nobody has asked about yet.
 */
export async function clearAway(cluster: string): Promise<void> {
	const until = Date.now() + orphanMs;
	while (workersOf(cluster).length > 0 && Date.now() < until) await pause(10);
	for (const pid of workersOf(cluster)) await endServer(cluster, pid);
	fs.rmSync(path.join(cluster, 'postmaster.pid'), { force: true });
	// beside the cluster: the socket, and the lock file of the socket
	const sockets = path.dirname(cluster);
	for (const name of fs.readdirSync(sockets))
		if (name.startsWith('.s.PGSQL.')) fs.rmSync(path.join(sockets, name), { force: true });
}

/** SIGINT is PostgreSQL's fast shutdown; SIGQUIT its immediate one, after which the next start recovers. */
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
