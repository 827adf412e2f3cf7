/** Shell: brings the store's tables up to date, by one site process at a time. */
import type { Database, Sql, Statements } from './database.ts';
import { migrations, presentStep, schema } from './migrations.ts';

/** Advisory lock during migration; an arbitrary unique number. */
const lockKey = 0x6379_6d67;

export async function migrate(database: Database): Promise<void> {
	await database.transaction((sql) => migrateTo(sql, presentStep));
}

/** The number of steps that the store of this transaction has. */
export async function stepOf(sql: Pick<Sql, 'query'>): Promise<number> {
	const [row] = await sql.query(
		`select coalesce(max(step) + 1, 0)::int as done from ${schema}.migrations`
	);
	return Number(row?.['done'] ?? 0);
}

/** Applies the missing migrations up to `most`, in this transaction. */
export async function migrateTo(sql: Statements, most: number): Promise<void> {
	await sql.query('select pg_advisory_xact_lock($1)', [lockKey]);
	await sql.query(`create schema if not exists ${schema}`);
	await sql.query(`create table if not exists ${schema}.migrations (step int primary key)`);
	const done = await stepOf(sql);
	if (done > presentStep)
		throw new Error(
			`The database was used by a newer version of Cyclelab (step ${done}, this one knows ${presentStep}). ` +
				'Update Cyclelab, or use another database.'
		);
	if (done > 0 && done < (migrations[0]?.step ?? 0))
		throw new Error(
			`The database was used by a version of Cyclelab before its first release (step ${done}). Use another database.`
		);
	for (const { step, text } of migrations) {
		if (step <= done || step > most) continue;
		await sql.script(text);
		await sql.query(`insert into ${schema}.migrations (step) values ($1)`, [step - 1]);
	}
}
