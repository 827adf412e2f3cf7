/** What each participant of a homework answered, exercise by exercise. Pure. */
import { defined } from '@cyclelab/contract/defined';
import type { Answered } from '../../shared/workshop-host.ts';
import { saidOf } from './own-view.ts';
import type { Room } from './room.ts';
import { solutionsOf } from './tally.ts';

/** One entry for each person and exercise with a vote, a result or a solution; in the order of people, then of exercises. */
export function answersOf({ seats, votes, runs, exercises }: Room): Answered[] {
	const keyOf = (of: { seat: number; exercise: string }) => `${of.seat} ${of.exercise}`;
	const said = new Map(votes.filter(({ round }) => round === 1).map((vote) => [keyOf(vote), vote]));
	const results = new Map(
		runs.flatMap((run) =>
			run.result?.answer && !run.result.edited ? [[keyOf(run), run.result.answer] as const] : []
		)
	);
	const solutions = new Map(exercises.map(({ slug }) => [slug, solutionsOf(runs, slug)]));
	return seats.flatMap(({ number: seat, name }) =>
		exercises.flatMap(({ slug: exercise }): Answered[] => {
			const key = keyOf({ seat, exercise });
			const vote = said.get(key);
			const answer = results.get(key);
			const solved = solutions.get(exercise)?.get(seat);
			if (!vote && !answer && !solved) return [];
			return [
				{
					person: seat,
					exercise,
					...(vote ? saidOf(vote) : {}),
					...defined({ answer }),
					...(solved ? { solution: { person: seat, name, ...solved } } : {})
				}
			];
		})
	);
}
