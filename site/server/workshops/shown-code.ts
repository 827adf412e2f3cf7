/** Shell: the code that a participant shows on the host's screen. */
import type { Exercise } from '@cyclelab/exercises/schema';
import { IssuesError, notFound, SiteError } from '../base/errors.ts';
import type { Database } from '../store/database.ts';
import { readShown, writeShown } from './code-store.ts';
import { within } from './open-workshop.ts';
import { changedSources, type ChangedSource } from './questions.ts';
import type { SeatKey } from './seat-store.ts';
import type { PersonSource } from '../../shared/workshop-host.ts';
import type { ShownCode } from '../../shared/workshop-people.ts';

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
		if (!(await writeShown(sql, seat, code)))
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
	const code = await readShown(database, seat);
	const variants = code && sourcesOf(exerciseOf, code);
	if (!variants) throw notFound('code that this participant shows');
	return { exercise: code.exercise, language: code.language, variants };
}

function sourcesOf(exerciseOf: Exercises, code: ShownCode): ChangedSource[] | undefined {
	const exercise = exerciseOf(code.exercise);
	return exercise && changedSources(exercise, code);
}
