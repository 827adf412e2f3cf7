/** A run that finds a free runner starts at once; a run that finds none waits in its queue, as does a run whose runner died. */
import { claimRuns, insertRun, type NewRun } from '@cyclelab/site/server/runs/queue.ts';
import { expect, test } from 'vitest';
import { eventually, runOn, siteAndDatabase } from './hooks.ts';
import { connectRunner } from './runner.ts';
import { read, run, token, watchAll } from './site.ts';

const { site, database } = siteAndDatabase();

const stateOf = async (id: string) => (await read(site, `/api/runs/${id}`)).body.state;

test('of two for one slot, sent in one moment, one waits in the queue until the other is over', async () => {
	const runner = await connectRunner(site.url, token, { id: 'single', slots: 1, work: () => {} });
	const both = await Promise.all([
		run(site, { runner: 'single', flags: ['-O1'] }),
		run(site, { runner: 'single', flags: ['-O3'] })
	]);
	await eventually(() => expect(runner.jobs).toHaveLength(1));
	const first = runner.jobs[0]!.run;
	const second = both.map(({ body }) => body.id).find((id) => id !== first);
	expect([await stateOf(first), await stateOf(second)]).toEqual(['running', 'queued']);
	runner.finish(runner.jobs[0]);
	await eventually(() => expect(runner.jobs.map(({ run }) => run)).toEqual([first, second]));
	expect(await stateOf(second)).toBe('running');
});

test('it does not start ahead of a run that waits in the same queue', async () => {
	const runner = await connectRunner(site.url, token, { id: 'busy', slots: 1, work: () => {} });
	const held = await runOn(runner, site, { runner: 'busy', flags: ['-O1'] });
	const { body: waiting } = await run(site, { runner: 'busy', flags: ['-O3'] });
	const [row] = await database.query(
		'select job, request, queue, owner from cyclelab.runs where id = $1',
		[waiting.id]
	);
	const more = { id: 'next', key: Buffer.alloc(32), needsCore: true };
	const next = { ...row, ...more } as unknown as NewRun;
	const { instance } = database.session;
	const inserted = [
		await insertRun(database, next, 5, instance),
		await insertRun(database, { ...next, queue: 'of-another-runner' }, 5, instance)
	];
	expect(inserted).toEqual([false, true]);
	expect([await stateOf(held.id), await stateOf(waiting.id)]).toEqual(['running', 'queued']);
	await database.query("delete from cyclelab.runs where id = 'next'");
});

test('if its runner dies, it waits in the queue, and another attempt ends it', async () => {
	const dying = await connectRunner(site.url, token, { id: 'dying', work: () => {} });
	const body = await runOn(dying, site, { runner: 'dying' });
	dying.kill();
	await eventually(async () => expect(await stateOf(body.id)).toBe('queued'));
	await connectRunner(site.url, token, { id: 'dying' });
	expect((await watchAll(site, body.id)).at(-1)?.event).toBe('finished');
	await eventually(async () => expect(await stateOf(body.id)).toBe('finished'));
});

test('claims at the same moment get different runs, each in the order of the queue', async () => {
	const holder = await connectRunner(site.url, token, { id: 'pattern', slots: 1, work: () => {} });
	const given = await runOn(holder, site, { runner: 'pattern' });
	const [row] = await database.query(
		'select job, request, owner from cyclelab.runs where id = $1',
		[given.id]
	);
	const ids = Array.from(
		{ length: 12 },
		(_, number) => `claimed-${String(number).padStart(2, '0')}`
	);
	for (const id of ids) {
		const more = { id, queue: 'claims', key: Buffer.alloc(32), needsCore: true };
		const waiting = { ...row, ...more } as unknown as NewRun;
		expect(await insertRun(database, waiting, 100)).toBe(true);
	}
	// a holder whose lease is free would lose its runs again
	const { instance } = database.session;
	const claims = await Promise.all(
		[1, 2, 3, 4].map(() => claimRuns(database, 'claims', 2, instance))
	);
	const claimed = claims.map((runs) => runs.map(({ id }) => id));
	expect(claimed.flat().toSorted()).toEqual(ids.slice(0, 8));
	for (const some of claimed) expect(some).toEqual(some.toSorted());
	await database.query("delete from cyclelab.runs where queue = 'claims'");
});
