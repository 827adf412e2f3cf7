/** Shell: brings the store's tables up to date, by one site process at a time. */
import type { Database, Statements } from './database.ts';
import { migrations, schema } from './migrations.ts';

/** Advisory lock during migration; an arbitrary unique number. */
const lockKey = 0x6379_6d67;

export async function migrate(database: Database): Promise<void> {
	await database.transaction((sql) => migrateTo(sql, migrations.length));
}

/** Applies the missing migrations among the first `most`, in this transaction. */
export async function migrateTo(sql: Statements, most: number): Promise<void> {
	await sql.query('select pg_advisory_xact_lock($1)', [lockKey]);
	await sql.query(`create schema if not exists ${schema}`);
	await sql.query(`create table if not exists ${schema}.migrations (step int primary key)`);
	const [row] = await sql.query(`select count(*)::int as done from ${schema}.migrations`);
	const done = Number(row?.['done'] ?? 0);
	if (done > migrations.length)
		throw new Error(
			`The database was used by a newer version of Cyclelab (step ${done}, this one knows ${migrations.length}). ` +
				'Update Cyclelab, or use another database.'
		);
	for (const [step, text] of migrations.slice(0, most).entries()) {
		if (step < done) continue;
		await sql.script(text);
		await sql.query(`insert into ${schema}.migrations (step) values ($1)`, [step]);
	}
}
