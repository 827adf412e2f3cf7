/** Shell: the runs that members of a workshop requested, and the host's decisions about them, in PostgreSQL. */
import { z } from 'zod';
import { Job } from '@cyclelab/contract/schema/job';
import type { Sql } from '../store/database.ts';
import type { RunResult } from '../../shared/workshop-results.ts';

/** Records that `seat` requested this run of one of the workshop's exercises; 0 is the host. */
export async function insertRoomRun(
	sql: Sql,
	{
		workshop,
		run,
		seat,
		exercise
	}: { workshop: string; run: string; seat: number; exercise: string }
): Promise<void> {
	await sql.query(
		`insert into cyclelab.workshop_runs (workshop, run, seat, exercise)
		select $1, $2, $3, $4 from cyclelab.workshops
		where id = $1 and exercises::jsonb ? $4 on conflict do nothing`,
		[workshop, run, seat, exercise]
	);
}

/** Numbers of the workshop's runs, and of this person's. */
export async function countRoomRuns(
	sql: Sql,
	{ workshop, number }: { workshop: string; number: number }
): Promise<{ all: number; own: number }> {
	const [row] = await sql.query(
		`select count(*)::int as all, count(*) filter (where seat = $2)::int as own
		from cyclelab.workshop_runs where workshop = $1`,
		[workshop, number]
	);
	return z.object({ all: z.int(), own: z.int() }).parse(row);
}

export async function writeResult(sql: Sql, run: string, result: RunResult): Promise<void> {
	await sql.query('update cyclelab.workshop_runs set result = $2 where run = $1', [
		run,
		JSON.stringify(result)
	]);
}

/**
 * Stores the host's decision about a run that met the challenge.
 * @returns false if this person has no such run here
 */
export async function writeCheck(
	sql: Sql,
	{
		workshop,
		run,
		seat,
		accepted
	}: { workshop: string; run: string; seat: number; accepted: boolean }
): Promise<boolean> {
	const rows = await sql.query(
		`update cyclelab.workshop_runs set accepted = $4
		where workshop = $1 and run = $2 and seat = $3 and result ->> 'verdict' = 'passed'
		returning run`,
		[workshop, run, seat, accepted]
	);
	return rows.length > 0;
}

/** Whether a participant predicted and then measured an exercise. A first prediction is taken at any time. */
export async function hasMeasured(
	sql: Sql,
	seat: { workshop: string; number: number },
	exercise: string
): Promise<boolean> {
	const rows = await sql.query(
		`select from cyclelab.workshop_runs r join cyclelab.workshop_votes v
			on v.workshop = r.workshop and v.seat = r.seat and v.exercise = r.exercise
		where r.workshop = $1 and r.seat = $2 and r.exercise = $3 limit 1`,
		[seat.workshop, seat.number, exercise]
	);
	return rows.length > 0;
}

/** The job of a run that a member of this workshop requested; undefined if no member did. */
export async function findRoomJob(
	sql: Sql,
	workshop: string,
	run: string
): Promise<Job | undefined> {
	const [row] = await sql.query(
		`select job from cyclelab.runs
		where id = $2 and exists (
			select from cyclelab.workshop_runs where workshop = $1 and run = $2 and seat > 0)`,
		[workshop, run]
	);
	// a job of another version may have a different schema
	return Job.safeParse(row?.['job']).data;
}
