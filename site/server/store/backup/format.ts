/**
 * The format of a back-up: compressed lines of JSON. First a head, then each table followed by its rows, then the count of
 * all rows, without which it is incomplete. A row is PostgreSQL's text of a row, which any server parses to the same bytes.
 * Pure.
 */
import { z } from 'zod';

/** Tables in the order in which they can be filled: a table comes after the tables that its foreign keys refer to. */
export const kept = [
	'secrets',
	'runner_tokens',
	'calibrations',
	'block_processors',
	'blocks',
	'recorded_runs',
	'runs',
	'run_waiters',
	'run_events',
	'run_objects',
	'ended_runs',
	'snapshots',
	'deleted_snapshots',
	'workshops',
	'workshop_seats',
	'workshop_votes',
	'workshop_runs',
	'workshop_questions',
	'workshop_question_votes'
] as const;

/** Tables with temporary state or with the version of the schema, which a back-up leaves out. */
export const notKept = ['runners', 'migrations', 'limits'] as const;

const Head = z.strictObject({
	cyclelab: z.literal('back-up'),
	format: z.literal(1),
	/** The number of its steps (`migrations.ts`). */
	step: z.int().positive(),
	/** ISO 8601. */
	at: z.iso.datetime()
});
const Table = z.strictObject({ table: z.string(), columns: z.array(z.string()).min(1) });
const End = z.strictObject({ rows: z.int().nonnegative() });

export type Head = z.infer<typeof Head>;
type BackupLine =
	| { is: 'head'; head: Head }
	| { is: 'table'; table: string; columns: string[] }
	| { is: 'row'; row: string }
	| { is: 'end'; rows: number };

export const headOf = (step: number, at: Date): Head => ({
	cyclelab: 'back-up',
	format: 1,
	step,
	at: at.toISOString()
});

/** The error for a file that is no back-up, or incomplete. */
export class BackupError extends Error {}

/** Parses a line; throws a `BackupError` if it is invalid. */
export function readLine(text: string): BackupLine {
	let data: unknown;
	try {
		data = JSON.parse(text);
	} catch {
		throw notOurs();
	}
	if (typeof data === 'string') return { is: 'row', row: data };
	const table = Table.safeParse(data);
	if (table.success) return { is: 'table', ...table.data };
	const end = End.safeParse(data);
	if (end.success) return { is: 'end', ...end.data };
	const head = Head.safeParse(data);
	if (head.success) return { is: 'head', head: head.data };
	throw notOurs();
}

const notOurs = () =>
	new BackupError('This file is no back-up of Cyclelab, or one of a newer version.');
export const notWhole = () =>
	new BackupError('This back-up is cut short or damaged. Nothing was changed; take another file.');
