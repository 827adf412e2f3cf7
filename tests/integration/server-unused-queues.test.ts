/** Queues: one is made for a run that waits in it, not for a runner that could serve it, or for a run that starts at once. */
import type { Database } from '@cyclelab/site/server/store/database.ts';
import type { Site } from '@cyclelab/site/server/site.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { connectRunner, disconnectAll } from './server-runner.ts';
import {
	cancelAll,
	openStore,
	read,
	run,
	sharedStore,
	startSite,
	token,
	type Store
} from './server-site.ts';

let store: Store;
let database: Database;
let site: Site;
beforeAll(async () => {
	store = await sharedStore();
	site = await startSite(store);
	database = await openStore(store);
}, 60_000);
afterEach(async () => {
	await cancelAll(site);
	await disconnectAll();
});
afterAll(async () => {
	await database.close();
	await site.close();
	await store.remove();
});

const queues = async (): Promise<unknown[]> =>
	(
		await database.query("select name from pgboss.queue where name like '%made-up%' order by 1")
	).map(({ name }) => name);

/** Connects a runner of this processor, which does nothing with its runs. */
const runnerOf = (microarchitecture: string, id = 'alpha') =>
	connectRunner(site.url, token, {
		id,
		work: () => {},
		as: (one) => ({ ...one, host: { ...one.host, microarchitecture } })
	});

test('a runner that connects again and again with another processor makes no queues, and its runs find it', async () => {
	for (let number = 0; number < 10; number++)
		await (await runnerOf(`made-up-${number}`)).disconnect();
	expect(await queues()).toEqual([]);
	const runner = await runnerOf('made-up-10');
	const { status, body } = await run(site, { microarchitecture: 'made-up-10' });
	expect(status).toBe(202);
	await expect.poll(() => runner.jobs.map((job) => job.run)).toEqual([body.id]);
	expect(await queues()).toEqual([]);
	await runner.disconnect();
	await expect.poll(queues).toEqual(['x86-64/made-up-10']);
});

test('a site that starts alone deletes queues that hold no run; a run that waits is taken afterwards', async () => {
	const runner = await runnerOf('made-up-20', 'beta');
	const { body } = await run(site, { microarchitecture: 'made-up-20' });
	await runner.disconnect();
	await expect.poll(async () => (await read(site, body.url)).body.state).toBe('queued');
	await database.query(
		`insert into pgboss.queue select (jsonb_populate_record(queue, '{"name": "x86-64/made-up-left"}')).*
		from pgboss.queue where name = 'x86-64/made-up-20'`
	);
	const other = await startSite(store);
	await other.close();
	expect(await queues()).toContain('x86-64/made-up-left');

	// The connection of this test has a lease, too.
	await site.close();
	await database.close();
	site = await startSite(store);
	database = await openStore(store);
	expect(await queues()).not.toContain('x86-64/made-up-left');
	expect(await queues()).toContain('x86-64/made-up-20');
	const back = await runnerOf('made-up-20', 'beta');
	await expect.poll(() => back.jobs.map((job) => job.run)).toEqual([body.id]);
});
