/** Shell: questions from the room. */
import { fixed } from '../base/config.ts';
import { IssuesError, notFound, SiteError } from '../base/errors.ts';
import type { Database } from '../store/database.ts';
import { countQuestions, insertQuestion, writeQuestionVote } from './floor-store.ts';
import { questionLineOf } from './name.ts';
import { within } from './open-workshop.ts';
import type { SeatKey } from './seat-store.ts';

export async function askQuestion(database: Database, seat: SeatKey, typed: string): Promise<void> {
	const text = questionLineOf(typed);
	if (text === undefined)
		throw new IssuesError([{ path: ['text'], message: 'Type a question that others can read.' }]);
	await within(database, seat.workshop, async (sql) => {
		const { all, own } = await countQuestions(sql, seat);
		if (own >= fixed.openQuestionsOfSeat)
			throw new SiteError(
				409,
				'TOO_MANY_QUESTIONS',
				`You have ${own} questions without an answer, and ${fixed.openQuestionsOfSeat} is the limit. Wait until the host has answered one.`
			);
		if (all >= fixed.questionsOfRoom)
			throw new SiteError(
				409,
				'TOO_MANY_QUESTIONS',
				`A workshop holds ${fixed.questionsOfRoom} questions, and there are as many. Ask aloud.`
			);
		await insertQuestion(sql, seat, { number: all + 1, text });
	});
}

export async function voteForQuestion(
	database: Database,
	seat: SeatKey,
	question: number,
	on: boolean
): Promise<void> {
	await within(database, seat.workshop, async (sql) => {
		if (!(await writeQuestionVote(sql, seat, question, on)))
			throw notFound('question of another participant');
	});
}
