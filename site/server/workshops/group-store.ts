/** Shell: the groups that discuss an exercise, in PostgreSQL. */
import { z } from 'zod';
import type { Sql } from '../store/database.ts';
import type { Groups } from './room.ts';

const Vote = z.object({ seat: z.int(), ratio: z.number() });

export async function readVotes(
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

export async function writeGroups(sql: Sql, workshop: string, groups: Groups): Promise<void> {
	await sql.query('update cyclelab.workshops set groups = $2 where id = $1', [
		workshop,
		JSON.stringify(groups)
	]);
}
