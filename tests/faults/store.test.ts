/**
 * The site and its embedded PostgreSQL are killed together during writes, and every third time the site alone. Everything
 * that the site confirmed must be stored: after three kills in `npm test`, after 51 in `npm run test:faults`.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setTimeout as pause } from 'node:timers/promises';
import type { Job } from '@cyclelab/contract/schema/job';
import { eventsOf, nothing } from '../integration/server/examples.ts';
import { connectRunner, disconnectAll, type TestRunner } from '../integration/server/runner.ts';
import { isComplete } from './history.ts';
import { waitUntil, endOf, patienceMs, startSiteWithStore, type SiteWithStore } from './product.ts';
import { followRun } from './learner.ts';
import type { Exported } from '@cyclelab/site/server/workshops/export.ts';
import { layOut } from '../bench/table.ts';

const times = process.env['CYCLELAB_FAULTS'] === 'whole' ? 51 : 3;
const token = 'a-token-for-faults-only';

let site: SiteWithStore;
/** Everything that the site confirmed: runs, snapshots with their bytes, votes by participant. */
const runs = new Set<string>();
const snapshots = new Map<string, string>();
const votes = new Map<string, number>();
const workshops: { code: string; host: string }[] = [];
const counts = { sent: 0, failed: 0 };

beforeAll(async () => {
	site = await startSiteWithStore(token);
}, patienceMs);
afterAll(async () => {
	await disconnectAll();
	await site.close();
}, patienceMs);

/** The body of a success; undefined without a response, or with status 409 or 5xx. */
async function post(where: string, body: unknown, headers = {}) {
	counts.sent++;
	try {
		const response = await fetch(site.url + where, {
			method: 'POST',
			headers: { 'content-type': 'application/json', ...headers },
			body: JSON.stringify(body)
		});
		const text = await response.text();
		if (response.status < 300)
			return { body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>) };
		if (response.status === 409) return undefined;
		if (response.status < 500) throw new Error(text);
	} catch (error) {
		if (error instanceof Error && !(error instanceof TypeError)) throw error;
	}
	counts.failed++;
	return undefined;
}

async function openWorkshop(): Promise<void> {
	const made = await post('/api/workshops', { title: 'Faults', exercises: ['store-forwarding'] });
	const { code, hostPage } = made?.body ?? {};
	workshops.push({ code: String(code), host: String(hostPage).replace('/host/', '/api/hosts/') });
}

/** Makes a snapshot of a run once that has ended. */
async function makeSnapshot(run: string, signal: AbortSignal): Promise<string | undefined> {
	for (let kept; !signal.aborted; await pause(10)) {
		kept = await post('/api/snapshots', { run });
		if (kept) return String(kept.body['url']);
	}
	return undefined;
}

/** Gives each run a different report, because reports with equal content share one snapshot. */
function work(job: Job, runner: TestRunner): void {
	const conclusions = { ...nothing, summary: job.run };
	const events = eventsOf(job, runner.description);
	runner.finish(job, events.with(-1, { type: 'finished', conclusions }));
}

const text = async (where: string) => (await fetch(site.url + where)).text();

/** Starts runs, makes snapshots of them and votes as a participant, until `signal` aborts. */
async function write(round: number, signal: AbortSignal): Promise<void> {
	for (let serial = 0; !signal.aborted; serial++) {
		const started = await post('/api/runs', {
			exercise: 'store-forwarding',
			variants: ['bytes'],
			language: 'c',
			sources: { bytes: `int round_${round}_${serial};\n` }
		});
		const id = started && String(started.body['id']);
		if (id) runs.add(id);
		const name = `${round}-${serial}`;
		const seat = await post(`/api/workshops/${workshops.at(-1)?.code}/seats`, { name });
		if (seat) {
			const headers = { authorization: `Bearer ${String(seat.body['token'])}` };
			const ratio = 1 + serial / 7;
			const vote = { exercise: 'store-forwarding', ratio };
			if (await post('/api/seat/votes', vote, headers)) votes.set(name, ratio);
		}
		const where = id && (await makeSnapshot(id, signal));
		// a snapshot must keep the bytes of this first response
		if (where) snapshots.set(where, await text(where).catch(() => ''));
	}
}

test(
	`no confirmed run, snapshot or vote is lost after ${times} kills during writes`,
	async () => {
		for (let round = 0; round < times; round++) {
			// a workshop has at most 300 seats, and an address may open only a few a minute
			if (round % 10 === 0) await openWorkshop();
			const over = new AbortController();
			const runner = await connectRunner(site.url, token, { id: 'made-up', work });
			const writing = Promise.all([write(round, over.signal), write(1000 + round, over.signal)]);
			const before = [runs.size, snapshots.size, votes.size];
			const hasMore = () =>
				[runs, snapshots, votes].every(({ size }, at) => size > 1 + (before[at] ?? 0));
			// some writes are done, and others are in progress
			await waitUntil('enough is written', hasMore, site.log);
			await pause((37 * round) % 150);
			await site.kill('site', ...(round % 3 === 2 ? [] : ['database' as const]));
			over.abort();
			await writing;
			await runner.closed;
			await site.start();
		}
		await connectRunner(site.url, token, { id: 'made-up', work });
		const patience = AbortSignal.timeout(patienceMs);
		for (const id of runs) {
			const run = await followRun([site.url], id, {}, patience);
			expect([endOf(run), isComplete(run)]).toEqual(['finished', true]);
		}
		for (const [where, bytes] of snapshots)
			if (bytes !== '') expect(await text(where)).toBe(bytes);
			else expect((await fetch(site.url + where)).status).toBe(200);
		const found = new Map<string, number>();
		for (const { host } of workshops) {
			const exported: Exported = await (await fetch(`${site.url}${host}/export.json`)).json();
			for (const { person, ratio } of exported.votes) found.set(person, ratio);
		}
		for (const [name, ratio] of votes) expect([name, found.get(name)]).toEqual([name, ratio]);
		console.log(
			layOut({
				headings: ['kills during writes', `${times}`],
				rows: [
					['runs accepted, all finished', `${runs.size}`],
					['snapshots, all byte-equal', `${snapshots.size}`],
					['votes, all stored', `${votes.size}`],
					['requests without a response, or with status 5xx', `${counts.failed} of ${counts.sent}`]
				]
			})
		);
	},
	patienceMs + times * 60_000
);
