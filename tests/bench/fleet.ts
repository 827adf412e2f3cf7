/**
 * Shell: inspections through several processes of one site on one store, with simulated runners: what the site and the store can
 * carry, whatever the runners can. Stored ones, as scripts ask for them: clients ask one process and watch at another, both at
 * random, as behind a balancer. Typed ones, as pages ask for them: the answer is the stream, and the run is not stored.
 */
import { variantReport } from '@cyclelab/site/fixtures/examples.ts';
import { readFileSync } from 'node:fs';
import type { Job, RunEvent } from '@cyclelab/contract/schema/job';
import { z } from 'zod';
import { eventsOf } from '../integration/server/examples.ts';
import { startSite } from '../faults/processes.ts';
import { connectRunner, disconnectAll, type TestRunner } from '../integration/server/runner.ts';
import { openStore, sharedStore, token, type Store } from '../integration/server/site.ts';
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
	const inspectedEvent: RunEvent = { type: 'inspected', variant: listing };
	runner.finish(job, eventsOf(job, runner.description).toSpliced(1, 0, inspectedEvent));
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

const ask = (sites: readonly Site[], path: string, source: string) =>
	fetch(anyOf(sites) + path, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(inspection(source, 'host'))
	});

/** One inspection, from the request to the last event. */
const ways: Record<string, (sites: readonly Site[], source: string) => Promise<Response>> = {
	stored: async (sites, source) => {
		const accepted = await ask(sites, '/api/runs', source);
		const { events }: { events: string } = await accepted.json();
		return fetch(anyOf(sites) + events);
	},
	typed: (sites, source) => ask(sites, '/api/inspections', source)
};

/** What PostgreSQL has done so far, and the size of the tables. A server's process reports it when it ends, at the latest. */
const work = `select xact_commit::float8 as transactions, (tup_inserted + tup_updated + tup_deleted)::float8 as rows,
	(pg_current_wal_lsn() - '0/0')::float8 as written,
	(select sum(pg_total_relation_size(c.oid)) from pg_class c join pg_namespace n on n.oid = c.relnamespace
		where n.nspname = 'cyclelab' and c.relkind = 'r')::float8 as bytes
	from pg_stat_database where datname = current_database()`;

const Work = z.tuple([
	z.object({ transactions: z.number(), rows: z.number(), written: z.number(), bytes: z.number() })
]);

async function workOf(store: Store) {
	const database = await openStore(store);
	const [done] = Work.parse(await database.query(work));
	await database.close();
	return done;
}

export const fleet: Section = {
	name: 'fleet',
	about: 'simulated runners, and one, two and three processes of the site on one PostgreSQL',
	run: async ({ quick, onEnd, print }): Promise<SectionResult> => {
		const source = sourceOf(await exercise(inspected.exercise), inspected.variant);
		const rows: string[][] = [];
		const data: unknown[] = [];
		const columns = [1, 2, 3].flatMap((processes) =>
			Object.entries(ways).map(([way, inspect]) => ({ processes, way, inspect }))
		);
		for (const { processes, way, inspect } of columns) {
			const store = await sharedStore();
			const sites: Site[] = [];
			const stop = async () => {
				await disconnectAll();
				for (const { end } of sites.splice(0)) await end('SIGTERM');
			};
			let isClosed = false;
			const close = async () => {
				if (isClosed) return;
				isClosed = true;
				await stop();
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
			const idle = await workOf(store);
			const until = performance.now() + (quick ? 3000 : 20_000);
			const before = sites.map(({ pid }) => usedSeconds(pid));
			const began = performance.now();
			await Promise.all(
				Array.from({ length: clients }, async () => {
					while (performance.now() < until) {
						const asked = performance.now();
						const text = await (await inspect(sites, source)).text();
						if (!text.includes('event: finished'))
							throw new Error(`A run ended with ${text.slice(-200)}`);
						ms.push(performance.now() - asked);
					}
				})
			);
			const seconds = (performance.now() - began) / 1000;
			const used = sites.map(({ pid }, at) => usedSeconds(pid) - (before[at] ?? 0));
			await stop();
			const done = await workOf(store);
			const each = (what: keyof typeof done) => (done[what] - idle[what]) / ms.length;
			const { p50, p95 } = summarise(ms);
			rows.push([
				`${processes}`,
				way,
				fixed(ms.length / seconds),
				fixed(p50),
				fixed(p95),
				used.map((seconds) => fixed((1000 * seconds) / ms.length)).join(' + '),
				fixed(each('transactions')),
				fixed(each('rows')),
				kilobytes(each('written')),
				kilobytes(each('bytes'))
			]);
			data.push({
				processes,
				way,
				seconds,
				inspections: ms.length,
				usedSeconds: used,
				done,
				idle,
				ms
			});
			print(`${processes}, ${way}: ${fixed(ms.length / seconds)} a second`);
			await close();
		}
		return {
			tables: [
				{
					headings: [
						'processes',
						'inspections',
						'a second',
						'p50 ms',
						'p95',
						'processor ms of each process an inspection',
						'transactions of PostgreSQL',
						'rows written',
						'kB written ahead',
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
