/** Shell: the code that participants show on the host's screen, in PostgreSQL. It is stored only with their consent. */
import type { Sql } from '../store/database.ts';
import { ShownCode } from '../../shared/workshop-people.ts';
import type { SeatKey } from './seat-store.ts';

/**
 * Asks a participant for their code. Taken back, it deletes the code they showed.
 * @returns false if no participant has this number
 */
export async function writeAsked(sql: Sql, seat: SeatKey, isAsked: boolean): Promise<boolean> {
	const rows = await sql.query(
		`update cyclelab.workshop_seats
		set asked = $3, shown = case when $3 then shown end
		where workshop = $1 and number = $2 returning number`,
		[seat.workshop, seat.number, isAsked]
	);
	return rows.length > 0;
}

/** @returns false if the host has not asked for it */
export async function writeShown(sql: Sql, seat: SeatKey, code: ShownCode): Promise<boolean> {
	const rows = await sql.query(
		`update cyclelab.workshop_seats set shown = $3
		where workshop = $1 and number = $2 and asked returning number`,
		[seat.workshop, seat.number, JSON.stringify(code)]
	);
	return rows.length > 0;
}

/** The code that a participant shows; undefined if they show none. */
export async function readShown(sql: Sql, seat: SeatKey): Promise<ShownCode | undefined> {
	const [row] = await sql.query(
		`select shown from cyclelab.workshop_seats
		where workshop = $1 and number = $2 and asked and shown is not null`,
		[seat.workshop, seat.number]
	);
	return row && ShownCode.parse(row['shown']);
}
