/** Shell: permanent copies of finished runs. */
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { FactsShape, type Facts } from '@cyclelab/exercises/schema';
import { RunEvent } from '@cyclelab/runner/schema/job';
import { Report } from '@cyclelab/runner/schema/report';
import { z } from 'zod';
import type { Database } from './database.ts';
import { notFound, SiteError } from './errors.ts';
import { isEnding } from './frames.ts';
import { newId } from './ids.ts';
import { RunRequest, type Snapshot, type SnapshotCreated } from './schema.ts';
import { readLastEvent } from './event-store.ts';
import { findRun } from './store.ts';

const SnapshotRow = z.object({
	id: z.string(),
	run: z.string(),
	created_at: z.date(),
	request: RunRequest,
	facts: FactsShape,
	report: Report
});

/**
 * What a snapshot is known by beside its name: all that can be seen on it, but not when and as which run. Of a run that
 * measured nothing, neither what its runner's clock was at that moment. Reports come out of their schema with their parts
 * in its order.
 */
export function contentOf(facts: Facts, report: Report): Buffer {
	const { run: _, startedAt: _began, finishedAt: _ended, runner, ...seen } = report;
	const measured = report.variants.some(({ points }) => points.some((one) => one.measured));
	const { clockGHz: _clock, noiseFloor: _floor, ...idle } = runner;
	const content = JSON.stringify([facts, seen, measured ? runner : idle]);
	return createHash('sha256').update(content).digest();
}

/**
 * Another site process tells its browsers of a run's end a moment before that is in the store: the last word of a run it
 * has is waited for so long, ms, and looked for this often, ms.
 */
const elsewhereMs = 1000;
const lookAgainMs = 40;

/** A run's last word in the store, once it is one that ends it or `patienceMs` are over. */
async function readEnd(database: Database, run: string, patienceMs: number) {
	for (const until = performance.now() + patienceMs; ; await pause(lookAgainMs)) {
		// in this order: what the holder wrote before it let go of the run is there
		const row = await findRun(database, run);
		const text = await readLastEvent(database, run);
		const last = text === undefined ? undefined : RunEvent.parse(JSON.parse(text));
		const elsewhere = row?.state === 'running' && row.holder !== database.session.instance;
		if ((last && isEnding(last.type)) || !elsewhere || performance.now() > until) return last;
	}
}

/** Copies a finished run; what was copied before keeps its one snapshot. */
export async function createSnapshot(
	database: Database,
	run: string,
	patienceMs = elsewhereMs
): Promise<SnapshotCreated> {
	const [row] = await database.query('select request, job from cyclelab.runs where id = $1', [run]);
	if (!row) throw notFound('run');
	const last = await readEnd(database, run, patienceMs);
	if (last?.type !== 'finished')
		throw new SiteError(409, 'NO_REPORT', 'Only a finished run can be kept. Wait for its report.');
	const { request, job } = z
		.object({ request: RunRequest, job: z.object({ facts: FactsShape }) })
		.parse(row);
	const content = contentOf(job.facts, last.report);
	await database.query(
		`insert into cyclelab.snapshots (id, run, request, facts, report, content)
		values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
		[
			newId(),
			run,
			...[request, job.facts, last.report].map((value) => JSON.stringify(value)),
			content
		]
	);
	// Snapshots of before have no content to be found by, only their run.
	const [kept] = await database.query(
		'select id from cyclelab.snapshots where run = $1 or content = $2 order by created_at limit 1',
		[run, content]
	);
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
