/** A store that an earlier version made is brought up to date with what is in it. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { expect, test } from 'vitest';
import { pino } from 'pino';
import { openDatabase } from '@cyclelab/site/server/database.ts';
import { startEmbedded } from '@cyclelab/site/server/embedded.ts';
import { migrate } from '@cyclelab/site/server/migrate.ts';
import { migrations, schema } from '@cyclelab/site/server/migrations.ts';
import { claimToken, findToken, hashOf, listTokens } from '@cyclelab/site/server/tokens.ts';
import { connectRunner, leaveAll } from './server-runner.ts';
import * as tests from './server-site.ts';
import { read, run, token, watchAll } from './server-site.ts';

/** Steps of the first version that knew tokens; it did not bind them. */
const before = 2;

test('a token of before has a name to revoke it by, and is bound by the next runner that uses it', async () => {
	const store = await tests.embeddedStore();
	const embedded = await startEmbedded(store.settings['DATA_DIR'] ?? '');
	const database = await openDatabase(embedded.connection, pino({ level: 'silent' }));
	try {
		await database.query(`create schema ${schema}`);
		await database.query(`create table ${schema}.migrations (step int primary key)`);
		for (const [step, text] of migrations.slice(0, before).entries()) {
			await database.boss.executeSql(text);
			await database.query(`insert into ${schema}.migrations (step) values ($1)`, [step]);
		}
		const token = randomBytes(32).toString('base64url');
		await database.query('insert into cyclelab.runner_tokens (hash, label) values ($1, $2)', [
			hashOf(token),
			'old'
		]);
		await migrate(database);
		const [known] = await listTokens(database);
		const id = hashOf(token).toString('hex', 0, 4);
		expect(known).toEqual({
			...{ id, label: 'old', created_at: known?.created_at, last_used_at: null },
			...{ revoked_at: null, runner: null, arch: null }
		});
		expect(await claimToken(database, id, { runner: 'veteran', arch: 'x86-64' })).toBeUndefined();
		expect(await findToken(database, token)).toMatchObject({ runner: 'veteran', arch: 'x86-64' });
		await migrate(database);
	} finally {
		await database.close();
		await embedded.stop();
		await store.remove();
	}
});

/**
 * What the first release of all (61a99dc) left when its site was killed, by `pg_dump --inserts` of PostgreSQL 15: a run that
 * finished, measured by its own runner; one whose code was not compiled; a snapshot of the first; a run on a runner.
 */
const first = {
	sql: new URL('./first-release.sql.gz', import.meta.url),
	finished: 'wxN-RX5purP7Q1CAWdw0wg',
	broken: 'PMYXsf1lHsi1UKlj6WBqog',
	going: 'I9ihLHRHKe7aWU6h5WPsIg',
	snapshot: 'AlOGipcyFwwYrtE-cIoJ3A'
};

test('what the first release kept is there today, and the run it was at ends in words', async () => {
	const store = await tests.embeddedStore();
	const embedded = await startEmbedded(store.settings['DATA_DIR'] ?? '');
	const client = new pg.Client(embedded.connection);
	await client.connect();
	await client.query(gunzipSync(readFileSync(first.sql)).toString('utf8'));
	const kept = await client.query(
		`select report::text as report from cyclelab.snapshots where id = $1`,
		[first.snapshot]
	);
	await client.end();
	await embedded.stop();
	const site = await tests.startSite(store);
	try {
		const report = JSON.parse(kept.rows[0].report);
		const states = [first.finished, first.broken].map(async (id) => {
			const { status, body } = await read(site, `/api/runs/${id}`);
			return [status, body.state, body.report.exercise, body.report.variants.length];
		});
		expect(await Promise.all(states)).toEqual([
			[200, 'finished', 'store-forwarding', report.variants.length],
			// the baseline was measured beside what did not compile
			[200, 'finished', 'store-forwarding', 2]
		]);
		const snapshot = await read(site, `/api/snapshots/${first.snapshot}`);
		// fields that reports have had since then are filled in as it is read
		expect(snapshot).toMatchObject({ status: 200, body: { report } });
		const history = await watchAll(site, first.finished);
		expect([history[0]?.event, history.at(-1)?.event]).toEqual(['started', 'finished']);
		// its job says too little for today's runners; that must not hold up those behind it
		const runner = await connectRunner(site.url, token);
		expect((await watchAll(site, first.going)).at(-1)).toMatchObject({
			event: 'failed',
			data: { code: 'OUTDATED', message: expect.stringContaining('Run it again.') }
		});
		const { body } = await run(site);
		expect((await watchAll(site, body.id)).at(-1)?.event).toBe('finished');
		expect(runner.jobs.map((job) => job.run)).toEqual([body.id]);
	} finally {
		await leaveAll();
		await site.close();
		await store.remove();
	}
}, 120_000);
