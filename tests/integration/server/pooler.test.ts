/** A site whose `DATABASE_URL` leads to PgBouncer: it works with a server for each session, and refuses one for each transaction. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freePort } from '../../free-port.ts';
import { eventually } from './hooks.ts';
import { connectRunner, disconnectAll } from './runner.ts';
import { run, sharedStore, startSite, type Store, token, watchAll } from './site.ts';

/** Where Debian's package installs it. */
const program = process.env['CYCLELAB_POOLER'] ?? '/usr/sbin/pgbouncer';

/** Starts PgBouncer before the server of this store, as the account of the server. */
async function startPooler(store: Store, mode: 'session' | 'transaction') {
	const server = new URL(store.settings['DATABASE_URL'] ?? '');
	const socket = server.searchParams.get('host') ?? '';
	const port = await freePort('127.0.0.1');
	const folder = mkdtempSync(join(tmpdir(), 'cyclelab-pooler-'));
	const { uid } = statSync(socket);
	const settings = [
		'[databases]',
		`* = host=${socket} port=${server.port} user=${server.username} password=${server.password}`,
		'[pgbouncer]',
		'listen_addr = 127.0.0.1',
		`listen_port = ${port}`,
		'unix_socket_dir =',
		'auth_type = any',
		`pool_mode = ${mode}`,
		...(process.getuid?.() === 0
			? [`user = ${execFileSync('id', ['-nu', String(uid)], { encoding: 'utf8' }).trim()}`]
			: []),
		''
	];
	const file = join(folder, 'pgbouncer.ini');
	writeFileSync(file, settings.join('\n'));
	execFileSync('chmod', ['-R', 'a+rX', folder]);
	const child = spawn(program, [file], { stdio: 'ignore' });
	const ended = once(child, 'exit');
	await eventually(async () => {
		const probe = net.connect(port, '127.0.0.1');
		await once(probe, 'connect').finally(() => probe.destroy());
	});
	return {
		settings: { DATABASE_URL: `postgres://${server.username}@127.0.0.1:${port}/postgres` },
		close: async () => {
			child.kill('SIGINT');
			await ended;
			rmSync(folder, { recursive: true });
		}
	};
}

const installed = test.skipIf(!existsSync(program));

installed('a site behind a pooler for sessions gives runs to its runner', async () => {
	const store = await sharedStore();
	const pooler = await startPooler(store, 'session');
	const site = await startSite(store, pooler.settings);
	try {
		await connectRunner(site.url, token);
		const { body } = await run(site);
		expect((await watchAll(site, body.id)).at(-1)?.event).toBe('finished');
	} finally {
		await disconnectAll();
		await site.close();
		await pooler.close();
		await store.remove();
	}
});

installed('a pooler for transactions is refused with the setting that helps', async () => {
	const store = await sharedStore();
	const pooler = await startPooler(store, 'transaction');
	try {
		await expect(startSite(store, pooler.settings)).rejects.toThrow(
			'Set pool_mode = session there (PgBouncer), or name PostgreSQL itself.'
		);
	} finally {
		await pooler.close();
		await store.remove();
	}
});
