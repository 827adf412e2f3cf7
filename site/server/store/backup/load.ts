/**
 * Shell: restores a back-up in one transaction: the tables of its version, its rows, then every later migration. Unfinished
 * runs are queued again.
 */
import { z } from 'zod';
import type { Database, Statements, Sql } from '../database.ts';
import { migrateTo } from '../migrate.ts';
import { migrations, presentStep, schema } from '../migrations.ts';
import { columnsOf } from './dump.ts';
import { BackupError, kept, notWhole, readLine, type Head } from './format.ts';
import { leaseClass } from '../session.ts';

/** Largest number of rows, and of characters, in one insert. */
const atOnce = { rows: 500, characters: 4_000_000 };

type LoadedBackup = { head: Head; rows: number };

/**
 * @param replace deletes existing data; without it a store with data is refused
 * @throws BackupError with a sentence; the store is then unchanged
 */
export async function load(
	database: Database,
	lines: AsyncIterable<string>,
	{ replace }: { replace: boolean }
): Promise<LoadedBackup> {
	return database.transaction(async (sql) => {
		await refuseOthers(sql, database.session.instance);
		if (!replace && (await isUsed(sql)))
			throw new BackupError(
				'There are runs in this database already. Restore into an empty one, or say --replace: then they are lost.'
			);
		await sql.query(`drop schema if exists ${schema} cascade`);
		const loaded = await fill(sql, lines);
		await sql.query(
			`update ${schema}.runs set state = 'queued', holder = null where state = 'running'`
		);
		await migrateTo(sql, presentStep);
		return loaded;
	});
}

/** Refuses a store that a site uses, because the site would write to rows that no longer exist. */
async function refuseOthers(sql: Statements, self: number): Promise<void> {
	if (await hasOtherSites(sql, self))
		throw new BackupError('A site is at work on this database. Stop it first, then restore.');
}

async function isUsed(sql: Statements): Promise<boolean> {
	const [there] = await sql.query(`select to_regclass('${schema}.runs') is not null as it`);
	if (there?.['it'] !== true) return false;
	return (await sql.query(`select from ${schema}.runs limit 1`)).length > 0;
}

async function fill(sql: Statements, lines: AsyncIterable<string>): Promise<LoadedBackup> {
	let head: Head | undefined;
	let table: string | undefined;
	let end: number | undefined;
	let rows = 0;
	let some: string[] = [];
	let characters = 0;
	const flush = async () => {
		if (table !== undefined && some.length > 0) await insert(sql, table, some);
		some = [];
		characters = 0;
	};
	for await (const text of lines) {
		const line = readLine(text);
		if (end !== undefined || (line.is === 'head') !== (head === undefined)) throw notWhole();
		if (line.is === 'row') {
			if (table === undefined) throw notWhole();
			some.push(line.row);
			rows++;
			characters += line.row.length;
			if (some.length >= atOnce.rows || characters >= atOnce.characters) await flush();
			continue;
		}
		await flush();
		if (line.is === 'head') {
			head = line.head;
			if (head.step > presentStep)
				throw new BackupError(
					`This back-up is of a newer version of Cyclelab (step ${head.step}, this one knows ${presentStep}). Update first.`
				);
			if (head.step < (migrations[0]?.step ?? 0))
				throw new BackupError(
					`This back-up is of a version of Cyclelab before its first release (step ${head.step}), which none restores.`
				);
			await migrateTo(sql, head.step);
		} else if (line.is === 'table') {
			({ table } = line);
			const here = await columnsOf(sql, table);
			const isKnown = kept.some((name) => name === table);
			if (!isKnown || here.join() !== line.columns.join())
				throw new BackupError(
					`The table "${table}" of this back-up does not match the version named in its header.`
				);
		} else end = line.rows;
	}
	if (head === undefined || end !== rows) throw notWhole();
	await numberOn(sql);
	return { head, rows };
}

/** `offset` keeps PostgreSQL from parsing the row's text once for each column. */
async function insert(sql: Statements, table: string, rows: string[]): Promise<void> {
	const name = `${schema}.${table}`;
	await sql.query(
		`insert into ${name} overriding system value
		select (one).* from (select unnest($1::text[])::${name} as one offset 0) as rows`,
		[rows]
	);
}

/** Sets sequences to continue after the restored rows. */
async function numberOn(sql: Statements): Promise<void> {
	const found = await sql.query(
		`select table_name as table, column_name as column from information_schema.columns
		where table_schema = $1 and is_identity = 'YES'`,
		[schema]
	);
	const Identity = z.array(z.object({ table: z.string(), column: z.string() }));
	for (const { table, column } of Identity.parse(found))
		await sql.query(
			`select setval(pg_get_serial_sequence('${schema}.${table}', '${column}'),
				(select coalesce(max(${column}), 0) + 1 from ${schema}.${table}), false)`
		);
}

/**
 * Whether other site processes have this store.
 * @param self number of the caller's session, whose lease does not count
 */
async function hasOtherSites(sql: Sql, self: number): Promise<boolean> {
	const rows = await sql.query(
		`select objid from pg_locks where locktype = 'advisory' and granted and objsubid = 2
		and classid::bigint = $1 and objid::bigint <> $2
		and database = (select oid from pg_database where datname = current_database())`,
		[leaseClass, self]
	);
	return rows.length > 0;
}
