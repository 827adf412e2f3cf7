/** Shell: takes a participant's vote, as long as it is open. */
import { notFound, SiteError } from '../base/errors.ts';
import type { Database } from '../store/database.ts';
import { reasonOf } from './name.ts';
import { hasMeasured } from './run-store.ts';
import { over } from './open-workshop.ts';
import { upsertVote, type Seat } from './seat-store.ts';
import type { VoteRequest } from '../../shared/workshop-participant.ts';
import { stepOf } from './state.ts';
import { shareWorkshop } from './store.ts';

export async function takeVote(
	database: Database,
	seat: Seat,
	{ exercise, ratio, confidence, why = '' }: VoteRequest
): Promise<void> {
	await database.transaction(async (sql) => {
		const row = await shareWorkshop(sql, seat.workshop);
		if (!row) throw notFound('workshop');
		if (row.ended_at) throw over();
		if (!row.exercises.includes(exercise)) throw notFound('exercise in this workshop');
		const step = stepOf(row.state, exercise);
		if (step.revealed)
			throw new SiteError(
				409,
				'VOTE_CLOSED',
				'The vote is closed: its outcome is on the screen. Your vote was not counted.'
			);
		if (row.due_at && (await hasMeasured(sql, seat, exercise)))
			throw new SiteError(
				409,
				'VOTE_CLOSED',
				'You measured this exercise already, so your prediction stays as it was.'
			);
		const vote = { exercise, round: step.vote, ratio, confidence, why: reasonOf(why) };
		await upsertVote(sql, seat, vote);
	});
}
