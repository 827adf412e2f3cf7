/** Requests that wait for the store do not delay `/healthz`, however many they are. */
import net from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openStore, read, sharedStore } from './site.ts';
import { siteForAll } from './hooks.ts';

/** Node's warnings since this file began. pg gives each only once. */
const warnings: string[] = [];
process.on('warning', ({ message }) => warnings.push(message));

const site = siteForAll(sharedStore);

/** More than the connections for statements. */
const crowd = 40;
const unknown = `/api/runs/${'A'.repeat(22)}`;

test('/healthz answers while all connections for statements are in use', async () => {
	const other = await openStore(site.store);
	const [waiting, health] = await other.transaction(async (sql) => {
		await sql.query('lock table cyclelab.runs in access exclusive mode');
		const readers = Array.from({ length: crowd }, () => read(site, unknown));
		const first = await Promise.race([...readers, pause(500, 'none has an answer')]);
		expect(first).toBe('none has an answer');
		return [readers, await Promise.race([read(site, '/healthz'), pause(10_000, 'no answer')])];
	});
	await other.close();
	expect(health).toMatchObject({ status: 200, body: { status: 'ok' } });
	for (const { status } of await Promise.all(waiting)) expect(status).toBe(404);
}, 60_000);

test('500 requests of /healthz in one piece are answered, and no connection to the store has two queries at once', async () => {
	const { hostname, port } = new URL(site.url);
	const requests = 500;
	const socket = net.connect(Number(port), hostname);
	let text = '';
	socket.on('data', (chunk) => (text += chunk.toString()));
	socket.write('GET /healthz HTTP/1.1\r\nHost: test\r\n\r\n'.repeat(requests));
	const answered = () => text.split('{"status":"ok"').length - 1;
	await expect.poll(answered, { timeout: 30_000 }).toBe(requests);
	socket.destroy();
	expect(warnings).toEqual([]);
}, 60_000);

test('/healthz answers 503 as soon as the connection to the store is lost, though the store answered just before', async () => {
	const health = async () => (await read(site, '/healthz')).status;
	const other = await openStore(site.store);
	// `alter database` refuses this for the database that it is connected to.
	const allow = (allowed: boolean) =>
		other.query('update pg_database set datallowconn = $1 where datname = current_database()', [
			allowed
		]);
	expect(await health()).toBe(200);
	await allow(false);
	try {
		await other.query(
			'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()'
		);
		// The store's answer would be good for two seconds.
		await expect.poll(health, { timeout: 1000 }).toBe(503);
	} finally {
		await allow(true);
	}
	await expect.poll(health, { timeout: 10_000 }).toBe(200);
	await other.close();
}, 60_000);
