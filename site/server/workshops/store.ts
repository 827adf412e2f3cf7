/** Shell: workshops in PostgreSQL. All SQL statements about them are in this file. */
import { Job } from '@cyclelab/runner/schema/job';
import { z } from 'zod';
import type { Database, Row, Sql } from '../store/database.ts';
import { hashOf } from '../base/hash.ts';
import { earlier, type RoomChange } from './changes.ts';
import { RoomRun, SeatRow, VoteRow, WorkshopRow, type Room } from './room.ts';
import type { RunResult, WorkshopState } from '../../shared/workshop-schema.ts';

const columns = 'id, code, title, exercises, state, created_at, ended_at, keep_days, delete_at';

export type NewWorkshop = {
	id: string;
	code: string;
	host: string;
	title: string;
	exercises: string[];
	state: WorkshopState;
	keepDays: number;
};

/** When it will be deleted; undefined if another workshop has the code. */
export async function insertWorkshop(sql: Sql, one: NewWorkshop): Promise<Date | undefined> {
	const [row] = await sql.query(
		`insert into cyclelab.workshops (id, code, host, title, exercises, state, keep_days, delete_at)
		values ($1, $2, $3, $4, $5, $6, $7, now() + make_interval(days => $7))
		on conflict (code) do nothing returning delete_at`,
		[
			one.id,
			one.code,
			hashOf(one.host),
			one.title,
			JSON.stringify(one.exercises),
			JSON.stringify(one.state),
			one.keepDays
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

const Seat = z.object({ workshop: z.string(), number: z.int(), over: z.boolean() });
/** A place in a workshop. `over`: the workshop ended. */
export type Seat = z.infer<typeof Seat>;

export async function findSeat(sql: Sql, token: string): Promise<Seat | undefined> {
	const [row] = await sql.query(
		`select s.workshop, s.number, w.ended_at is not null as over
		from cyclelab.workshop_seats s join cyclelab.workshops w on w.id = s.workshop
		where s.token = $1 and w.delete_at > now()`,
		[hashOf(token)]
	);
	return row && Seat.parse(row);
}

/** Reads and locks a workshop's row, so that no other transaction can change it or add a seat before this one ends. */
export async function lockWorkshop(sql: Sql, id: string): Promise<WorkshopRow | undefined> {
	const [row] = await sql.query(
		`select ${columns} from cyclelab.workshops where id = $1 for update`,
		[id]
	);
	return row && WorkshopRow.parse(row);
}

/** As `lockWorkshop`, with a lock that other transactions can share. */
export async function shareWorkshop(sql: Sql, id: string): Promise<WorkshopRow | undefined> {
	const [row] = await sql.query(
		`select ${columns} from cyclelab.workshops where id = $1 for share`,
		[id]
	);
	return row && WorkshopRow.parse(row);
}

export async function readNames(sql: Sql, workshop: string): Promise<string[]> {
	const rows = await sql.query('select name from cyclelab.workshop_seats where workshop = $1', [
		workshop
	]);
	return z
		.array(z.object({ name: z.string() }))
		.parse(rows)
		.map(({ name }) => name);
}

export async function insertSeat(
	sql: Sql,
	{
		workshop,
		number,
		token,
		name
	}: { workshop: string; number: number; token: string; name: string }
): Promise<void> {
	await sql.query(
		'insert into cyclelab.workshop_seats (workshop, number, token, name) values ($1, $2, $3, $4)',
		[workshop, number, hashOf(token), name]
	);
}

export async function writeState(sql: Sql, id: string, state: WorkshopState): Promise<void> {
	await sql.query('update cyclelab.workshops set state = $2 where id = $1', [
		id,
		JSON.stringify(state)
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
	return z
		.array(z.object({ id: z.string() }))
		.parse(rows)
		.map(({ id }) => id);
}

export async function followAll(sql: Sql, workshop: string): Promise<void> {
	await sql.query('update cyclelab.workshop_seats set following = true where workshop = $1', [
		workshop
	]);
}

export async function changeSeat(
	sql: Sql,
	{ workshop, number }: Pick<Seat, 'workshop' | 'number'>,
	{ at, following }: { at?: string | undefined; following?: boolean | undefined }
): Promise<void> {
	await sql.query(
		`update cyclelab.workshop_seats
		set at = coalesce($3, at), following = coalesce($4, following)
		where workshop = $1 and number = $2`,
		[workshop, number, at ?? null, following ?? null]
	);
}

/** Marks seats as present for some seconds from now; with 0 they have left. */
export async function noteHere(
	sql: Sql,
	seats: Pick<Seat, 'workshop' | 'number'>[],
	seconds: number
): Promise<void> {
	if (seats.length === 0) return;
	await sql.query(
		`update cyclelab.workshop_seats s set here_until = now() + make_interval(secs => $3)
		from unnest($1::text[], $2::int[]) as h (workshop, number)
		where s.workshop = h.workshop and s.number = h.number`,
		[seats.map(({ workshop }) => workshop), seats.map(({ number }) => number), seconds]
	);
}

export async function upsertVote(
	sql: Sql,
	{ workshop, number }: Pick<Seat, 'workshop' | 'number'>,
	vote: { exercise: string; round: number; ratio: number }
): Promise<void> {
	await sql.query(
		`insert into cyclelab.workshop_votes (workshop, seat, exercise, round, ratio)
		values ($1, $2, $3, $4, $5)
		on conflict (workshop, exercise, seat, round) do update set ratio = excluded.ratio, at = now()`,
		[workshop, number, vote.exercise, vote.round, vote.ratio]
	);
}

/** Records that `seat` requested this run of one of the workshop's exercises; 0 is the host. */
export async function insertRoomRun(
	sql: Sql,
	one: { workshop: string; run: string; seat: number; exercise: string }
): Promise<void> {
	await sql.query(
		`insert into cyclelab.workshop_runs (workshop, run, seat, exercise)
		select $1, $2, $3, $4 from cyclelab.workshops
		where id = $1 and exercises::jsonb ? $4 on conflict do nothing`,
		[one.workshop, one.run, one.seat, one.exercise]
	);
}

export async function writeResult(sql: Sql, run: string, result: RunResult): Promise<void> {
	await sql.query('update cyclelab.workshop_runs set result = $2 where run = $1', [
		run,
		JSON.stringify(result)
	]);
}

/**
 * Stores the host's decision about a run that met the challenge.
 * @returns false if this person has no such run here
 */
export async function writeCheck(
	sql: Sql,
	one: { workshop: string; run: string; seat: number; accepted: boolean }
): Promise<boolean> {
	const rows = await sql.query(
		`update cyclelab.workshop_runs set accepted = $4
		where workshop = $1 and run = $2 and seat = $3 and result ->> 'verdict' = 'passed'
		returning run`,
		[one.workshop, one.run, one.seat, one.accepted]
	);
	return rows.length > 0;
}

/** The job of a run that a member of this workshop requested; undefined if no member did. */
export async function findRoomJob(
	sql: Sql,
	workshop: string,
	run: string
): Promise<Job | undefined> {
	const [row] = await sql.query(
		`select job from cyclelab.runs
		where id = $2 and exists (
			select from cyclelab.workshop_runs where workshop = $1 and run = $2 and seat > 0)`,
		[workshop, run]
	);
	// a job of another version may have a different schema
	return Job.safeParse(row?.['job']).data;
}

const roomSelects = {
	workshop: `select ${columns} from cyclelab.workshops where id = $1 and delete_at > now()`,
	seats: `select number, name, following, at, joined_at, here_until > now() as here
		from cyclelab.workshop_seats where workshop = $1`,
	votes: 'select seat, exercise, round, ratio, at from cyclelab.workshop_votes where workshop = $1',
	runs: `select w.seat, w.run, w.exercise, w.result, w.accepted, r.state,
			extract(epoch from clock_timestamp() - r.created_at)::float8 as age
		from cyclelab.workshop_runs w join cyclelab.runs r on r.id = w.run
		where w.workshop = $1`
};

function roomIn([found, seats, votes, runs]: Row[][]): StoredRoom | undefined {
	const [row] = found ?? [];
	if (!row) return undefined;
	return {
		workshop: WorkshopRow.parse(row),
		seats: z.array(SeatRow).parse(seats),
		votes: z.array(VoteRow).parse(votes).sort(earlier),
		runs: z.array(RoomRun).parse(runs)
	};
}

type StoredRoom = Omit<Room, 'exercises'>;

/** All data of a workshop except its exercises; undefined if it was deleted. */
export async function readRoom(database: Database, id: string): Promise<StoredRoom | undefined> {
	const { workshop, seats, votes, runs } = roomSelects;
	return roomIn(
		await Promise.all([
			database.query(workshop, [id]),
			database.query(`${seats} order by number`, [id]),
			database.query(votes, [id]),
			database.query(`${runs} order by r.queue_order, w.seat`, [id])
		])
	);
}

/** As `readRoom`, with only the changed rows. */
export async function readRoomChanges(
	database: Database,
	id: string,
	change: Required<RoomChange>
): Promise<StoredRoom | undefined> {
	const { workshop, seats, votes, runs } = roomSelects;
	const unless = (none: boolean, text: string, values: unknown[]) =>
		none ? [] : database.query(text, [id, ...values]);
	return roomIn(
		await Promise.all([
			database.query(workshop, [id]),
			unless(change.seats.length === 0, `${seats} and number = any($2)`, [change.seats]),
			unless(
				change.votes.length === 0,
				`${votes} and (exercise, seat) in (select * from unnest($2::text[], $3::int[]))`,
				[change.votes.map(({ exercise }) => exercise), change.votes.map(({ seat }) => seat)]
			),
			unless(
				change.runs.length === 0,
				`${runs} and w.run = any($2) order by r.queue_order, w.seat`,
				[change.runs]
			)
		])
	);
}
