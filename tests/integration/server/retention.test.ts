/** Runs go at an age; snapshots and runs of workshops stay. */
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { readConfig } from '@cyclelab/site/server/base/config.ts';
import { oldestRun, openRetention } from '@cyclelab/site/server/runs/retention.ts';
import { openStorage } from '@cyclelab/site/server/store/storage.ts';
import * as tests from './site.ts';

const log = pino({ level: 'silent' });
const id = (letter: string) => letter.repeat(22);
const job = JSON.stringify({});

test('runs that ended long ago go with their events, inspections sooner; younger and open runs, snapshots and runs of workshops stay', async () => {
	const data = await tests.embeddedStore();
	const storage = await openStorage(readConfig(data.settings), log);
	const { database } = storage;
	const insert = async (letter: string, state: string, days: number | null, needsCore = true) => {
		await database.query(
			`insert into cyclelab.runs (id, exercise, request, job, queue, state, owner, needs_core, created_at, finished_at)
			values ($1, 'two-stores', '{}', $2, 'x86-64', $3, 'x', $5, now() - interval '99 days',
				now() - make_interval(days => $4))`,
			[id(letter), job, state, days, needsCore]
		);
		await database.query(
			`insert into cyclelab.run_events (run, seq, event) values ($1, 1, '{}'), ($1, 2, '{}')`,
			[id(letter)]
		);
	};
	const kept = async () =>
		(await database.query('select distinct run from cyclelab.run_events order by run')).map(
			({ run }) => String(run)[0]
		);
	for (const letter of 'abc') await insert(letter, 'finished', 31);
	await insert('d', 'failed', 400);
	await insert('e', 'finished', 29);
	await insert('f', 'running', null);
	await insert('g', 'cancelled', 40);
	await insert('w', 'finished', 40);
	await insert('h', 'finished', 8, false);
	await insert('i', 'finished', 6, false);
	await database.query(
		`insert into cyclelab.snapshots (id, run, request, facts, report)
		values ('kept', $1, '{}', '{}', '{}')`,
		[id('a')]
	);
	await database.query(
		`insert into cyclelab.workshops (id, code, host, title, exercises, state, keep_days, delete_at)
		values ('w', 'AAAA-AAAA', 'h', 'W', '["two-stores"]', '{}', 90, now() + interval '1 day')`
	);
	await database.query(
		`insert into cyclelab.workshop_runs (workshop, run, seat, exercise)
		values ('w', $1, 1, 'two-stores')`,
		[id('w')]
	);
	const settings = { atOnce: 2, pauseMs: 1, everyMs: 3_600_000 };
	const retention = openRetention(database, { measured: 30, inspected: 7 }, log, settings);
	await retention.sweep();
	expect(await kept()).toEqual(['e', 'f', 'i', 'w']);
	expect(await database.query('select id from cyclelab.snapshots')).toEqual([{ id: 'kept' }]);
	expect(Date.parse((await oldestRun(database)) ?? '')).toBeLessThan(Date.now());

	// the workshop is deleted, and its run with the next sweep
	await database.query('delete from cyclelab.workshops');
	expect(await retention.sweep()).toBe(1);
	expect(await kept()).toEqual(['e', 'f', 'i']);
	await retention.close();
	await storage.close();
	await data.remove();
});
