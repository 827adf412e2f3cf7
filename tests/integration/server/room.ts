/** Acts of a workshop's host and participants over HTTP, for tests of the site. */
import type { Job } from '@cyclelab/contract/schema/job';
import type { Report } from '@cyclelab/contract/schema/report';
import { measuredAt, variantReport } from '@cyclelab/site/fixtures/examples.ts';
import type { Sql } from '@cyclelab/site/server/store/database.ts';
import { expect } from 'vitest';
import { messagesOf } from '../../../site/src/lib/run/api.ts';
import { describeRunner, eventsWith, reportOf } from './examples.ts';
import type { TestRunner } from './runner.ts';
import { post, type SiteAddress } from './site.ts';

/** Opens a workshop; `host` is the path of the host's requests. */
export async function openRoom(site: SiteAddress) {
	const { status, body } = await json(
		await post(site, '/api/workshops', { title: 'Stores', exercises: ['two-stores'] })
	);
	expect(status).toBe(201);
	const host = String(body.hostPage).replace('/host/', '/api/hosts/');
	return { code: String(body.code), host };
}

export async function joinRoom(site: SiteAddress, code: string, name: string) {
	const taken = await json(await post(site, `/api/workshops/${code}/seats`, { name }));
	expect(taken.status).toBe(201);
	return taken.body as { token: string; name: string };
}

/** Votes and returns the response's status. */
export async function voteAt(site: SiteAddress, seat: string, ratio: number): Promise<number> {
	const vote = { exercise: 'two-stores', ratio };
	return (await post(site, '/api/seat/votes', vote, bearer(seat))).status;
}

export const bearer = (seat: string) => ({ authorization: `Bearer ${seat}` });
/** A response's status and JSON body. */
export const json = async (response: Response) => ({
	status: response.status,
	body: response.status === 204 ? undefined : await response.json()
});

/** Follows a view's stream; `last` is its latest event. */
export function follow<V>(url: string, headers = {}) {
	const seen: { views: V[]; gone: boolean; ended: boolean } = {
		views: [],
		gone: false,
		ended: false
	};
	const leave = new AbortController();
	const reading = (async () => {
		const response = await fetch(url, { headers, signal: leave.signal });
		for await (const { event, data } of messagesOf(response)) {
			if (event === 'view') seen.views.push(JSON.parse(data).view);
			if (event === 'gone') seen.gone = true;
		}
	})();
	reading.then(
		() => (seen.ended = true),
		() => (seen.ended = true)
	);
	return { seen, last: () => seen.views.at(-1), leave: () => leave.abort() };
}

/** Finishes a job with a report in which narrow takes `ratio` times as long as wide, with the fields `more`. */
export function finish(
	runner: TestRunner,
	job: Job,
	ratio: number,
	more: Partial<Report> = {}
): void {
	const report = reportOf(job, describeRunner('alpha', 1));
	const variants = job.variants.map(({ id, edited, source }) => {
		const measured = measuredAt(id === 'narrow' ? ratio : 1);
		const point = { parameters: { bytes: 64 }, measured, documented: [] };
		return variantReport(id, { edited, source, points: [point] });
	});
	runner.finish(job, eventsWith({ ...report, variants, ...more }));
}

/** For each table of the site, the number of rows that contain one of these texts. */
export async function rowsWith(
	database: Sql,
	texts: readonly string[]
): Promise<Record<string, number>> {
	const tables = await database.query(
		`select format('%I.%I', schemaname, tablename) as name from pg_tables
		where schemaname = 'cyclelab' order by 1`
	);
	const found: Record<string, number> = {};
	for (const { name } of tables) {
		const [row] = await database.query(
			`select count(*)::int as rows from ${String(name)} t where t::text like any($1)`,
			[texts.map((text) => `%${text}%`)]
		);
		if (Number(row?.['rows']) > 0) found[String(name)] = Number(row?.['rows']);
	}
	return found;
}

/** The counts of a tally without runs and votes. */
export const emptyTally = {
	confidence: {
		first: { sure: 0, think: 0, guess: 0 },
		second: { sure: 0, think: 0, guess: 0 }
	},
	misconceptions: [],
	edited: 0,
	unanswered: 0,
	failures: [],
	solved: 0,
	unchecked: 0
};

/** An action of the host. */
export const actAt = async (site: SiteAddress, host: string, act: object) =>
	json(await post(site, `${host}/acts`, act));
