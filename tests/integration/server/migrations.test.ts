/** Stores and back-ups of steps that this version does not upgrade are refused with a sentence, and the others are used. */
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { readConfig } from '@cyclelab/site/server/base/config.ts';
import { load } from '@cyclelab/site/server/store/backup/load.ts';
import { migrate, stepOf } from '@cyclelab/site/server/store/migrate.ts';
import { migrations, presentStep } from '@cyclelab/site/server/store/migrations.ts';
import { openUntouched } from '@cyclelab/site/server/store/storage.ts';
import { emptyStore } from './site.ts';

const first = migrations[0]?.step ?? 0;

test('a store before the first release or of a newer version is refused, and one with as many steps is used', async () => {
	const store = await emptyStore();
	const { database, close } = await openUntouched(
		readConfig(store.settings),
		pino({ level: 'silent' })
	);
	const steps = async (many: number) => {
		await database.query('delete from cyclelab.migrations');
		await database.query(
			'insert into cyclelab.migrations select * from generate_series(0, $1 - 1)',
			[many]
		);
	};
	const backUpOf = async function* (step: number) {
		yield JSON.stringify({ cyclelab: 'back-up', format: 1, step, at: new Date(0).toISOString() });
		yield JSON.stringify({ rows: 0 });
	};
	try {
		await migrate(database);
		expect(await stepOf(database)).toBe(presentStep);
		await steps(presentStep);
		await migrate(database);
		await steps(first - 1);
		await expect(migrate(database)).rejects.toThrow(
			`before its first release (step ${first - 1}). Use another database.`
		);
		await steps(presentStep + 1);
		await expect(migrate(database)).rejects.toThrow('a newer version of Cyclelab');
		await steps(presentStep);
		for (const [step, words] of [
			[first - 1, 'before its first release'],
			[presentStep + 1, 'a newer version']
		] as const)
			await expect(load(database, backUpOf(step), { replace: true })).rejects.toThrow(words);
		expect(await stepOf(database)).toBe(presentStep);
		await load(database, backUpOf(presentStep), { replace: true });
		expect(await stepOf(database)).toBe(presentStep);
	} finally {
		await close();
		await store.remove();
	}
}, 60_000);
