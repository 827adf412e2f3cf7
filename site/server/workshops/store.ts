/** Shell: the table of workshops in PostgreSQL: opening, finding, locking, changing and deleting one. */
import { z } from 'zod';
import type { Database, Row, Sql, Statements } from '../store/database.ts';
import { notFound, SiteError } from '../base/errors.ts';
import { hashOf } from '../base/hash.ts';
import { WorkshopRow } from './room.ts';
import type { Minutes, WorkshopState } from '../../shared/workshop-schema.ts';

/** Until when a homework or a workshop took answers: SQL, null as long as it does. */
export const endedAt = 'least(ended_at, case when due_at <= now() then due_at end)';

/** The columns of `WorkshopRow`. */
export const columns = `id, code, title, exercises, minutes, state, groups, created_at,
	${endedAt} as ended_at, due_at, keep_days, delete_at`;

type NewWorkshop = {
	id: string;
	code: string;
	host: string;
	title: string;
	exercises: string[];
	state: WorkshopState;
	minutes: Minutes;
	keepDays: number;
	/** Of a homework. */
	due: string | undefined;
};

/** When it will be deleted; undefined if another workshop has the code. */
export async function insertWorkshop(
	sql: Sql,
	newWorkshop: NewWorkshop
): Promise<Date | undefined> {
	const [row] = await sql.query(
		`insert into cyclelab.workshops
			(id, code, host, title, exercises, state, keep_days, minutes, due_at, delete_at)
		values ($1, $2, $3, $4, $5, $6, $7, $8, $9,
			coalesce($9::timestamptz, now()) + make_interval(days => $7))
		on conflict (code) do nothing returning delete_at`,
		[
			newWorkshop.id,
			newWorkshop.code,
			hashOf(newWorkshop.host),
			newWorkshop.title,
			JSON.stringify(newWorkshop.exercises),
			JSON.stringify(newWorkshop.state),
			newWorkshop.keepDays,
			JSON.stringify(newWorkshop.minutes),
			newWorkshop.due ?? null
		]
	);
	return row && z.object({ delete_at: z.date() }).parse(row).delete_at;
}

const idOf = ([row]: Row[]) => row && z.object({ id: z.string() }).parse(row).id;

export async function findByCode(sql: Sql, code: string): Promise<string | undefined> {
	return idOf(
		await sql.query('select id from cyclelab.workshops where code = $1 and delete_at > now()', [
			code
		])
	);
}

/** The workshop whose host has this token. */
export async function findByHost(sql: Sql, token: string): Promise<string | undefined> {
	return idOf(
		await sql.query('select id from cyclelab.workshops where host = $1 and delete_at > now()', [
			hashOf(token)
		])
	);
}

export const over = () =>
	new SiteError(409, 'WORKSHOP_OVER', 'This workshop is over. Its page shows what it came to.');

/**
 * Runs `work` in a transaction that has locked the workshop's row, so that no other transaction can change it or add a seat before
 * this one ends; `share` lets others take the same lock. Rejects if the workshop does not exist or is over.
 */
export async function within<T>(
	database: Database,
	id: string,
	work: (sql: Statements, row: WorkshopRow) => Promise<T>,
	lock: 'update' | 'share' = 'update'
): Promise<T> {
	return database.transaction(async (sql) => {
		const [found] = await sql.query(
			`select ${columns} from cyclelab.workshops where id = $1 for ${lock}`,
			[id]
		);
		if (!found) throw notFound('workshop');
		const row = WorkshopRow.parse(found);
		if (row.ended_at) throw over();
		return work(sql, row);
	});
}

export async function writeState(sql: Sql, id: string, state: WorkshopState): Promise<void> {
	await sql.query('update cyclelab.workshops set state = $2 where id = $1', [
		id,
		JSON.stringify(state)
	]);
}

export async function writePlan(
	sql: Sql,
	id: string,
	{ exercises, minutes }: { exercises: string[]; minutes: Minutes }
): Promise<void> {
	await sql.query('update cyclelab.workshops set exercises = $2, minutes = $3 where id = $1', [
		id,
		JSON.stringify(exercises),
		JSON.stringify(minutes)
	]);
}

/** After its end, a workshop is kept for the same period as after its start. */
export async function endWorkshop(sql: Sql, id: string): Promise<void> {
	await sql.query(
		`update cyclelab.workshops
		set ended_at = now(), delete_at = now() + make_interval(days => keep_days)
		where id = $1 and ended_at is null`,
		[id]
	);
}

export async function deleteWorkshop(sql: Sql, id: string): Promise<void> {
	await sql.query('delete from cyclelab.workshops where id = $1', [id]);
}

/** Deletes expired workshops and returns their ids. */
export async function deleteDue(sql: Sql): Promise<string[]> {
	const rows = await sql.query(
		'delete from cyclelab.workshops where delete_at <= now() returning id'
	);
	return rows.map(({ id }) => z.string().parse(id));
}
