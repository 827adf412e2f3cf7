/** The part of a workshop's view that is about one participant. Pure. */
import { defined } from '@cyclelab/contract/defined';
import type { Said } from '../../shared/workshop-people.ts';
import type { SeatView } from '../../shared/workshop-participant.ts';
import { agrees } from './grouping.ts';
import type { Room, SeatRow, VoteRow } from './room.ts';
import { solutionsOf } from './tally.ts';

export type OwnView = Pick<
	SeatView,
	| ('name' | 'following' | 'votes' | 'solutions' | 'group')
	| ('measured' | 'asked' | 'shown' | 'ownQuestions' | 'wantedQuestions')
>;

/** A vote without the name of the person. */
export const saidOf = ({ ratio, confidence, why }: VoteRow): Said => ({
	ratio,
	...defined({ confidence: confidence ?? undefined, why: why ?? undefined })
});

/** What every participant's own part is looked up in; made once for all participants. */
export function ownViews(room: Room): (seat: SeatRow) => OwnView {
	const votes = Map.groupBy(room.votes, ({ seat }) => seat);
	const asked = Map.groupBy(room.floor, ({ seat }) => seat);
	const solutions = solutionsIn(room);
	const groups = groupsIn(room);
	const runs = Map.groupBy(room.runs, ({ seat }) => seat);
	const wanted = new Map<number, number[]>();
	for (const { number, voters } of room.floor)
		for (const seat of voters) wanted.set(seat, [...(wanted.get(seat) ?? []), number]);
	return ({ number, name, following, asked: isAsked, shown }) => {
		const group = groups.get(number);
		return {
			name,
			following,
			votes: (votes.get(number) ?? []).map((vote) => ({
				exercise: vote.exercise,
				round: vote.round,
				...saidOf(vote)
			})),
			solutions: solutions.get(number) ?? [],
			measured: [
				...new Set((runs.get(number) ?? []).flatMap((run) => (run.result ? [run.exercise] : [])))
			],
			...(group ? { group } : {}),
			asked: isAsked,
			shown,
			ownQuestions: (asked.get(number) ?? []).map((question) => question.number),
			wantedQuestions: wanted.get(number) ?? []
		};
	};
}

/** By seat, the challenges that were met, of all exercises. */
function solutionsIn({ exercises, runs }: Room): Map<number, OwnView['solutions']> {
	const found = new Map<number, OwnView['solutions']>();
	for (const { slug: exercise } of exercises)
		for (const [seat, { checked }] of solutionsOf(runs, exercise))
			found.set(seat, [...(found.get(seat) ?? []), { exercise, checked }]);
	return found;
}

/** By seat, the group that discusses the host's exercise. */
function groupsIn({ workshop, seats, votes }: Room): Map<number, OwnView['group']> {
	const { at } = workshop.state;
	const first = votes.filter(({ exercise, round }) => exercise === at && round === 1);
	const names = new Map(seats.map(({ number, name }) => [number, name]));
	return new Map(
		(workshop.groups[at] ?? []).flatMap((group) => {
			const isAlike = agrees(group, first);
			return group.map((seat): [number, OwnView['group']] => {
				const others = group.filter((other) => other !== seat);
				return [seat, { names: others.map((other) => names.get(other) ?? ''), agrees: isAlike }];
			});
		})
	);
}
