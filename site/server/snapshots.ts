/** Shell: permanent copies of finished runs. */
import { FactsShape } from '@cyclelab/exercises/schema';
import { RunEvent } from '@cyclelab/runner/schema/job';
import { Report } from '@cyclelab/runner/schema/report';
import { z } from 'zod';
import type { Database } from './database.ts';
import { notFound, SiteError } from './errors.ts';
import { newId } from './ids.ts';
import { RunRequest, type Snapshot, type SnapshotCreated } from './schema.ts';
import { readLastEvent } from './store.ts';

const SnapshotRow = z.object({
	id: z.string(),
	run: z.string(),
	created_at: z.date(),
	request: RunRequest,
	facts: FactsShape,
	report: Report
});

/** Copies a finished run; a run that was copied before keeps its one snapshot. */
export async function createSnapshot(database: Database, run: string): Promise<SnapshotCreated> {
	const [row] = await database.query(
		'select state, request, job from cyclelab.runs where id = $1',
		[run]
	);
	if (!row) throw notFound('run');
	const text = await readLastEvent(database, run);
	const last = text === undefined ? undefined : RunEvent.parse(JSON.parse(text));
	if (last?.type !== 'finished')
		throw new SiteError(409, 'NO_REPORT', 'Only a finished run can be kept. Wait for its report.');
	const { request, job } = z
		.object({ request: RunRequest, job: z.object({ facts: FactsShape }) })
		.parse(row);
	await database.query(
		`insert into cyclelab.snapshots (id, run, request, facts, report)
		values ($1, $2, $3, $4, $5) on conflict (run) do nothing`,
		[newId(), run, ...[request, job.facts, last.report].map((value) => JSON.stringify(value))]
	);
	const [kept] = await database.query('select id from cyclelab.snapshots where run = $1', [run]);
	const { id } = z.object({ id: z.string() }).parse(kept);
	return { id, url: `/api/snapshots/${id}`, page: `/s/${id}` };
}

export async function readSnapshot(database: Database, id: string): Promise<Snapshot | undefined> {
	const [row] = await database.query(
		'select id, run, created_at, request, facts, report from cyclelab.snapshots where id = $1',
		[id]
	);
	if (!row) return undefined;
	const { created_at, ...rest } = SnapshotRow.parse(row);
	return { ...rest, createdAt: created_at.toISOString() };
}
