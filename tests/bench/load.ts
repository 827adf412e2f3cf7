/**
 * `npm run bench:load`: many clients of one site on this machine, by autocannon, while /healthz is asked ten times a second.
 * It asserts nothing. Arguments select sections (default: all); `--quick` takes a few seconds of each.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import type { HostView } from '@cyclelab/site/shared/workshop-host.ts';
import type { WorkshopOpened } from '@cyclelab/site/shared/workshop-schema.ts';
import { listen, post } from '../rehearse/client.ts';
import { fixed, summarise } from './numbers.ts';
import { settle } from './product.ts';
import { runSections } from './run-sections.ts';
import type { Context, Section, SectionResult } from './section.ts';
import { exercise, inspected, inspection, sourceOf } from './subject.ts';
import { fleet } from './fleet.ts';

const json = { 'content-type': 'application/json' };
const probeEveryMs = 100;
const secondsOf = ({ quick }: Context) => (quick ? 3 : 30);

/** The times of /healthz, ms, while `work` goes on: what every other client of the site feels. */
async function beside<T>(site: string, work: () => Promise<T>): Promise<{ done: T; ms: number[] }> {
	const ms: number[] = [];
	const over = new AbortController();
	const probe = async () => {
		while (!over.signal.aborted) {
			const began = performance.now();
			await (await fetch(`${site}/healthz`)).text();
			ms.push(performance.now() - began);
			await sleep(probeEveryMs);
		}
	};
	const probing = probe();
	try {
		return { done: await work(), ms };
	} finally {
		over.abort();
		await probing;
	}
}

const headings = [
	'clients',
	'requests a second',
	'p50 ms',
	'p97.5',
	'p99',
	'refused',
	'healthz p50 ms',
	'p95',
	'most'
];

function rowOf(clients: number, result: autocannon.Result, probes: readonly number[]): string[] {
	const { p50, p95, max } = summarise(probes);
	const { latency, requests, non2xx, errors, timeouts } = result;
	return [
		`${clients}`,
		fixed(requests.average),
		`${latency.p50}`,
		`${latency.p97_5}`,
		`${latency.p99}`,
		`${non2xx + errors + timeouts}`,
		fixed(p50),
		fixed(p95),
		fixed(max)
	];
}

/** Pages that a class opens. */
const pages: Section = {
	name: 'pages',
	about: 'the home page, an exercise and its JSON, read without a pause',
	run: async (context): Promise<SectionResult> => {
		const { url } = await context.product();
		const paths = ['/', `/exercises/${inspected.exercise}`, `/api/exercises/${inspected.exercise}`];
		const rows: string[][] = [];
		const data: unknown[] = [];
		for (const connections of [8, 64]) {
			const { done, ms } = await beside(url, () =>
				autocannon({
					url,
					connections,
					duration: secondsOf(context),
					requests: paths.map((path) => ({ path, method: 'GET' }))
				})
			);
			rows.push(rowOf(connections, done, ms));
			data.push({ connections, result: done, healthz: ms });
		}
		return { tables: [{ headings, rows }], notes: [], data };
	}
};

/** A class that types: each client sends its next inspection when the site has accepted the one before. */
const inspections: Section = {
	name: 'inspections',
	about: 'inspections of changed code, accepted and then finished; no two are equal',
	run: async (context): Promise<SectionResult> => {
		const product = await context.product();
		const source = sourceOf(await exercise(inspected.exercise), inspected.variant);
		const amount = context.quick ? 20 : 300;
		const rows: string[][] = [];
		const data: unknown[] = [];
		for (const connections of [8, 60]) {
			await settle(product);
			const began = performance.now();
			const { done, ms } = await beside(product.url, async () => {
				const result = await autocannon({
					url: product.url,
					connections,
					amount: Math.max(amount, connections),
					requests: [
						{
							path: '/api/runs',
							method: 'POST',
							headers: json,
							setupRequest: (request) => ({
								...request,
								body: JSON.stringify(inspection(source, 'host'))
							})
						}
					]
				});
				await settle(product);
				return result;
			});
			const seconds = (performance.now() - began) / 1000;
			const accepted = done['2xx'];
			rows.push([...rowOf(connections, done, ms), fixed(accepted / seconds)]);
			data.push({ connections, seconds, result: done, healthz: ms });
		}
		return {
			tables: [{ headings: [...headings, 'finished a second'], rows }],
			notes: ['A client is a connection; the runner is the one of this machine.'],
			data
		};
	}
};

/** A room in which everybody changes their vote at once, with all streams open. */
const votes: Section = {
	name: 'votes',
	about: 'a workshop: participants with open streams vote without a pause',
	run: async (context): Promise<SectionResult> => {
		const { url } = await context.product();
		const people = context.quick ? 10 : 100;
		const { body: room } = await post<WorkshopOpened>(`${url}/api/workshops`, {
			title: 'A bench',
			exercises: [inspected.exercise]
		});
		const host = `${url}/api/hosts/${room.hostPage.replace('/host/', '')}`;
		let view: HostView | undefined;
		const streams = [
			listen(`${host}/events`, (data) => {
				view = (JSON.parse(data) as { view: HostView }).view;
			})
		];
		const tokens: string[] = [];
		for (let number = 1; number <= people; number++) {
			const seat = await post<{ token: string }>(`${url}/api/workshops/${room.code}/seats`, {
				name: `Guest ${number}`
			});
			tokens.push(seat.body.token);
			streams.push(listen(`${url}/api/seat/events`, () => undefined, seat.body.token));
		}
		let next = 0;
		const { done, ms } = await beside(url, () =>
			autocannon({
				url,
				connections: Math.min(people, 50),
				duration: secondsOf(context),
				requests: [
					{
						path: '/api/seat/votes',
						method: 'POST',
						setupRequest: (request) => ({
							...request,
							headers: { ...json, authorization: `Bearer ${tokens[next++ % people]}` },
							body: JSON.stringify({
								exercise: inspected.exercise,
								ratio: 1 + Math.random() * 9
							})
						})
					}
				]
			})
		);
		const seen = view?.people.length;
		for (const { leave } of streams) leave();
		return {
			tables: [{ headings, rows: [rowOf(Math.min(people, 50), done, ms)] }],
			notes: [`${people} people; the host's screen showed ${seen} of them.`],
			data: { people, result: done, healthz: ms }
		};
	}
};

await runSections([pages, inspections, votes, fleet], 'load-');
