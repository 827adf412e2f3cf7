/** A back-up of an earlier step of the store is restored, and a filled store of an earlier step upgraded by the start of a site. */
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { readConfig } from '@cyclelab/site/server/base/config.ts';
import { dump } from '@cyclelab/site/server/store/backup/dump.ts';
import { load } from '@cyclelab/site/server/store/backup/load.ts';
import type { Sql } from '@cyclelab/site/server/store/database.ts';
import { migrateTo } from '@cyclelab/site/server/store/migrate.ts';
import { migrations } from '@cyclelab/site/server/store/migrations.ts';
import { openUntouched } from '@cyclelab/site/server/store/storage.ts';
import { columnsOf } from '@cyclelab/site/server/store/backup/dump.ts';
import { kept } from '@cyclelab/site/server/store/backup/format.ts';
import { fill, text } from './filled-store.ts';
import { connectRunner, disconnectAll } from './runner.ts';
import { emptyStore, sharedStore, startSite, token, watchAll } from './site.ts';

const silent = pino({ level: 'silent' });

test.each([3, migrations.length - 1])(
	'a back-up of step %i gets the tables of today with its rows',
	async (step) => {
		const store = await emptyStore();
		const { database, close } = await openUntouched(
			readConfig(store.settings),
			pino({ level: 'silent' })
		);
		try {
			await database.transaction(async (sql) => {
				await migrateTo(sql, step);
				await sql.query(
					`insert into cyclelab.runner_tokens (hash, label, id) values ($1, 'old', 'ab12')`,
					[Buffer.from('ab12', 'hex')]
				);
			});
			const lines: string[] = [];
			await dump(database, new Date(), async (line) => void lines.push(line));
			expect(JSON.parse(lines[0] ?? '')).toMatchObject({ step });
			async function* again() {
				yield* lines;
			}
			await load(database, again(), { replace: true });
			const [done] = await database.query('select count(*)::int as steps from cyclelab.migrations');
			expect(done).toEqual({ steps: migrations.length });
			expect(await database.query('select id, label from cyclelab.runner_tokens')).toEqual([
				{ id: 'ab12', label: 'old' }
			]);
		} finally {
			await close();
			await store.remove();
		}
	},
	60_000
);

/** The rows that a store has, in the tables and columns of an earlier step. */
async function withRowsOf(from: Sql, sql: Sql): Promise<void> {
	for (const table of kept) {
		const now = new Set(await columnsOf(from, table));
		const both = (await columnsOf(sql, table)).filter((column) => now.has(column));
		if (both.length === 0) continue;
		const texts = both.map((column) => `${column}::text`).join(', ');
		const values = both.map((_, at) => `$${at + 1}`).join(', ');
		for (const row of await from.query(`select ${texts} from cyclelab.${table}`))
			await sql.query(
				`insert into cyclelab.${table} (${both.join(', ')}) overriding system value values (${values})`,
				both.map((column) => row[column])
			);
	}
}

test.each([12, 18, migrations.length - 1])(
	'a filled store of step %i is upgraded when a site starts: every address answers as before, and what waited is done',
	async (step) => {
		const [before, after] = [await sharedStore(), await emptyStore()];
		const { site, runs, addresses, seen } = await fill(before);
		await disconnectAll();
		const current = await openUntouched(readConfig(before.settings), silent);
		const earlier = await openUntouched(readConfig(after.settings), silent);
		await earlier.database.transaction(async (sql) => {
			await migrateTo(sql, step);
			await withRowsOf(current.database, sql);
		});
		await current.close();
		await earlier.close();
		await site.close();
		const upgraded = await startSite(after);
		try {
			expect(await Promise.all(addresses.map((address) => text(upgraded, address)))).toEqual(seen);
			await connectRunner(upgraded.url, token);
			for (const { id } of [runs.going, runs.waiting])
				expect((await watchAll(upgraded, id)).at(-1)?.event).toBe('finished');
		} finally {
			await disconnectAll();
			await upgraded.close();
			await before.remove();
			await after.remove();
		}
	},
	180_000
);
