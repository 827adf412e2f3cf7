/** Shell: the acts of a workshop's host. */
import type { Database, Statements, Sql } from '../store/database.ts';
import { IssuesError, notFound } from '../base/errors.ts';
import { writeAsked } from './code-store.ts';
import { writeQuestionState } from './floor-store.ts';
import { groupsOf } from './grouping.ts';
import type { WorkshopRow, Groups } from './room.ts';
import { writeCheck } from './run-store.ts';
import { followAll, readHere, removeSeats } from './seat-store.ts';
import type { HostAct } from '../../shared/workshop-host.ts';
import { after } from './state.ts';
import { endWorkshop, within, writePlan, writeState } from './store.ts';
import { z } from 'zod';

/**
 * Applies an act to a workshop that has not ended. The act `measure` only returns the exercise to measure.
 * @returns the exercise the host is at
 */
export const actOn = (database: Database, id: string, act: HostAct): Promise<string> =>
	within(database, id, async (sql, row) => {
		await apply(sql, id, row, act);
		return row.state.at;
	});

async function apply(sql: Statements, id: string, row: WorkshopRow, act: HostAct): Promise<void> {
	switch (act.act) {
		case 'end':
			return endWorkshop(sql, id);
		case 'check': {
			const { person: seat, run, accepted } = act;
			if (!(await writeCheck(sql, { workshop: id, run, seat, accepted })))
				throw notFound('solution in this workshop');
			return;
		}
		case 'group': {
			const { at } = row.state;
			const [votes, here] =
				act.size === 0
					? [[], []]
					: await Promise.all([readVotes(sql, id, { exercise: at, round: 1 }), readHere(sql, id)]);
			return writeGroups(sql, id, { ...row.groups, [at]: groupsOf(votes, here, act.size) });
		}
		case 'plan': {
			const { exercises, minutes } = act;
			if (!isOrderOf(row.exercises, exercises))
				throw new IssuesError([
					{ path: ['exercises'], message: 'An order has each exercise of the workshop once.' }
				]);
			return writePlan(sql, id, { exercises, minutes });
		}
		case 'ask':
			if (!(await writeAsked(sql, { workshop: id, number: act.person }, act.on)))
				throw notFound('participant');
			return;
		case 'floor':
			if (!(await writeQuestionState(sql, id, act.question, act.state)))
				throw notFound('question in this workshop');
			return;
		case 'remove': {
			if ((await removeSeats(sql, id, act.people)) === 0) throw notFound('participant');
			const removed = new Set(act.people);
			const groups = Object.entries(row.groups).map(([exercise, seats]): [string, number[][]] => [
				exercise,
				seats.map((group) => group.filter((seat) => !removed.has(seat)))
			]);
			return writeGroups(sql, id, Object.fromEntries(groups));
		}
		case 'go':
			if (!row.exercises.includes(act.exercise))
				throw new IssuesError([
					{ path: ['exercise'], message: `“${act.exercise}” is not part of this workshop.` }
				]);
	}
	await writeState(sql, id, after(row.state, act, Date.now()));
	if (act.act === 'bring') await followAll(sql, id);
}

/** Whether `order` has each of `known` once, and nothing else. */
const isOrderOf = (known: readonly string[], order: readonly string[]): boolean =>
	order.length === known.length && known.every((slug) => order.includes(slug));

// The groups that discuss an exercise, in PostgreSQL.

const Vote = z.object({ seat: z.int(), ratio: z.number() });

async function readVotes(
	sql: Sql,
	workshop: string,
	{ exercise, round }: { exercise: string; round: number }
): Promise<z.infer<typeof Vote>[]> {
	const rows = await sql.query(
		'select seat, ratio from cyclelab.workshop_votes where workshop = $1 and exercise = $2 and round = $3',
		[workshop, exercise, round]
	);
	return z.array(Vote).parse(rows);
}

async function writeGroups(sql: Sql, workshop: string, groups: Groups): Promise<void> {
	await sql.query('update cyclelab.workshops set groups = $2 where id = $1', [
		workshop,
		JSON.stringify(groups)
	]);
}
