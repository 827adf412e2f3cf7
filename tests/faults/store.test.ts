/**
 * The site and its embedded PostgreSQL are killed together in the middle of writing, again and again, and every third time
 * the site alone. What was answered with success has to be there for good: three times in `npm test`, 51 times in
 * `npm run test:faults`.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setTimeout as pause } from 'node:timers/promises';
import type { Job } from '@cyclelab/runner/schema/job';
import {
	connectRunner,
	describeRunner,
	eventsOf,
	leaveAll,
	type TestRunner
} from '../integration/server-runner.ts';
import { isWhole } from './history.ts';
import { comesTrue, endOf, patienceMs, startLone, type Lone } from './product.ts';
import { follow } from './learner.ts';
import type { Exported } from '@cyclelab/site/server/workshop/export.ts';
import { layOut } from '../bench/table.ts';

const times = process.env['CYCLELAB_FAULTS'] === 'whole' ? 51 : 3;
const token = 'a-token-for-faults-only';

let lone: Lone;
/** Everything that was promised: runs, snapshots with their bytes, votes by participant. */
const runs = new Set<string>();
const snapshots = new Map<string, string>();
const votes = new Map<string, number>();
const workshops: { code: string; host: string }[] = [];
const counts = { asked: 0, refused: 0 };

beforeAll(async () => {
	lone = await startLone(token);
}, patienceMs);
afterAll(async () => {
	await leaveAll();
	await lone.close();
}, patienceMs);

/** An answer, or nothing if there was none or the site said that it could not. */
async function post(where: string, body: unknown, headers = {}) {
	counts.asked++;
	try {
		const response = await fetch(lone.url + where, {
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
	counts.refused++;
	return undefined;
}

async function openWorkshop(): Promise<void> {
	const made = await post('/api/workshops', { title: 'Faults', exercises: ['store-forwarding'] });
	const { code, hostPage } = made?.body ?? {};
	workshops.push({ code: String(code), host: String(hostPage).replace('/host/', '/api/hosts/') });
}

/** A run can be kept when it is over, which takes a moment. */
async function keep(run: string, signal: AbortSignal): Promise<string | undefined> {
	for (let kept; !signal.aborted; await pause(10)) {
		kept = await post('/api/snapshots', { run });
		if (kept) return String(kept.body['url']);
	}
	return undefined;
}

/** Each run's report is another one: of the same content there is one snapshot. */
function work(job: Job, runner: TestRunner): void {
	for (const event of eventsOf(job, describeRunner('made-up', 4)))
		runner.say(
			job.run,
			event.type === 'finished'
				? { ...event, report: { ...event.report, summary: job.run } }
				: event
		);
}

const text = async (where: string) => (await fetch(lone.url + where)).text();

/** Runs are asked for, kept, and a participant votes, until `signal`. */
async function write(round: number, signal: AbortSignal): Promise<void> {
	for (let serial = 0; !signal.aborted; serial++) {
		const started = await post('/api/runs', {
			...{ exercise: 'store-forwarding', variants: ['bytes'], language: 'c' },
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
		const where = id && (await keep(id, signal));
		// its bytes as they are read now are what they shall be for ever
		if (where) snapshots.set(where, await text(where).catch(() => ''));
	}
}

test(
	`nothing that was answered with success is lost, killed ${times} times in mid-write`,
	async () => {
		for (let round = 0; round < times; round++) {
			// one takes 300 people, and a few are opened in a minute
			if (round % 10 === 0) await openWorkshop();
			const over = new AbortController();
			const runner = await connectRunner(lone.url, token, { id: 'made-up', work });
			const writing = Promise.all([write(round, over.signal), write(1000 + round, over.signal)]);
			const before = [runs.size, snapshots.size, votes.size];
			const hasMore = () =>
				[runs, snapshots, votes].every(({ size }, at) => size > 1 + (before[at] ?? 0));
			// in mid-write: some are done, and others are on their way
			await comesTrue('enough is written', hasMore, lone.log);
			await pause((37 * round) % 150);
			await lone.kill('site', ...(round % 3 === 2 ? [] : ['database' as const]));
			over.abort();
			await writing;
			await runner.closed;
			await lone.start();
		}
		await connectRunner(lone.url, token, { id: 'made-up', work });
		const patience = AbortSignal.timeout(patienceMs);
		for (const id of runs) {
			const course = await follow([lone.url], id, {}, patience);
			expect([endOf(course), isWhole(course)]).toEqual(['finished', true]);
		}
		for (const [where, bytes] of snapshots)
			if (bytes !== '') expect(await text(where)).toBe(bytes);
			else expect((await fetch(lone.url + where)).status).toBe(200);
		const found = new Map<string, number>();
		for (const { host } of workshops) {
			const exported: Exported = await (await fetch(`${lone.url}${host}/export.json`)).json();
			for (const { person, ratio } of exported.votes) found.set(person, ratio);
		}
		for (const [name, ratio] of votes) expect([name, found.get(name)]).toEqual([name, ratio]);
		console.log(
			layOut({
				headings: ['killed in mid-write', `${times}`],
				rows: [
					['runs accepted, all finished', `${runs.size}`],
					['snapshots, all byte-equal', `${snapshots.size}`],
					['votes, all there', `${votes.size}`],
					[
						'requests without an answer, or told to come again',
						`${counts.refused} of ${counts.asked}`
					]
				]
			})
		);
	},
	patienceMs + times * 60_000
);
