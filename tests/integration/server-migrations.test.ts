/** The site migrates a store of an earlier version with its data. */
import { randomBytes } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { expect, test } from 'vitest';
import { pino } from 'pino';
import { readConfig } from '@cyclelab/site/server/base/config.ts';
import { linesOf } from '@cyclelab/site/server/store/backup/file.ts';
import { load } from '@cyclelab/site/server/store/backup/load.ts';
import { openDatabase } from '@cyclelab/site/server/store/database.ts';
import { startEmbedded } from '@cyclelab/site/server/store/embedded.ts';
import { migrate } from '@cyclelab/site/server/store/migrate.ts';
import { migrations, schema } from '@cyclelab/site/server/store/migrations.ts';
import { openUntouched } from '@cyclelab/site/server/store/storage.ts';
import { hashOf } from '@cyclelab/site/server/base/hash.ts';
import { claimToken, findToken, listTokens } from '@cyclelab/site/server/runners/tokens.ts';
import { connectRunner, disconnectAll } from './server-runner.ts';
import * as tests from './server-site.ts';
import { read, run, token, watchAll } from './server-site.ts';

/** Migrations of the first version with tokens, which were not bound to runners. */
const before = 2;

test('an old token gets an id to revoke it by, and is bound to the next runner that uses it', async () => {
	const store = await tests.emptyStore();
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
			id,
			label: 'old',
			created_at: known?.created_at,
			last_used_at: null,
			revoked_at: null,
			runner: null,
			arch: null
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
 * The store of the first release (61a99dc) after its site was killed, by `pg_dump --inserts` of PostgreSQL 15: a run that
 * finished, measured by its own runner; a run with a compile error; a snapshot of the first; a run in progress.
 */
const first = {
	sql: new URL('./first-release.sql.gz', import.meta.url),
	finished: 'wxN-RX5purP7Q1CAWdw0wg',
	broken: 'PMYXsf1lHsi1UKlj6WBqog',
	going: 'I9ihLHRHKe7aWU6h5WPsIg',
	snapshot: 'AlOGipcyFwwYrtE-cIoJ3A'
};

test('runs and snapshots of the first release can be read, and its run in progress fails with a sentence', async () => {
	const store = await tests.emptyStore();
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
			// the baseline was measured although the variant did not compile
			[200, 'finished', 'store-forwarding', 2]
		]);
		const snapshot = await read(site, `/api/snapshots/${first.snapshot}`);
		// reading the report adds defaults for fields of later versions
		expect(snapshot).toMatchObject({ status: 200, body: { report } });
		const history = await watchAll(site, first.finished);
		expect([history[0]?.event, history.at(-1)?.event]).toEqual(['started', 'finished']);
		// today's runners cannot parse its job, which must not block the queue
		const runner = await connectRunner(site.url, token);
		expect((await watchAll(site, first.going)).at(-1)).toMatchObject({
			event: 'failed',
			data: { code: 'OUTDATED', message: expect.stringContaining('Run it again.') }
		});
		const { body } = await run(site);
		expect((await watchAll(site, body.id)).at(-1)?.event).toBe('finished');
		expect(runner.jobs.map((job) => job.run)).toEqual([body.id]);
	} finally {
		await disconnectAll();
		await site.close();
		await store.remove();
	}
}, 120_000);

/**
 * A back-up that the version cd82fcd made: a finished run with its events and a snapshot of it, a run that its runner
 * reported as failed, a run that was on a runner, a run that waited.
 */
const later = {
	backup: new URL('./release-cd82fcd.backup.gz', import.meta.url),
	finished: 'hEN9koeE6GnVcHINmxM5Zg',
	failed: '1CifY7vqSzkF6SMzc8Fqng',
	open: ['PlCIJN3rNjMpR0uaioY7Tw', 'lG2rLj_wtFePmFmU9DSAig'],
	snapshot: 'BVFkvHArtrTs1rLS93Y03g'
};

test('runs and snapshots that the version cd82fcd stored still open, and its open runs go on', async () => {
	const store = await tests.emptyStore();
	const config = readConfig(store.settings);
	const { database, close } = await openUntouched(config, pino({ level: 'silent' }));
	await load(database, linesOf(createReadStream(later.backup)), { replace: false });
	await close();
	const site = await tests.startSite(store);
	try {
		const history = await watchAll(site, later.finished);
		expect(history.map(({ event }) => event)).toEqual([
			...['started', 'stage', 'inspected', 'inspected', 'counted', 'predicted', 'point', 'point'],
			'finished'
		]);
		const report = history.at(-1)?.data['report'];
		expect(report).toMatchObject({ summary: 'Narrow takes 3 times as long.' });
		expect(await read(site, `/api/runs/${later.finished}`)).toMatchObject({
			status: 200,
			body: { state: 'finished', report }
		});
		expect(await read(site, `/api/snapshots/${later.snapshot}`)).toMatchObject({
			status: 200,
			body: { report }
		});
		expect(await read(site, `/api/runs/${later.failed}`)).toMatchObject({
			status: 200,
			body: {
				state: 'failed',
				failure: { code: 'RUNNER', message: 'The runner broke down.', id: 'e1' }
			}
		});
		const runner = await connectRunner(site.url, token);
		for (const id of later.open)
			expect((await watchAll(site, id)).at(-1)).toMatchObject({ event: 'finished' });
		expect(runner.jobs.map((job) => job.run)).toEqual(later.open);
	} finally {
		await disconnectAll();
		await site.close();
		await store.remove();
	}
}, 120_000);
