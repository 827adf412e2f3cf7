/** Sites of two versions on one store, as during an update: one cannot parse the other's jobs. */
import { expect, test } from 'vitest';
import { siteForAll } from './hooks.ts';
import { connectRunner } from './runner.ts';
import * as tests from './site.ts';
import { run, token, watchAll } from './site.ts';

let shared: tests.Store;
const site = siteForAll(async () => (shared = await tests.sharedStore()));

test('a run of another version’s site fails with a sentence and does not block the queue', async () => {
	const { body: foreign } = await run(site);
	const { body: ours } = await run(site, { sources: { narrow: 'int other;\n' } });
	const database = await tests.openStore(shared);
	await database.query(
		`update cyclelab.runs set job = (job::jsonb || '{"wishOfANewerVersion": 1}')::json where id = $1`,
		[foreign.id]
	);
	await database.close();
	const watched = watchAll(site, foreign.id);
	const runner = await connectRunner(site.url, token);
	expect((await watched).at(-1)?.data).toEqual({
		type: 'failed',
		code: 'OUTDATED',
		message: expect.stringContaining('Run it again.'),
		id: expect.any(String)
	});
	expect((await watchAll(site, ours.id)).at(-1)?.event).toBe('finished');
	expect(runner.jobs.map((job) => job.run)).toEqual([ours.id]);
	const { body } = await tests.read(site, `/api/runs/${foreign.id}`);
	expect(body.state).toBe('failed');
});
