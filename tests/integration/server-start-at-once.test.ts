/** A run that finds a free runner does not pass through the queue; a run that finds none waits there, as does a run whose runner died. */
import type { Database } from '@cyclelab/site/server/store/database.ts';
import { insertRun, type NewRun } from '@cyclelab/site/server/runs/store.ts';
import { jobIdOf } from '@cyclelab/site/server/base/ids.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { siteForAll } from './server-hooks.ts';
import { connectRunner } from './server-runner.ts';
import { eventsOf } from './server-examples.ts';
import { openStore, read, run, sharedStore, token, watchAll, type Store } from './server-site.ts';

let data: Store;
let database: Database;
const site = siteForAll(async () => (data = await sharedStore()));
beforeAll(async () => {
	database = await openStore(data);
});
afterAll(() => database.close());

/** States of a run's jobs in pg-boss. */
const jobsOf = async (id: string): Promise<unknown[]> =>
	(await database.query('select state from pgboss.job where id = $1', [jobIdOf(id)])).map(
		({ state }) => state
	);
const stateOf = async (id: string) => (await read(site, `/api/runs/${id}`)).body.state;

test('it starts at once, and ends, without a job in the queue', async () => {
	const runner = await connectRunner(site.url, token, { id: 'free' });
	const { body } = await run(site, { runner: 'free' });
	expect((await watchAll(site, body.id)).at(-1)?.event).toBe('finished');
	expect(runner.jobs.map(({ run }) => run)).toEqual([body.id]);
	await vi.waitFor(async () => expect(await stateOf(body.id)).toBe('finished'));
	expect(await jobsOf(body.id)).toEqual([]);
});

test('of two for one slot, sent in one moment, one waits in the queue until the other is over', async () => {
	const runner = await connectRunner(site.url, token, { id: 'single', slots: 1, work: () => {} });
	const both = await Promise.all([
		run(site, { runner: 'single', flags: ['-O1'] }),
		run(site, { runner: 'single', flags: ['-O3'] })
	]);
	await vi.waitFor(() => expect(runner.jobs).toHaveLength(1));
	const first = runner.jobs[0]!.run;
	const second = both.map(({ body }) => body.id).find((id) => id !== first);
	expect([await stateOf(first), await stateOf(second)]).toEqual(['running', 'queued']);
	expect([await jobsOf(first), await jobsOf(second)]).toEqual([[], ['created']]);
	for (const event of eventsOf(runner.jobs[0]!, runner.description)) runner.sendEvent(first, event);
	await vi.waitFor(() => expect(runner.jobs.map(({ run }) => run)).toEqual([first, second]));
	expect(await jobsOf(second)).toEqual(['active']);
});

test('it does not start ahead of a run that waits in the same queue', async () => {
	const runner = await connectRunner(site.url, token, { id: 'busy', slots: 1, work: () => {} });
	const { body: held } = await run(site, { runner: 'busy', flags: ['-O1'] });
	await vi.waitFor(() => expect(runner.jobs).toHaveLength(1));
	const { body: waiting } = await run(site, { runner: 'busy', flags: ['-O3'] });
	const [row] = await database.query(
		'select job, request, queue, owner from cyclelab.runs where id = $1',
		[waiting.id]
	);
	const next = { ...row, id: 'next', key: Buffer.alloc(32) } as unknown as NewRun;
	const { instance } = database.session;
	const inserted = [
		await insertRun(database, next, 5, instance),
		await insertRun(database, { ...next, queue: 'of-another-runner' }, 5, instance)
	];
	expect(inserted).toEqual([undefined, 0]);
	expect([await stateOf(held.id), await stateOf(waiting.id)]).toEqual(['running', 'queued']);
	await database.query("delete from cyclelab.runs where id = 'next'");
});

test('if its runner dies, it waits in the queue, and another attempt ends it', async () => {
	const dying = await connectRunner(site.url, token, { id: 'dying', work: () => {} });
	const { body } = await run(site, { runner: 'dying' });
	await vi.waitFor(() => expect(dying.jobs).toHaveLength(1));
	dying.kill();
	await vi.waitFor(async () => expect(await jobsOf(body.id)).toEqual(['created']));
	await connectRunner(site.url, token, { id: 'dying' });
	expect((await watchAll(site, body.id)).at(-1)?.event).toBe('finished');
	await vi.waitFor(async () => expect(await jobsOf(body.id)).toEqual(['completed']));
});
