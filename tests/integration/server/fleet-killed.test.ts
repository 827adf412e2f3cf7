/** A site process that is killed, or whose lease expired, beside two sites on the same database. */
import { afterAll, expect, test } from 'vitest';
import type { Job } from '@cyclelab/contract/schema/job';
import { endAll, startSite } from '../../faults/processes.ts';
import { eventually, runOn } from './hooks.ts';
import { describeRunner, eventsOf } from './examples.ts';
import { connectRunner, hold, sendStarted, type TestRunner } from './runner.ts';
import * as tests from './site.ts';
import { eventTypes, type Frame, read, token, watchAll } from './site.ts';
import { twoSitesForAll } from './two-sites.ts';

const at = (url: string) => ({ url, close: async () => {} });

/** Database connections that wait to insert events. */
const waiting = `select pid from pg_stat_activity
	where wait_event_type = 'Lock' and query like '%insert into cyclelab.run_events%'`;

const { shared, database, here, there, known } = twoSitesForAll();
const startThird = () => startSite('third', { ...shared.settings, RUNNER_TOKEN: token });
afterAll(endAll);

test('the run of a killed process moves, and a reader who received events that were not stored gets the complete history', async () => {
	const { url, end } = await startThird();
	const doomed = await connectRunner(url, token, { id: 'doomed', work: hold });
	await known('doomed');
	const response = await tests.post(at(url), '/api/runs', { exercise: 'store-forwarding' });
	const { id } = await response.json();
	await eventually(() => expect(doomed.jobs).toHaveLength(1));
	sendStarted(doomed, id);
	await tests.watchUntil(here, id, 'started');
	const received: Frame[] = [];
	await database.transaction(async (sql) => {
		// no event is written until this transaction ends, and the waiting writer is terminated before that
		await sql.query('lock table cyclelab.run_events in exclusive mode');
		for (const stage of ['compile', 'link', 'disassemble', 'count'] as const)
			doomed.sendEvent(id, { type: 'stage', stage });
		for await (const frame of tests.watch(at(url), id)) {
			received.push(frame);
			if (frame.data['stage'] === 'count') break;
		}
		// on another connection, because the list does not change within a transaction
		const writers = () => database.query(waiting);
		await eventually(async () => expect(await writers()).toHaveLength(1));
		const [writer] = await writers();
		await end('SIGKILL');
		const terminate = 'select pg_terminate_backend(pid) from pg_stat_activity where pid = $1';
		await eventually(async () =>
			expect(await database.query(terminate, [writer?.['pid']])).toEqual([])
		);
	});
	expect(eventTypes(received)).toBe('started stage stage stage stage');
	const rescue = await connectRunner(here.url, token, { id: 'rescue', work: hold });
	await eventually(() => expect(rescue.jobs).toEqual(doomed.jobs));
	sendStarted(rescue, id);
	for (const stage of ['compile', 'link', 'disassemble', 'count'] as const)
		rescue.sendEvent(id, { type: 'stage', stage });
	await tests.watchUntil(here, id, 'stage');
	const back = watchAll(here, id, received.at(-1)?.id);
	for (const event of rescue.jobs.flatMap((job) => eventsOf(job, describeRunner('rescue', 4))))
		if (event.type === 'finished') rescue.sendEvent(id, event);
	const frames = (await back).filter((frame) => frame.id !== undefined);
	expect(eventTypes(frames)).toBe('started moved started stage stage stage stage finished');
	expect(frames).toEqual((await watchAll(here, id)).filter((frame) => frame.id !== undefined));
	// a reader with a later event of the stored history gets only the events after it
	const later = await watchAll(there, id, frames.at(3)?.id);
	expect(later.filter((frame) => frame.id !== undefined)).toEqual(frames.slice(4));
});

test('a process whose lease expired ends its runs that another process took over', async () => {
	// either of the two runners may get the run again
	const work = (job: Job, runner: TestRunner) => {
		if (runner.jobs.length > 1) runner.finish(job);
	};
	const first = await connectRunner(here.url, token, { id: 'first', slots: 1, work });
	const body = await runOn(first, here);
	sendStarted(first, body.id);
	await eventually(async () =>
		expect(
			await database.query('select from cyclelab.run_events where run = $1', [body.id])
		).toHaveLength(1)
	);
	await connectRunner(there.url, token, { id: 'second', slots: 1 });
	// as if a third process had taken the run over and ended: no lease has this number
	await database.query('update cyclelab.runs set holder = 1 where id = $1', [body.id]);
	await eventually(() => expect(first.cancelled).toEqual([body.id]));
	first.sendEvent(body.id, { type: 'cancelled' });
	await eventually(async () =>
		expect((await read(here, `/api/runs/${body.id}`)).body.state).toBe('finished')
	);
	const frames = await watchAll(here, body.id);
	expect(eventTypes(frames)).toBe('started moved started stage stage finished');
});
