/** Shell: writes a consistent copy of the store as lines of a back-up, while the store is in use. */
import { z } from 'zod';
import type { Database, Sql } from '../database.ts';
import { stepOf } from '../migrate.ts';
import { schema } from '../migrations.ts';
import { BackupError, headOf, kept, notKept } from './format.ts';

/** Rows fetched at once: an event with a report is some 100 kB. */
const atOnce = 100;

/**
 * Passes every line to `write`, without its line break, and returns the number of rows. Throws a `BackupError` if the store
 * is empty, or has tables that this version does not know.
 */
export function dump(
	database: Database,
	now: Date,
	write: (line: string) => Promise<void>
): Promise<number> {
	return database.transaction(async ({ query }) => {
		await query('set transaction isolation level repeatable read, read only');
		const tables = await tablesOf({ query });
		if (!tables.includes('migrations'))
			throw new BackupError('There is nothing to back up: no site has used this database yet.');
		const ofThisVersion = new Set<string>([...kept, ...notKept]);
		const unknown = tables.filter((table) => !ofThisVersion.has(table));
		if (unknown.length > 0)
			throw new BackupError(
				`The database has tables this version does not know (${unknown.join(', ')}). Use the version that made them.`
			);
		await write(JSON.stringify(headOf(await stepOf({ query }), now)));
		let rows = 0;
		for (const table of kept.filter((name) => tables.includes(name))) {
			await write(JSON.stringify({ table, columns: await columnsOf({ query }, table) }));
			await query(
				`declare lines no scroll cursor for select t::text as row from ${schema}.${table} t`
			);
			for (let some = await fetchRows(query); some.length > 0; some = await fetchRows(query)) {
				for (const { row } of some) await write(JSON.stringify(row));
				rows += some.length;
			}
			await query('close lines');
		}
		await write(JSON.stringify({ rows }));
		return rows;
	});
}

const fetchRows = async (query: Sql['query']) =>
	z.array(z.object({ row: z.string() })).parse(await query(`fetch ${atOnce} from lines`));

async function tablesOf(sql: Sql): Promise<string[]> {
	const rows = await sql.query('select tablename as name from pg_tables where schemaname = $1', [
		schema
	]);
	return names(rows);
}

/** Names of a table's columns, in the order of its rows' text. */
export async function columnsOf(sql: Sql, table: string): Promise<string[]> {
	const rows = await sql.query(
		`select column_name as name from information_schema.columns
		where table_schema = $1 and table_name = $2 order by ordinal_position`,
		[schema, table]
	);
	return names(rows);
}

const names = (rows: unknown) =>
	z
		.array(z.object({ name: z.string() }))
		.parse(rows)
		.map(({ name }) => name);
