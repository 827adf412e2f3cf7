/** Inspections of code that is being typed, where several processes share a store. */
import { expect, test } from 'vitest';
import { eventually } from './hooks.ts';
import { followInspection, storedRows, typed } from './inspections.ts';
import { connectRunner } from './runner.ts';
import { eventTypes, token } from './site.ts';
import { twoSitesForAll } from './two-sites.ts';

const { database, here, there, known } = twoSitesForAll();
const rows = () => storedRows(database);

test('one whose runner is of another process is answered through the store, and leaves nothing there', async () => {
	const runner = await connectRunner(there.url, token, { id: 'far' });
	await known('far');
	const frames = await followInspection(here, typed('int far;\n')).frames;
	expect(eventTypes(frames)).toBe('started stage stage finished');
	expect(runner.jobs).toHaveLength(1);
	await eventually(async () => expect(await rows()).toEqual({ runs: 0, events: 0 }));
});

test('one whose reader leaves is cancelled at the other process, and leaves nothing', async () => {
	const runner = await connectRunner(there.url, token, { id: 'far', work: () => {} });
	await known('far');
	const inspection = followInspection(here, typed('int far_and_left;\n'));
	await eventually(() => expect(runner.jobs).toHaveLength(1));
	inspection.leave();
	await eventually(() => expect(runner.cancelled).toEqual([runner.jobs[0]?.run]));
	await eventually(async () => expect(await rows()).toEqual({ runs: 0, events: 0 }));
});
