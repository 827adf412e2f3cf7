/** Inspections of code that is being typed: answered from memory, and never stored longer than they wait and run. */
import { expect, test } from 'vitest';
import { defined } from '@cyclelab/contract/defined';
import type { RunnerDescription } from '@cyclelab/contract/schema/gateway';
import { describeRunner } from './examples.ts';
import { eventually, runOn, siteAndDatabase } from './hooks.ts';
import { followInspection, storedRows, typed, type Typed } from './inspections.ts';
import { connectRunner, hold, sendStarted, type RunnerWork } from './runner.ts';
import { eventTypes, read, run, token, watchAll } from './site.ts';

const { site, database } = siteAndDatabase();
/** A runner whose answers may be remembered. */
const alpha: RunnerDescription = {
	...describeRunner('alpha', 1),
	startedAt: '2026-01-01T00:00:00.000Z'
};

const join = (work?: RunnerWork) =>
	connectRunner(site.url, token, { slots: 1, as: () => alpha, ...defined({ work }) });

const rows = () => storedRows(database);
const nothing = { runs: 0, events: 0 };
const ended = (inspection: Typed) => inspection.frames.then(eventTypes);

test('one that finds a free slot leaves no row, and an equal one is answered from memory', async () => {
	const runner = await join();
	const first = await followInspection(site, typed('int a;\n')).frames;
	expect(eventTypes(first)).toBe('started stage stage finished');
	expect(await followInspection(site, typed('int a;\n')).frames).toEqual(first);
	expect([runner.jobs.length, await rows()]).toEqual([1, nothing]);
	// nothing can be asked for by its id
	expect((await read(site, `/api/runs/${runner.jobs[0]?.run}`)).status).toBe(404);
});

test('one that waits has a row in its queue, and none when it is over', async () => {
	const runner = await join(hold);
	const before = followInspection(site, typed('int before;\n'));
	await eventually(() => expect(runner.jobs).toHaveLength(1));
	const waiting = followInspection(site, typed('int waits;\n'));
	await eventually(async () => expect(await rows()).toEqual({ runs: 1, events: 0 }));
	runner.finish(runner.jobs[0]);
	await eventually(() => expect(runner.jobs).toHaveLength(2));
	runner.finish(runner.jobs[1]);
	await Promise.all([ended(before), ended(waiting)]);
	await eventually(async () => expect(await rows()).toEqual(nothing));
});

test('it does not start ahead of a run that waits', async () => {
	const runner = await join(hold);
	const held = await runOn(runner, site, { stages: ['inspect'] });
	const { body: waiting } = await run(site, { stages: ['inspect'], flags: ['-O1'] });
	const inspection = followInspection(site, typed('int later;\n'));
	await eventually(async () => expect(await rows()).toMatchObject({ runs: 3 }));
	for (const at of [0, 1, 2]) {
		await eventually(() => expect(runner.jobs).toHaveLength(at + 1));
		runner.finish(runner.jobs[at]);
	}
	expect(eventTypes(await watchAll(site, waiting.id))).toBe('started stage stage finished');
	await ended(inspection);
	expect(runner.jobs.slice(0, 2).map(({ run: id }) => id)).toEqual([held.id, waiting.id]);
	await database.query('delete from cyclelab.run_events');
	await database.query('delete from cyclelab.runs');
});

test('it is cancelled when its last reader leaves, running or waiting', async () => {
	const runner = await join(hold);
	const [one, two] = [1, 2].map(() => followInspection(site, typed('int left;\n')));
	await eventually(() => expect(runner.jobs).toHaveLength(1));
	const waits = followInspection(site, typed('int waits_and_left;\n'));
	await eventually(async () => expect(await rows()).toMatchObject({ runs: 1 }));
	waits.leave();
	await eventually(async () => expect(await rows()).toEqual(nothing));
	sendStarted(runner, runner.jobs[0]?.run ?? '');
	expect([await one?.next(), await two?.next()]).toEqual(['started', 'started']);
	one?.leave();
	// a request that is answered after the first has left
	await read(site, '/api/runners');
	expect(runner.cancelled).toEqual([]);
	two?.leave();
	await eventually(() => expect(runner.cancelled).toEqual([runner.jobs[0]?.run]));
	expect([runner.jobs.length, await rows()]).toEqual([1, nothing]);
});

test('if its runner dies, it waits in its queue, goes on at another, and leaves nothing', async () => {
	const dying = await join(hold);
	const inspection = followInspection(site, typed('int twice;\n'));
	await eventually(() => expect(dying.jobs).toHaveLength(1));
	sendStarted(dying, dying.jobs[0]?.run ?? '');
	expect(await inspection.next()).toBe('started');
	dying.kill();
	await eventually(async () => expect(await rows()).toMatchObject({ runs: 1 }));
	const next = await join(hold);
	await eventually(() => expect(next.jobs).toHaveLength(1));
	// its end reaches its reader before the store
	await database.transaction(async (sql) => {
		await sql.query('lock table cyclelab.run_events in exclusive mode');
		next.finish(next.jobs[0]);
		expect(await ended(inspection)).toBe('started moved started stage stage finished');
	});
	await eventually(async () => expect(await rows()).toEqual(nothing));
});

test('a run that is to be stored is not answered by one that is not', async () => {
	const runner = await join();
	await followInspection(site, typed('int c;\n')).frames;
	const { body } = await run(site, typed('int c;\n'));
	expect(eventTypes(await watchAll(site, body.id))).toBe('started stage stage finished');
	expect((await read(site, `/api/runs/${body.id}`)).body.state).toBe('finished');
	expect(runner.jobs).toHaveLength(2);
});

test.each([
	['a measurement', { stages: ['inspect', 'measure'] }],
	['no stages', {}],
	['an id', { stages: ['inspect'], id: 'A'.repeat(22) }]
])('a request with %s is refused', async (_what, more) => {
	const response = await fetch(`${site.url}/api/inspections`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ exercise: 'two-stores', ...more })
	});
	expect(response.status).toBe(400);
});
