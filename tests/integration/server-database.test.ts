/** pg-boss's requirements on the shared database connections. */
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '@cyclelab/site/server/base/config.ts';
import { openStorage, type Storage } from '@cyclelab/site/server/store/storage.ts';
import * as tests from './server-site.ts';

let data: tests.Store;
let storage: Storage;
beforeAll(async () => {
	data = await tests.embeddedStore();
	storage = await openStorage(readConfig(data.settings), pino({ level: 'silent' }));
}, 30_000);
afterAll(async () => {
	await storage.close();
	await data.remove();
});

test('a query with several statements returns the rows of all, which pg-boss’s supervision needs', async () => {
	const { boss } = storage.database;
	expect(await boss.executeSql('begin; select 1 as a; select 2 as a; commit')).toEqual({
		rows: [{ a: 1 }, { a: 2 }]
	});
	expect(await boss.executeSql('select $1::int as a', [3])).toEqual({ rows: [{ a: 3 }] });
});
