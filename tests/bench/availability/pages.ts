/** Shell: pages of large reports that many clients request at once. */
import type { Job } from '@cyclelab/runner/schema/job';
import { sendLargeReport } from '../../integration/server-fat-reports.ts';
import { connectRunner } from '../../integration/server-runner.ts';
import { crowd, exercise } from './loads.ts';
import { token } from './site.ts';

/** Instructions of each of two variants: about 0.6 MB of JSON, which a page still has (`fixed.pageReportBytes`). */
const instructions = 2900;
/** An address may keep 30 runs a minute (`fixed`), and this limit cannot be switched off. */
export const mostPages = 24;
/** Clients that request pages at the same time. */
const clients = 64;

async function post(url: string, body: object): Promise<Record<string, string>> {
	const headers = { 'content-type': 'application/json' };
	const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
	const content = await answer.json();
	if (!answer.ok) throw new Error(JSON.stringify(content));
	return content;
}

/** Addresses of pages of different runs, and of their snapshots. */
export async function largePages(
	url: string,
	count: number
): Promise<{ runs: string[]; snapshots: string[] }> {
	const work = (job: Job, one: Parameters<typeof sendLargeReport>[0]) =>
		sendLargeReport(one, job, instructions);
	const runner = await connectRunner(url, token, { id: 'bench', work });
	const runs: string[] = [];
	const snapshots: string[] = [];
	await crowd(count, 4, async (at) => {
		const { id, page = '' } = await post(`${url}/api/runs`, {
			exercise,
			stages: ['measure'],
			variants: ['word', 'bytes'],
			sources: { bytes: `// ${at}\n` }
		});
		// The stream ends with the run.
		await (await fetch(`${url}/api/runs/${id}/events`)).arrayBuffer();
		runs.push(page);
		const kept = await post(`${url}/api/snapshots`, { run: id });
		snapshots.push(kept['page'] ?? '');
	});
	await runner.disconnect();
	return { runs, snapshots };
}

/** Requests each of the pages `times` times, by 64 clients together. Resolves to a note with their number and size. */
export async function openPages(
	url: string,
	pages: readonly string[],
	times: number
): Promise<string> {
	const began = performance.now();
	let bytes = 0;
	await crowd(times * pages.length, clients, async (at) => {
		const answer = await fetch(url + pages[at % pages.length]);
		bytes = (await answer.arrayBuffer()).byteLength;
		if (!answer.ok) throw new Error(`${pages[at % pages.length]} answered ${answer.status}.`);
	});
	const each = (performance.now() - began) / (times * pages.length);
	return `${times * pages.length} pages of ${Math.round(bytes / 1000)} kB, one in ${each.toFixed(0)} ms`;
}
