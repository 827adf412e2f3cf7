/** Shell: seats of workshops and their votes in PostgreSQL. */
import { z } from 'zod';
import type { Sql } from '../store/database.ts';
import { hashOf } from '../base/hash.ts';

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
