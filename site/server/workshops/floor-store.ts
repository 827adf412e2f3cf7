/** Shell: questions from the room and the votes for them, in PostgreSQL. */
import { z } from 'zod';
import type { Sql, Database } from '../store/database.ts';
import type { FloorState } from '../../shared/workshop-people.ts';
import type { SeatKey } from './seat-store.ts';
import { within } from './store.ts';
import { fixed } from '../base/config.ts';
import { IssuesError, notFound, SiteError } from '../base/errors.ts';
import { questionLineOf } from './name.ts';

/** The questions of a workshop with the seats that voted for them. */
export const floorSelect = `select q.number, q.seat, q.text, q.state, q.at,
		array(select v.seat from cyclelab.workshop_question_votes v
			where v.workshop = q.workshop and v.question = q.number) as voters
	from cyclelab.workshop_questions q where q.workshop = $1 order by q.number`;

/** @returns false if there is no question of this number */
export async function writeQuestionState(
	sql: Sql,
	workshop: string,
	question: number,
	state: FloorState
): Promise<boolean> {
	const rows = await sql.query(
		`update cyclelab.workshop_questions set state = $3
		where workshop = $1 and number = $2 returning number`,
		[workshop, question, state]
	);
	return rows.length > 0;
}

export async function askQuestion(database: Database, seat: SeatKey, typed: string): Promise<void> {
	const text = questionLineOf(typed);
	if (text === undefined)
		throw new IssuesError([{ path: ['text'], message: 'Type a question that others can read.' }]);
	const { workshop, number } = seat;
	await within(database, workshop, async (sql) => {
		const [row] = await sql.query(
			`select count(*)::int as all,
				count(*) filter (where seat = $2 and state = 'open')::int as open
			from cyclelab.workshop_questions where workshop = $1`,
			[workshop, number]
		);
		const { all, open } = z.object({ all: z.int(), open: z.int() }).parse(row);
		if (open >= fixed.openQuestionsOfSeat)
			throw new SiteError(
				409,
				'TOO_MANY_QUESTIONS',
				`You have ${open} questions without an answer, and ${fixed.openQuestionsOfSeat} is the limit. Wait until the host has answered one.`
			);
		if (all >= fixed.questionsOfRoom)
			throw new SiteError(
				409,
				'TOO_MANY_QUESTIONS',
				`A workshop holds ${fixed.questionsOfRoom} questions, and there are as many. Ask aloud.`
			);
		await sql.query(
			'insert into cyclelab.workshop_questions (workshop, number, seat, text) values ($1, $2, $3, $4)',
			[workshop, all + 1, number, text]
		);
	});
}

export async function voteForQuestion(
	database: Database,
	{ workshop, number }: SeatKey,
	question: number,
	on: boolean
): Promise<void> {
	await within(database, workshop, async (sql) => {
		const values = [workshop, question, number];
		const [row] = await sql.query(
			`select from cyclelab.workshop_questions
			where workshop = $1 and number = $2 and state <> 'hidden' and seat <> $3`,
			values
		);
		if (!row) throw notFound('question of another participant');
		await sql.query(
			on
				? `insert into cyclelab.workshop_question_votes (workshop, question, seat)
					values ($1, $2, $3) on conflict do nothing`
				: 'delete from cyclelab.workshop_question_votes where workshop = $1 and question = $2 and seat = $3',
			values
		);
	});
}
