/**
 * `npm run bench:availability`: the time of /healthz under hostile loads on the loopback; asserts nothing. The goal is
 * 100 ms at most. `--quick` has a tenth of the loads, to try the bench itself.
 */
import { connectRunner } from '../../integration/server-runner.ts';
import { sendLargeReport } from '../../integration/server-fat-reports.ts';
import { runSections } from '../run-sections.ts';
import type { SectionResult, Section } from '../section.ts';
import { crowd, exercise, readSlowly, storm, upgrade, wrongSources } from './loads.ts';
import { largePages, mostPages, openPages } from './pages.ts';
import { probe, quantile, type Probed } from './probe.ts';
import { startSite, token } from './site.ts';

type AvailabilityRow = Probed & { what: string; note: string };

const availability: Section = {
	name: 'availability',
	about:
		'/healthz asked every 10 ms while strangers do their worst; milliseconds until it answered.',
	run: async ({ quick, print, onEnd }): Promise<SectionResult> => {
		const scale = quick ? 0.1 : 1;
		const many = (count: number) => Math.max(1, Math.round(count * scale));
		const site = await startSite();
		onEnd(site.stop);
		const rows: AvailabilityRow[] = [];
		const take = async (what: string, work: () => Promise<string | void>) => {
			print(what);
			let note = '';
			const probed = await probe(site.url, async () => {
				note = (await work()) ?? '';
			});
			rows.push({ what, ...probed, note });
		};
		await take('nothing', () => new Promise((go) => setTimeout(go, many(5000))));

		const runner = await connectRunner(site.url, token, {
			id: 'bench',
			work: (job, one) => sendLargeReport(one, job)
		});
		const ids: string[] = [];
		await take('5 reports of 10 MiB come from a runner', async () => {
			for (let i = 0; i < many(5); i++) {
				const answer = await fetch(`${site.url}/api/runs`, {
					method: 'POST',
					headers: { 'content-type': 'application/json' },
					body: JSON.stringify({ exercise, stages: ['measure'], variants: ['bytes'] })
				});
				const { id, issues } = await answer.json();
				if (issues) throw new Error(JSON.stringify(issues));
				ids.push(id);
				// The stream ends with the run; this bench does not read it.
				await (await fetch(`${site.url}/api/runs/${id}/events`)).arrayBuffer();
			}
		});
		await runner.disconnect();
		const large = await largePages(site.url, many(mostPages));
		for (const [what, pages] of [
			['64 clients open pages of runs of 0.6 MB', large.runs],
			['64 clients open pages of snapshots of 0.6 MB', large.snapshots]
		] as const)
			await take(what, () => openPages(site.url, pages, 10));
		const [id = ''] = ids;
		const readers = { readers: many(300), ms: many(20_000) };
		for (const [what, path] of [
			['300 slow readers of a report of 10 MiB', `/api/runs/${id}`],
			['300 slow readers of its events', `/api/runs/${id}/events`]
		] as const)
			await take(what, async () => `${await readSlowly(site.url, path, readers)} cut`);
		await take('a report of 10 MiB read by 20, as fast as they can', async () => {
			await crowd(many(20), 20, async () =>
				(await fetch(`${site.url}/api/runs/${id}`)).arrayBuffer()
			);
		});
		await take('5,000 upgrades without a token', () =>
			crowd(many(5000), 50, () => upgrade(site.url))
		);
		await take('50 bad requests with 10,000 unknown sources each', async () => {
			let bytes = 0;
			await crowd(many(50), 2, async () => {
				bytes = await wrongSources(site.url, 10_000);
			});
			return `an answer has ${bytes} bytes`;
		});
		const people = many(300);
		const room = await storm(site.url, { people, votes: 10, ms: many(10_000) });
		await take(`${people} people come into a workshop at once`, room.joined);
		await take('each of them votes 10 times in 10 s', room.votes);
		room.leave();
		const numbers = (times: number[]) =>
			[quantile(times, 0.5), quantile(times, 0.99), quantile(times, 1)].map((ms) => ms.toFixed(1));
		return {
			tables: [
				{
					headings: ['while', 'p50', 'p99', 'max', 'answers', 'not 200', ''],
					rows: rows.map(({ what, times, failed, note }) => [
						what,
						...numbers(times),
						`${times.length}`,
						`${failed}`,
						note
					])
				}
			],
			notes: ['The limits of an address are out of the way: all of it comes from one.'],
			data: rows
		};
	}
};

await runSections([availability], 'availability-');
