/** A workshop's host and participants for tests of the site, over HTTP. */
import type { Job } from '@cyclelab/runner/schema/job';
import type { Report } from '@cyclelab/runner/schema/report';
import { measuredAt, variantReport } from '@cyclelab/site/src/lib/examples.ts';
import { expect } from 'vitest';
import { describeRunner, reportOf, type TestRunner } from './server-runner.ts';
import { post, type Reached } from './server-site.ts';

/** Opens a workshop; `host` is where the host's requests go. */
export async function openRoom(site: Reached) {
	const { status, body } = await json(
		await post(site, '/api/workshops', { title: 'Stores', exercises: ['two-stores'] })
	);
	expect(status).toBe(201);
	const host = String(body.hostPage).replace('/host/', '/api/hosts/');
	return { code: String(body.code), host };
}

export async function joinRoom(site: Reached, code: string, name: string) {
	const taken = await json(await post(site, `/api/workshops/${code}/seats`, { name }));
	expect(taken.status).toBe(201);
	return taken.body as { token: string; name: string };
}

/** The status of the answer. */
export async function voteAt(site: Reached, seat: string, ratio: number): Promise<number> {
	const vote = { exercise: 'two-stores', ratio };
	return (await post(site, '/api/seat/votes', vote, bearer(seat))).status;
}

export const bearer = (seat: string) => ({ authorization: `Bearer ${seat}` });
/** An answer's status and JSON. */
export const json = async (response: Response) => ({
	status: response.status,
	body: response.status === 204 ? undefined : await response.json()
});

/** What a view's stream said last, as long as it is open. */
export function follow<V>(url: string, headers = {}) {
	const seen: { views: V[]; gone: boolean; ended: boolean } = {
		views: [],
		gone: false,
		ended: false
	};
	const leave = new AbortController();
	const reading = (async () => {
		const response = await fetch(url, { headers, signal: leave.signal });
		let text = '';
		for await (const chunk of response.body ?? []) {
			text += Buffer.from(chunk).toString('utf8');
			const blocks = text.split('\n\n');
			text = blocks.pop() ?? '';
			for (const block of blocks) {
				const data = /^data: (.*)$/m.exec(block)?.[1];
				if (block.startsWith('event: view') && data) seen.views.push(JSON.parse(data).view);
				if (block.startsWith('event: gone')) seen.gone = true;
			}
		}
	})();
	reading.then(
		() => (seen.ended = true),
		() => (seen.ended = true)
	);
	return { seen, last: () => seen.views.at(-1), leave: () => leave.abort() };
}

/** Says of a job that narrow takes so many times as long as wide, and `more` of its report. */
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
	runner.say(job.run, { type: 'started', report });
	runner.say(job.run, {
		type: 'finished',
		report: { ...report, variants, finishedAt: '2026-01-01T00:00:05.000Z', ...more }
	});
}
