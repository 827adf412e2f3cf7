/** Shell: the code that participants show on the host's screen, in PostgreSQL. It is stored only with their consent. */
import type { Sql, Database } from '../store/database.ts';
import { ShownCode } from '../../shared/workshop-people.ts';
import type { SeatKey } from './seat-store.ts';
import { within } from './store.ts';
import type { Exercise } from '@cyclelab/exercises/schema';
import { IssuesError, notFound, SiteError } from '../base/errors.ts';
import { changedSources, type ChangedSource } from './questions.ts';
import type { PersonSource } from '../../shared/workshop-host.ts';

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

type Exercises = (slug: string) => Exercise | undefined;

/** Stores the sources of a participant whom the host has asked. */
export async function showCode(
	database: Database,
	exerciseOf: Exercises,
	seat: SeatKey,
	code: ShownCode
): Promise<void> {
	const sources = sourcesOf(exerciseOf, code);
	if (!sources || sources.length < Object.keys(code.sources).length)
		throw new IssuesError([
			{ path: ['sources'], message: 'A source is of a variant that the exercise does not have.' }
		]);
	await within(database, seat.workshop, async (sql, row) => {
		if (!row.exercises.includes(code.exercise)) throw notFound('exercise in this workshop');
		const rows = await sql.query(
			`update cyclelab.workshop_seats set shown = $3
			where workshop = $1 and number = $2 and asked returning number`,
			[seat.workshop, seat.number, JSON.stringify(code)]
		);
		if (rows.length === 0)
			throw new SiteError(
				409,
				'NOT_ASKED',
				'The host does not ask for your code any more. Nothing was shown.'
			);
	});
}

/** The code that a participant shows, beside the exercise's own. */
export async function readShownCode(
	database: Database,
	exerciseOf: Exercises,
	seat: SeatKey
): Promise<PersonSource> {
	const [row] = await database.query(
		`select shown from cyclelab.workshop_seats
		where workshop = $1 and number = $2 and asked and shown is not null`,
		[seat.workshop, seat.number]
	);
	const code = row && ShownCode.parse(row['shown']);
	const variants = code && sourcesOf(exerciseOf, code);
	if (!variants) throw notFound('code that this participant shows');
	return { exercise: code.exercise, language: code.language, variants };
}

function sourcesOf(exerciseOf: Exercises, code: ShownCode): ChangedSource[] | undefined {
	const exercise = exerciseOf(code.exercise);
	return exercise && changedSources(exercise, code);
}
