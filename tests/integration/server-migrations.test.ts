/** A store that an earlier version made is brought up to date with what is in it. */
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { pino } from 'pino';
import { openDatabase } from '@cyclelab/site/server/database.ts';
import { startEmbedded } from '@cyclelab/site/server/embedded.ts';
import { migrate } from '@cyclelab/site/server/migrate.ts';
import { migrations, schema } from '@cyclelab/site/server/migrations.ts';
import { claimToken, findToken, hashOf, listTokens } from '@cyclelab/site/server/tokens.ts';
import * as tests from './server-site.ts';

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
