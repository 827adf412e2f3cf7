/** Shell: permanent copies of finished runs. */
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { FactsShape, type Facts } from '@cyclelab/exercises/schema';
import type { Report } from '@cyclelab/contract/schema/report';
import { z } from 'zod';
import { fixed } from '../base/config.ts';
import type { Database } from '../store/database.ts';
import { notFound, SiteError } from '../base/errors.ts';
import { newId } from '../base/ids.ts';
import {
	RunRequest,
	type Snapshot,
	type SnapshotCreated,
	type SnapshotRequest
} from '../../shared/schema.ts';
import { findingsFor } from '../../shared/finding.ts';
import { readEnding } from '../runs/event-store.ts';
import type { Reports } from '../runs/event-store.ts';
import { findRun } from '../runs/queue.ts';

const SnapshotRow = z.object({
	id: z.string(),
	run: z.string(),
	created_at: z.date(),
	request: RunRequest,
	facts: FactsShape,
	report: z.string()
});

/**
 * The content that identifies a snapshot besides its id: everything visible on it except its time and the id of its run,
 * and, for a run without measurements, except the runner's clock at that time. Reports parsed by the schema have the
 * schema's order of keys.
 */
export function contentOf(facts: Facts, report: Report): Buffer {
	const { run: _, startedAt: _began, finishedAt: _ended, runner, ...seen } = report;
	const measured = report.variants.some(({ points }) => points.some((point) => point.measured));
	const { clockGHz: _clock, noiseFloor: _floor, ...idle } = runner;
	const content = JSON.stringify([facts, seen, measured ? runner : idle]);
	return createHash('sha256').update(content).digest();
}

/**
 * Another site process sends a run's end to its browsers a moment before it is in the store. So the last event of a run
 * that another process holds is polled for: time limit, ms, and interval, ms.
 */
const elsewhereMs = 1000;
const lookAgainMs = 40;

/** Resolves when the last event in the store ends the run, or after `patienceMs`. */
async function untilOver(database: Database, run: string, patienceMs: number): Promise<void> {
	for (const until = performance.now() + patienceMs; ; await pause(lookAgainMs)) {
		// in this order, so that everything its holder wrote before releasing the run is read
		const row = await findRun(database, run);
		const ending = await readEnding(database, run);
		const elsewhere = row?.state === 'running' && row.holder !== database.session.instance;
		if (ending || !elsewhere || performance.now() > until) return;
	}
}

/** Copies a finished run; equal content keeps its existing snapshot. */
export async function createSnapshot(
	database: Database,
	reports: Reports,
	{ run, explained, title }: SnapshotRequest,
	patienceMs = elsewhereMs
): Promise<SnapshotCreated> {
	const [row] = await database.query('select request, job from cyclelab.runs where id = $1', [run]);
	if (!row) throw notFound('run');
	const own = await finishedReport(database, reports, run, patienceMs);
	const report = explained
		? withFindings(own, await finishedReport(database, reports, explained, patienceMs))
		: own;
	const { request, job } = z
		.object({ request: RunRequest, job: z.object({ facts: FactsShape }) })
		.parse(row);
	if (title !== undefined && !job.facts.free)
		throw new SiteError(
			409,
			'HAS_TITLE',
			'Only a run of free play is given a title. A run of an exercise has the exercise’s: keep it without one.'
		);
	const facts = title === undefined ? job.facts : { ...job.facts, title };
	const content = contentOf(facts, report);
	await database.query(
		`insert into cyclelab.snapshots (id, run, request, facts, report, content)
		values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
		[newId(), run, ...[request, facts, report].map((value) => JSON.stringify(value)), content]
	);
	const [kept] = await database.query('select id from cyclelab.snapshots where content = $1', [
		content
	]);
	const { id } = z.object({ id: z.string() }).parse(kept);
	return { id, url: `/api/snapshots/${id}`, page: `/s/${id}` };
}

/** @throws a `SiteError` if the other run has no finding about code that the report shows */
function withFindings(report: Report, explained: Report): Report {
	const findings = findingsFor(report, explained);
	if (findings.size === 0)
		throw new SiteError(
			409,
			'OTHER_CODE',
			'The run that "explained" names has no finding about code of this run, as this runner built it. Keep the run without it, or measure the copies of its loop again.'
		);
	const variants = report.variants.map((variant) => {
		const why = findings.get(variant.id);
		return why ? { ...variant, why } : variant;
	});
	return { ...report, variants };
}

async function finishedReport(
	database: Database,
	reports: Reports,
	run: string,
	patienceMs: number
): Promise<Report> {
	await untilOver(database, run, patienceMs);
	const found = await reports.read(run, fixed.keptReportBytes);
	if (found && !found.report)
		throw new SiteError(
			413,
			'REPORT_TOO_LARGE',
			`This report has more than ${fixed.keptReportBytes / 1024 ** 2} MiB and cannot be kept. Run fewer variants, or less code, and keep that.`
		);
	if (!found?.report)
		throw new SiteError(409, 'NO_REPORT', 'Only a finished run can be kept. Wait for its report.');
	return found.report;
}

/** Deletes a snapshot; its address says from then on that it is gone. Its title; undefined if there is none. */
export async function deleteSnapshot(database: Database, id: string): Promise<string | undefined> {
	const [deleted] = await database.query(
		`with deleted as (delete from cyclelab.snapshots where id = $1 returning id, facts ->> 'title' as title),
		marked as (insert into cyclelab.deleted_snapshots (id) select id from deleted on conflict do nothing)
		select title from deleted`,
		[id]
	);
	return deleted && z.object({ title: z.string() }).parse(deleted).title;
}

/** A least-recently-used cache of snapshots, which never change; limited by bytes of JSON. */
export type Snapshots = {
	/** Undefined if there is none. Throws a sentence if it was deleted, or is too large for anything but the stored JSON. */
	read: (id: string) => Promise<Snapshot | undefined>;
	/** `Snapshot` as JSON: its stored text, which is not parsed. Undefined if there is none. Throws a sentence if it was deleted. */
	text: (id: string) => Promise<string | undefined>;
	/** Throws a sentence if it was deleted. For readers of a copy; another process may have deleted it. */
	refuseDeleted: (id: string) => Promise<void>;
};

const SnapshotText = z.object({
	id: z.string(),
	run: z.string(),
	created_at: z.date(),
	request: z.string(),
	facts: z.string(),
	report: z.string()
});

export function openSnapshots(database: Database, reports: Pick<Reports, 'parse'>): Snapshots {
	const cached = new LRUCache<string, { bytes: number; snapshot: Snapshot }>({
		maxSize: fixed.snapshotsBytes,
		sizeCalculation: ({ bytes }) => bytes
	});

	async function refuseDeleted(id: string): Promise<void> {
		const [gone] = await database.query('select 1 from cyclelab.deleted_snapshots where id = $1', [
			id
		]);
		if (!gone) return;
		cached.delete(id);
		throw new SiteError(
			410,
			'GONE',
			'The operator of this site deleted this shared run. Its code and its results are no longer here.'
		);
	}

	return {
		refuseDeleted,
		read: async (id) => {
			await refuseDeleted(id);
			const before = cached.get(id);
			if (before) return before.snapshot;
			const [size] = await database.query(
				'select octet_length(report::text) as bytes from cyclelab.snapshots where id = $1',
				[id]
			);
			if (!size) return undefined;
			const { bytes } = z.object({ bytes: z.int() }).parse(size);
			if (bytes > fixed.keptReportBytes) throw tooLargeToTell(id);
			const [row] = await database.query(
				'select id, run, created_at, request, facts, report::text from cyclelab.snapshots where id = $1',
				[id]
			);
			const { created_at, report, ...rest } = SnapshotRow.parse(row);
			const createdAt = created_at.toISOString();
			const snapshot = { ...rest, report: await reports.parse(report), createdAt };
			cached.set(id, { bytes, snapshot });
			return snapshot;
		},
		text: async (id) => {
			await refuseDeleted(id);
			const [row] = await database.query(
				`select id, run, created_at, request::text, facts::text, report::text
				from cyclelab.snapshots where id = $1`,
				[id]
			);
			if (!row) return undefined;
			const { run, created_at, request, facts, report } = SnapshotText.parse(row);
			const head = JSON.stringify({ id, run, createdAt: created_at.toISOString() }).slice(0, -1);
			return `${head},"request":${request},"facts":${facts},"report":${report}}`;
		}
	};
}

const tooLargeToTell = (id: string) =>
	new SiteError(
		413,
		'REPORT_TOO_LARGE',
		`The report of this kept run is too large for a page. Its data are at /s/${id}.json.`
	);
