/**
 * Shell: inspections through several processes of one site on one store, with simulated runners: what the site and the store can
 * carry, whatever the runners can. Clients ask one process and watch at another, both at random, as behind a balancer.
 */
import { variantReport } from '@cyclelab/site/shared/examples.ts';
import { readFileSync } from 'node:fs';
import type { Job, RunEvent } from '@cyclelab/contract/schema/job';
import { eventsOf } from '../integration/server/examples.ts';
import { startSite } from '../faults/processes.ts';
import { connectRunner, disconnectAll, type TestRunner } from '../integration/server/runner.ts';
import { openStore, sharedStore, token } from '../integration/server/site.ts';
import { fixed, kilobytes, summarise } from './numbers.ts';
import { withoutLimits } from './product.ts';
import type { Section, SectionResult } from './section.ts';
import { exercise, inspected, inspection, sourceOf } from './subject.ts';

/** Clients that each wait for an answer, of all processes together. */
const clients = 64;
/** Instructions of a simulated listing: an answer has some 30 kB, as a small kernel's. */
const listed = 300;

const listing = variantReport(inspected.variant, {
	edited: true,
	functions: [
		{
			symbol: 'kernel',
			address: '0x1000',
			instructions: Array.from({ length: listed }, (_, at) => ({
				address: `0x${(0x1000 + 4 * at).toString(16)}`,
				text: 'add rax, qword ptr [rdi + 8*rcx + 16]',
				line: 1 + (at % 40),
				count: 2048
			}))
		}
	]
});

/** The events of an inspection with a listing, at once. */
function finish(job: Job, runner: TestRunner): void {
	const [started, ...others] = eventsOf(job, runner.description);
	const inspectedEvent: RunEvent = { type: 'inspected', variant: listing };
	for (const event of [started, inspectedEvent, ...others])
		if (event) runner.sendEvent(job.run, event);
}

/** Processor time that a process has used, s: utime and stime of /proc/<pid>/stat, in ticks of 10 ms. */
function usedSeconds(pid: number): number {
	const [, after = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
	const fields = after.split(' ');
	return (Number(fields[11]) + Number(fields[12])) / 100;
}

type Site = Awaited<ReturnType<typeof startSite>>;

const anyOf = (sites: readonly Site[]): string =>
	sites[Math.floor(Math.random() * sites.length)]?.url ?? '';

/** One inspection, from the request to the last event. */
async function inspect(sites: readonly Site[], source: string): Promise<void> {
	const accepted = await fetch(`${anyOf(sites)}/api/runs`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(inspection(source, 'host'))
	});
	const { events }: { events: string } = await accepted.json();
	const text = await (await fetch(anyOf(sites) + events)).text();
	if (!text.includes('event: finished')) throw new Error(`A run ended with ${text.slice(-200)}`);
}

export const fleet: Section = {
	name: 'fleet',
	about: 'simulated runners, and one, two and three processes of the site on one PostgreSQL',
	run: async ({ quick, onEnd, print }): Promise<SectionResult> => {
		const source = sourceOf(await exercise(inspected.exercise), inspected.variant);
		const rows: string[][] = [];
		const data: unknown[] = [];
		for (const processes of [1, 2, 3]) {
			const store = await sharedStore();
			const sites: Site[] = [];
			let isClosed = false;
			const close = async () => {
				if (isClosed) return;
				isClosed = true;
				await disconnectAll();
				for (const { end } of sites.splice(0)) await end('SIGTERM');
				await store.remove();
			};
			onEnd(close);
			for (let number = 0; number < processes; number++) {
				const site = await startSite(`${number}`, {
					...store.settings,
					...withoutLimits,
					RUNNER_TOKEN: token
				});
				sites.push(site);
				await connectRunner(site.url, token, { id: `made-up-${number}`, slots: 64, work: finish });
			}
			const ms: number[] = [];
			const until = performance.now() + (quick ? 3000 : 20_000);
			const before = sites.map(({ pid }) => usedSeconds(pid));
			const began = performance.now();
			await Promise.all(
				Array.from({ length: clients }, async () => {
					while (performance.now() < until) {
						const asked = performance.now();
						await inspect(sites, source);
						ms.push(performance.now() - asked);
					}
				})
			);
			const seconds = (performance.now() - began) / 1000;
			const used = sites.map(({ pid }, at) => usedSeconds(pid) - (before[at] ?? 0));
			const database = await openStore(store);
			const [size] = await database.query(
				`select (select sum(pg_total_relation_size(c.oid)) from pg_class c join pg_namespace n on n.oid = c.relnamespace
				where n.nspname = 'cyclelab' and c.relkind = 'r')::float8 as bytes`
			);
			await database.close();
			const bytes = Number((size as { bytes: number } | undefined)?.bytes) / ms.length;
			const { p50, p95 } = summarise(ms);
			rows.push([
				`${processes}`,
				fixed(ms.length / seconds),
				fixed(p50),
				fixed(p95),
				used.map((one) => fixed((1000 * one) / ms.length)).join(' + '),
				kilobytes(bytes)
			]);
			data.push({ processes, seconds, inspections: ms.length, usedSeconds: used, bytes, ms });
			print(`${processes}: ${fixed(ms.length / seconds)} a second`);
			await close();
		}
		return {
			tables: [
				{
					headings: [
						'processes',
						'inspections a second',
						'p50 ms',
						'p95',
						'processor ms of each process an inspection',
						'kB in the store'
					],
					rows
				}
			],
			notes: [
				'Clients, runners, processes and PostgreSQL share the processor of this machine; the clients and runners are one process.'
			],
			data
		};
	}
};
