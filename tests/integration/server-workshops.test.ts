/** Workshops over HTTP, on both kinds of database, and across a restart. */
import { describe, expect, test, vi } from 'vitest';
import type { Job } from '@cyclelab/runner/schema/job';
import { exactly } from '@cyclelab/site/shared/examples.ts';
import type { HostView } from '@cyclelab/site/shared/workshop-host.ts';
import type { SeatView } from '@cyclelab/site/shared/workshop-participant.ts';
import { bearer, finish, follow, joinRoom, json, openRoom, voteAt } from './server-room.ts';
import { connectRunner, type TestRunner } from './server-runner.ts';
import { siteForAll } from './server-hooks.ts';
import * as tests from './server-site.ts';
import { post, read, run, token } from './server-site.ts';

const stores = [
	{ name: 'the embedded PostgreSQL', open: tests.embeddedStore, missing: false },
	{
		name: 'the server of CYCLELAB_TEST_DATABASE_URL',
		open: () => tests.givenStore(tests.givenServer ?? ''),
		missing: tests.givenServer === undefined
	}
];
/** The counts of a tally without runs. */
const none = {
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
const eventually = (check: () => unknown) => vi.waitFor(check, { timeout: 5000, interval: 10 });
for (const store of stores)
	describe.skipIf(store.missing)(`workshops on ${store.name}`, () => {
		const site = siteForAll(store.open);

		const open = () => openRoom(site);
		const act = async (host: string, body: object) => json(await post(site, `${host}/acts`, body));
		const join = (code: string, name: string) => joinRoom(site, code, name);
		const vote = (seat: string, ratio: number) => voteAt(site, seat, ratio);

		test('votes reach the host at once, and participants only when the host reveals them', async () => {
			const { code, host } = await open();
			const [ada, bob] = [
				await join(code, 'Ada'),
				await join(code.toLowerCase().replace('-', ''), 'ada')
			];
			expect([ada.name, bob.name]).toEqual(['Ada', 'ada 2']);
			const screen = follow<HostView>(site.url + host + '/events');
			const phone = follow<SeatView>(`${site.url}/api/seat/events`, bearer(ada.token));
			await eventually(() =>
				expect(screen.last()?.people.map(({ name, here }) => [name, here])).toEqual([
					['Ada', true],
					['ada 2', false]
				])
			);
			expect(await vote(ada.token, 3)).toBe(204);
			expect(await vote(bob.token, 7)).toBe(204);
			expect(await vote(bob.token, 8)).toBe(204);
			await eventually(() => expect(screen.last()?.tally.first).toEqual([3, 8]));
			await eventually(() =>
				expect(phone.last()?.votes).toEqual([{ exercise: 'two-stores', round: 1, ratio: 3 }])
			);
			expect(phone.seen.views.every(({ tally }) => tally === undefined)).toBe(true);

			await act(host, { act: 'vote', round: 2 });
			expect(await vote(ada.token, 5)).toBe(204);
			await act(host, { act: 'reveal', on: true });
			expect(await vote(ada.token, 6)).toBe(409);
			await eventually(() =>
				expect(phone.last()?.tally).toEqual({
					...{ first: [3, 8], second: [5], results: [], ...none }
				})
			);
			screen.leave();
			phone.leave();
			await eventually(async () =>
				expect((await read(site, host)).body.people[0].here).toBe(false)
			);
		});

		test('participants who measure the same at once share one run, which counts for each', async () => {
			const { code, host } = await open();
			const jobs: [TestRunner, Job][] = [];
			await connectRunner(site.url, token, { work: (job, runner) => jobs.push([runner, job]) });
			const people = await Promise.all(['a', 'b', 'c'].map((name) => join(code, name)));
			const asked = await Promise.all(
				people.map((seat) =>
					post(site, '/api/runs', { exercise: 'two-stores' }, bearer(seat.token)).then(json)
				)
			);
			expect(new Set(asked.map(({ body }) => body.id)).size).toBe(1);
			// an address outside the workshop gets a separate run
			const alone = await run(site);
			expect(alone.body.id).not.toBe(asked[0]?.body.id);
			const edited = await json(
				await post(
					site,
					'/api/runs',
					{ exercise: 'two-stores', sources: { narrow: 'int other;\n' } },
					bearer(people[0]?.token ?? '')
				)
			);
			await eventually(() => expect(jobs).toHaveLength(3));
			expect((await read(site, host)).body.queue).toEqual({ waiting: 0, running: 2, joined: 2 });
			for (const [runner, job] of jobs) finish(runner, job, job.run === edited.body.id ? 1 : 6);
			await eventually(async () =>
				expect((await read(site, host)).body.tally).toEqual({
					...{ first: [], second: [], ...none, edited: 1 },
					results: [
						{
							run: asked[0]?.body.id,
							runner: 'alpha',
							processor: 'AMD Zen 5',
							microarchitecture: 'znver5',
							toolchain: 'clang-22',
							at: '2026-01-01T00:00:05.000Z',
							people: 3,
							answer: exactly(6)
						}
					]
				})
			);
			const csv = await (await fetch(`${site.url}${host}/export.csv`)).text();
			expect(csv.split('\r\n').filter((line) => line.startsWith('run,'))).toHaveLength(4);
		});

		/** Opens a workshop with the host's view, and participants whose runs the test ends. */
		async function challenge() {
			const { code, host } = await open();
			const jobs: [TestRunner, Job][] = [];
			await connectRunner(site.url, token, { work: (job, runner) => jobs.push([runner, job]) });
			const screen = follow<HostView>(site.url + host + '/events');
			await eventually(() => expect(screen.last()?.solvers).toEqual([]));
			const attempt = async (name: string, seat?: { token: string }, flags: string[] = []) => {
				const person = seat ?? (await join(code, name));
				const sources = { narrow: `int of_${name};\n` };
				const asked = { exercise: 'two-stores', sources, flags };
				const { body } = await json(await post(site, '/api/runs', asked, bearer(person.token)));
				await eventually(() => expect(jobs.at(-1)?.[1].run).toBe(body.id));
				const [runner, job] = jobs.at(-1) as [TestRunner, Job];
				const end = (verdict: 'passed' | 'not-yet', finishedAt: string) =>
					finish(runner, job, 1, { challenge: { verdict, goals: [] }, finishedAt });
				return { run: String(body.id), seat: person, end };
			};
			return { code, host, screen, attempt };
		}
		const at = ['2026-01-01T00:00:05.000Z', '2026-01-01T00:00:06.000Z'] as const;

		test('participants who meet the challenge are listed for the host at once, unchecked, in order of time', async () => {
			const { screen, attempt } = await challenge();
			const [ada, bob, eve] = [await attempt('ada'), await attempt('bob'), await attempt('eve')];
			bob.end('passed', at[1]);
			const ofBob = {
				...{ person: 2, name: 'bob', at: at[1], runner: 'alpha', run: bob.run },
				checked: 'unchecked'
			};
			await eventually(() => expect(screen.last()?.solvers).toEqual([ofBob]));
			eve.end('not-yet', at[1]);
			ada.end('passed', at[0]);
			await eventually(() =>
				expect(screen.last()?.tally).toMatchObject({ edited: 3, solved: 0, unchecked: 2 })
			);
			expect(screen.last()?.solvers.map(({ name }) => name)).toEqual(['ada', 'bob']);
			screen.leave();
		});

		test('a name counts as a solver only after the host saw its source and accepted it, also after a restart', async () => {
			const { code, host, screen, attempt } = await challenge();
			const ada = await attempt('ada', undefined, ['-O3']);
			const bob = await attempt('bob');
			ada.end('passed', at[0]);
			bob.end('passed', at[1]);
			await eventually(() => expect(screen.last()?.tally.unchecked).toBe(2));
			expect((await read(site, `${host}/runs/${ada.run}`)).body).toEqual({
				...{ run: ada.run, language: 'c', compiler: 'clang-22', flags: ['-O3'] },
				variants: [
					{ id: 'narrow', label: 'Narrow', given: 'int narrow;\n', source: 'int of_ada;\n' }
				]
			});
			const second = follow<HostView>(site.url + host + '/events');
			const phone = follow<SeatView>(`${site.url}/api/seat/events`, bearer(bob.seat.token));
			const decide = (person: number, run: string, accepted: boolean) =>
				act(host, { act: 'check', person, run, accepted });
			expect((await decide(1, ada.run, true)).status).toBe(200);
			expect((await decide(2, bob.run, false)).status).toBe(200);
			const decided = { solved: 1, unchecked: 0 };
			for (const one of [screen, second])
				await eventually(() => expect(one.last()?.tally).toMatchObject(decided));
			await eventually(() =>
				expect(phone.last()?.solutions).toEqual([{ exercise: 'two-stores', checked: 'rejected' }])
			);
			const again = await attempt('bob2', bob.seat);
			again.end('passed', at[1]);
			await eventually(() => expect(screen.last()?.tally.unchecked).toBe(1));

			// the host can decide only about runs that meet the challenge, and only the host can read their sources
			expect((await decide(2, ada.run, true)).status).toBe(404);
			expect((await decide(3, again.run, true)).status).toBe(404);
			expect((await read(site, `${host}/runs/${'x'.repeat(22)}`)).status).toBe(404);
			const other = await open();
			expect((await read(site, `${other.host}/runs/${ada.run}`)).status).toBe(404);
			const elsewhere = { act: 'check', person: 1, run: ada.run, accepted: true };
			expect((await act(other.host, elsewhere)).status).toBe(404);
			for (const one of [screen, second, phone]) one.leave();

			await site.restart();
			const { body } = await read(site, host);
			expect(
				body.solvers.map(({ name, run, checked }: HostView['solvers'][number]) => [
					...[name, run, checked]
				])
			).toEqual([
				['ada', ada.run, 'accepted'],
				['bob', again.run, 'unchecked']
			]);
			const csv = await (await fetch(`${site.url}${host}/export.csv`)).text();
			const [head = '', ...lines] = csv.split('\r\n');
			const column = head.split(',').indexOf('checked');
			const checks = lines
				.filter((line) => line.startsWith('run,'))
				.map((line) => line.split(',')[column]);
			expect(checks).toEqual(['accepted', 'rejected', 'unchecked']);
			const exported = (await read(site, `${host}/export.json`)).body;
			expect(exported.runs.map(({ checked }: { checked: string }) => checked)).toEqual(checks);
			expect((await act(host, { act: 'end' })).status).toBe(200);
			expect((await decide(2, again.run, true)).status).toBe(409);
			const { summary } = (await read(site, `/api/workshops/${code}`)).body;
			expect(summary[0].tally).toMatchObject({ solved: 1, unchecked: 1 });
		});

		test("a person's second run waits behind everyone's first", async () => {
			const { code } = await open();
			const [ada, bob] = [await join(code, 'Ada'), await join(code, 'Bob')];
			const ask = async (seat: { token: string }, text: string) => {
				const body = { exercise: 'two-stores', sources: { narrow: `int ${text};\n` } };
				return json(await post(site, '/api/runs', body, bearer(seat.token)));
			};
			for (const text of ['a1', 'a2', 'a3']) await ask(ada, text);
			for (const text of ['b1', 'b2']) await ask(bob, text);
			const order: string[] = [];
			await connectRunner(site.url, token, {
				slots: 1,
				work: (job, runner) => {
					order.push(job.variants[1]?.source.slice(4, 6) ?? '');
					finish(runner, job, 2);
				}
			});
			await eventually(() => expect(order).toEqual(['a1', 'b1', 'a2', 'b2', 'a3']));
		});

		test('seats, votes and the host’s step survive a restart of the site', async () => {
			const { code, host } = await open();
			const ada = await join(code, 'Ada');
			await vote(ada.token, 4);
			await act(host, { act: 'timer', seconds: 600 });
			const before = (await read(site, host)).body;
			await site.restart();
			expect((await read(site, host)).body).toEqual(before);
			expect(await vote(ada.token, 5)).toBe(204);
			expect((await read(site, host)).body.tally.first).toEqual([5]);
		});

		test('an ended workshop has a page without names, and a deleted workshop is not found', async () => {
			const { code, host } = await open();
			const ada = await join(code, '=Ada; -1, "the first"');
			await vote(ada.token, 4);
			expect((await act(host, { act: 'end' })).status).toBe(200);
			expect(await vote(ada.token, 5)).toBe(409);
			expect((await act(host, { act: 'bring' })).status).toBe(409);
			const { body } = await read(site, `/api/workshops/${code}`);
			expect(body.summary.map((one: { tally: object }) => one.tally)).toEqual([
				{ first: [4], second: [], results: [], ...none }
			]);
			expect(JSON.stringify(body)).not.toContain('Ada');
			const csv = await (await fetch(`${site.url}${host}/export.csv`)).text();
			expect(csv).toContain(`vote,two-stores,"'=Ada; '-1, ""the first""",1,1,4,`);
			const phone = follow<SeatView>(`${site.url}/api/seat/events`, bearer(ada.token));
			await eventually(() => expect(phone.seen.views).toHaveLength(1));
			expect((await fetch(site.url + host, { method: 'DELETE' })).status).toBe(204);
			await eventually(() => expect([phone.seen.gone, phone.seen.ended]).toEqual([true, true]));
			expect((await read(site, host)).status).toBe(404);
			expect((await read(site, `/api/workshops/${code}`)).status).toBe(404);
		});

		test('acts of a host or participant need its key, and affect its workshop only', async () => {
			const { code, host } = await open();
			expect((await read(site, `/api/hosts/${code}`)).status).toBe(404);
			expect(
				(await json(await post(site, '/api/seat/votes', {}, bearer('x'.repeat(43))))).status
			).toBe(401);
			expect((await act(host, { act: 'go', exercise: 'store-forwarding' })).status).toBe(400);
			const unknown = { title: 'x', exercises: ['two-stores', 'two-stores', 'none'] };
			expect((await json(await post(site, '/api/workshops', unknown))).body.issues).toHaveLength(2);
			expect(
				(await json(await post(site, `/api/workshops/${code}/seats`, { name: ' \u200b' }))).status
			).toBe(400);
		});

		test('wrong join codes are limited for an address, but a few mistakes do not prevent joining', async () => {
			const { code } = await open();
			const statuses = [];
			for (let tried = 0; tried < 31; tried++)
				statuses.push((await read(site, `/api/workshops/2222-22${10 + tried}`)).status);
			expect([statuses.at(0), statuses.at(-1)]).toEqual([404, 429]);
			expect((await read(site, `/api/workshops/${code}`)).status).toBe(429);
		});
	});
