/** What pg-boss is promised of the connections it shares with us. */
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '@cyclelab/site/server/config.ts';
import { openStorage, type Storage } from '@cyclelab/site/server/storage.ts';
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

test('of several statements in one text come the rows of all, as its supervision needs them', async () => {
	const { boss } = storage.database;
	expect(await boss.executeSql('begin; select 1 as a; select 2 as a; commit')).toEqual({
		rows: [{ a: 1 }, { a: 2 }]
	});
	expect(await boss.executeSql('select $1::int as a', [3])).toEqual({ rows: [{ a: 3 }] });
});
