/** Events of finished measurements in object storage: read as before, and nothing is lost when it fails. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pino } from 'pino';
import { fixed, readConfig } from '@cyclelab/site/server/base/config.ts';
import { openMovedEvents } from '@cyclelab/site/server/runs/moved-events.ts';
import type { Database } from '@cyclelab/site/server/store/database.ts';
import { openObjectStore } from '@cyclelab/site/server/store/objects.ts';
import { disconnectAll, connectRunner } from './runner.ts';
import { startObjects, type TestObjects } from './s3.ts';
import * as tests from './site.ts';

const log = pino({ level: 'silent' });
let objects: TestObjects;
let store: tests.Store;
let site: tests.SiteAddress & { close: () => Promise<void> };
let database: Database;

beforeAll(async () => {
	objects = await startObjects();
	store = await tests.sharedStore();
	site = await tests.startSite(store, objects.settings);
	database = await tests.openStore(store);
	await connectRunner(site.url, tests.token);
});
afterAll(async () => {
	await disconnectAll();
	await database.close();
	await site.close();
	await store.remove();
	await objects.close();
});

const opened = (settings = objects.settings) =>
	openMovedEvents(database, openObjectStore(readConfig(settings)), log, {
		...fixed.moved,
		afterMinutes: 0
	});
const events = async (run: string) =>
	(
		await database.query('select count(*)::int as count from cyclelab.run_events where run = $1', [
			run
		])
	)[0]?.['count'];

async function measured(): Promise<string> {
	const { body } = await tests.run(site);
	await tests.watchAll(site, body.id);
	// its watchers have the end before the database has
	const state = async () =>
		database.query('select state from cyclelab.runs where id = $1', [body.id]);
	await expect.poll(state).toEqual([{ state: 'finished' }]);
	return body.id;
}
const text = async (path: string) => {
	const response = await fetch(site.url + path);
	return [response.status, await response.text()] as const;
};

test('a run whose events were moved is read, followed, compared and shared as before', async () => {
	const run = await measured();
	const paths = [`/api/runs/${run}`, `/api/runs/${run}/events`];
	const before = await Promise.all(paths.map(text));
	await opened().sweep();
	expect(await events(run)).toBe(0);
	expect([...objects.objects.keys()]).toEqual([`/bucket/cyclelab/events/${run}.gz`]);
	expect(await Promise.all(paths.map(text))).toEqual(before);
	const shared = await tests.post(site, '/api/snapshots', { run });
	expect(shared.status).toBe(201);
});

test('while object storage fails, events stay in the database, and a moved run is answered with a sentence', async () => {
	const moved = await measured();
	const run = await measured();
	// too young to be moved
	await database.query(
		"update cyclelab.runs set finished_at = now() + interval '1 day' where id = $1",
		[run]
	);
	await opened().sweep();
	await database.query('update cyclelab.runs set finished_at = now() where id = $1', [run]);
	const before = [await events(run), await text(`/api/runs/${run}`)];
	objects.failing = 403;
	await expect(opened().sweep()).rejects.toThrow(
		'The object storage answered PUT with status 403.'
	);
	expect([await events(run), await text(`/api/runs/${run}`)]).toEqual(before);
	const [status, body] = await text(`/api/runs/${moved}`);
	expect([status, JSON.parse(body).message]).toEqual([
		503,
		'The object storage, which has the result of this run, does not answer. Nothing is lost: try again later.'
	]);
	delete objects.failing;
	await opened().sweep();
	expect(await events(run)).toBe(0);
	expect(await text(`/api/runs/${run}`)).toEqual(before[1]);
	expect((await text(`/api/runs/${moved}`))[0]).toBe(200);
});

test('a wrong secret moves nothing', async () => {
	const run = await measured();
	const before = await events(run);
	const wrong = { ...objects.settings, OBJECT_STORE_SECRET: 'another-secret' };
	await expect(opened(wrong).sweep()).rejects.toThrow('status 403');
	expect(before).toBeGreaterThan(0);
	expect(await events(run)).toBe(before);
});

test('the object of a run that is deleted goes, also where the process ended before it was written', async () => {
	const run = await measured();
	await opened().sweep();
	await database.query('delete from cyclelab.runs where id = $1', [run]);
	await database.query("insert into cyclelab.run_objects (run) values ('never-written')");
	await opened().sweep();
	expect(objects.objects.has(`/bucket/cyclelab/events/${run}.gz`)).toBe(false);
	expect(
		await database.query(
			"select run from cyclelab.run_objects where run in ($1, 'never-written')",
			[run]
		)
	).toEqual([]);
});

test('several processes move a run once, and none replaces its object by an empty one', async () => {
	const run = await measured();
	const before = await text(`/api/runs/${run}`);
	objects.asked.length = 0;
	await Promise.all([opened().sweep(), opened().sweep(), opened().sweep()]);
	await opened().sweep();
	expect(
		objects.asked.filter((line) => line === `PUT /bucket/cyclelab/events/${run}.gz`)
	).toHaveLength(1);
	expect(await text(`/api/runs/${run}`)).toEqual(before);
});

test('settings that are missing are named', () =>
	expect(() => openObjectStore(readConfig({ OBJECT_STORE: 'https://s3.example/bucket' }))).toThrow(
		'OBJECT_STORE needs OBJECT_STORE_KEY and OBJECT_STORE_SECRET. Set both.'
	));
