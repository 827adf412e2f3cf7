/** Shell: seats of workshops and their votes in PostgreSQL. */
import { z } from 'zod';
import type { Sql } from '../store/database.ts';
import { endedAt } from './store.ts';
import { hashOf } from '../base/hash.ts';
import type { Confidence } from '../../shared/workshop-people.ts';
import type { SeatChange } from '../../shared/workshop-participant.ts';

const Seat = z.object({ workshop: z.string(), number: z.int(), over: z.boolean() });
/** A place in a workshop. `over`: the workshop ended. */
export type Seat = z.infer<typeof Seat>;
/** A seat's workshop, and its number there. */
export type SeatKey = Pick<Seat, 'workshop' | 'number'>;

export async function findSeat(sql: Sql, token: string): Promise<Seat | undefined> {
	const [row] = await sql.query(
		`select s.workshop, s.number, ${endedAt} is not null as over
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
	return rows.map(({ name }) => z.string().parse(name));
}

/** The number of the next seat. The number of a removed seat is not given again: its participant may still be connected. */
export async function nextSeat(sql: Sql, workshop: string): Promise<number> {
	const [row] = await sql.query(
		'update cyclelab.workshops set last_seat = last_seat + 1 where id = $1 returning last_seat as number',
		[workshop]
	);
	return z.int().parse(row?.['number']);
}

/** Deletes seats with their votes, questions and results. Returns how many there were. */
export async function removeSeats(sql: Sql, workshop: string, numbers: number[]): Promise<number> {
	await sql.query('delete from cyclelab.workshop_runs where workshop = $1 and seat = any($2)', [
		workshop,
		numbers
	]);
	const removed = await sql.query(
		'delete from cyclelab.workshop_seats where workshop = $1 and number = any($2) returning number',
		[workshop, numbers]
	);
	return removed.length;
}

/** Numbers of the seats whose participant is here, in order. */
export async function readHere(sql: Sql, workshop: string): Promise<number[]> {
	const rows = await sql.query(
		'select number from cyclelab.workshop_seats where workshop = $1 and here_until > now() order by number',
		[workshop]
	);
	return rows.map(({ number }) => z.int().parse(number));
}

export async function insertSeat(
	sql: Sql,
	{
		workshop,
		number,
		token,
		name,
		address,
		synthetic
	}: SeatKey & { token: string; name: string; address: Buffer; synthetic: boolean }
): Promise<void> {
	await sql.query(
		`insert into cyclelab.workshop_seats (workshop, number, token, name, address, synthetic)
		values ($1, $2, $3, $4, $5, $6)`,
		[workshop, number, hashOf(token), name, address, synthetic]
	);
}

export async function followAll(sql: Sql, workshop: string): Promise<void> {
	await sql.query('update cyclelab.workshop_seats set following = true where workshop = $1', [
		workshop
	]);
}

export async function changeSeat(
	sql: Sql,
	{ workshop, number }: SeatKey,
	{ at, following, step, compiles }: SeatChange
): Promise<void> {
	await sql.query(
		`update cyclelab.workshop_seats
		set following = coalesce($4, following), at = coalesce($3, at),
			step = case when $3 <> at then $5 else coalesce($5, step) end,
			compiles = case when $3 <> at then $6 else coalesce($6, compiles) end
		where workshop = $1 and number = $2`,
		[workshop, number, at ?? null, following ?? null, step ?? null, compiles ?? null]
	);
}

/** Marks seats as present for some seconds from now; with 0 they have left. */
export async function noteHere(sql: Sql, seats: SeatKey[], seconds: number): Promise<void> {
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
	{ workshop, number }: SeatKey,
	vote: {
		exercise: string;
		round: number;
		ratio: number;
		confidence?: Confidence | undefined;
		why?: string | undefined;
	}
): Promise<void> {
	await sql.query(
		`insert into cyclelab.workshop_votes (workshop, seat, exercise, round, ratio, confidence, why)
		values ($1, $2, $3, $4, $5, $6, $7)
		on conflict (workshop, exercise, seat, round) do update set
			ratio = excluded.ratio, confidence = excluded.confidence, why = excluded.why, at = now()`,
		[
			workshop,
			number,
			vote.exercise,
			vote.round,
			vote.ratio,
			vote.confidence ?? null,
			vote.why ?? null
		]
	);
}
