/** Runs in a workshop: shared, in turn, and checked by the host when they meet the challenge. */
import { expect, test } from 'vitest';
import type { Job } from '@cyclelab/contract/schema/job';
import { exactly } from '@cyclelab/site/fixtures/examples.ts';
import type { HostView } from '@cyclelab/site/shared/workshop-host.ts';
import type { SeatView } from '@cyclelab/site/shared/workshop-participant.ts';
import { eventually, onEachStore, siteForAll } from './hooks.ts';
import { actAt, bearer, emptyTally, finish, follow, joinRoom, json, openRoom } from './room.ts';
import { connectRunner, type TestRunner } from './runner.ts';
import { post, read, run, token } from './site.ts';

onEachStore('runs of a workshop', (openStore) => {
	const site = siteForAll(openStore);

	const open = () => openRoom(site);
	const act = (host: string, body: object) => actAt(site, host, body);
	const join = (code: string, name: string) => joinRoom(site, code, name);

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
				first: [],
				second: [],
				...emptyTally,
				edited: 1,
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

	test('equal runs that end while others are being stored refuse nobody', async () => {
		const { code, host } = await open();
		await connectRunner(site.url, token, { work: (job, runner) => finish(runner, job, 6) });
		const people = await Promise.all(
			Array.from({ length: 12 }, (_, i) => join(code, `person ${i}`))
		);
		for (let round = 0; round < 10; round += 1) {
			const answers = await Promise.all(
				people.map((seat) =>
					post(site, '/api/runs', { exercise: 'two-stores' }, bearer(seat.token))
				)
			);
			expect(answers.map(({ status }) => status)).toEqual(people.map(() => 202));
		}
		const idle = { waiting: 0, running: 0, joined: 0 };
		await eventually(async () => expect((await read(site, host)).body.queue).toEqual(idle));
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
			person: 2,
			name: 'bob',
			at: at[1],
			runner: 'alpha',
			run: bob.run,
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
			run: ada.run,
			language: 'c',
			compiler: 'clang-22',
			flags: ['-O3'],
			variants: [{ id: 'narrow', label: 'Narrow', given: 'int narrow;\n', source: 'int of_ada;\n' }]
		});
		const second = follow<HostView>(site.url + host + '/events');
		const phone = follow<SeatView>(`${site.url}/api/seat/events`, bearer(bob.seat.token));
		const decide = (person: number, run: string, accepted: boolean) =>
			act(host, { act: 'check', person, run, accepted });
		expect((await decide(1, ada.run, true)).status).toBe(200);
		expect((await decide(2, bob.run, false)).status).toBe(200);
		const decided = { solved: 1, unchecked: 0 };
		for (const view of [screen, second])
			await eventually(() => expect(view.last()?.tally).toMatchObject(decided));
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
		for (const view of [screen, second, phone]) view.leave();

		await site.restart();
		const { body } = await read(site, host);
		expect(
			body.solvers.map(({ name, run, checked }: HostView['solvers'][number]) => [
				name,
				run,
				checked
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
});
