/** A store with something of everything, for tests of back-ups and upgrades. */
import { expect } from 'vitest';
import type { Site } from '@cyclelab/site/server/site.ts';
import { eventually } from './hooks.ts';
import { describeRunner, eventsOf } from './examples.ts';
import { connectRunner } from './runner.ts';
import * as tests from './site.ts';
import { post, run, token, watchAll } from './site.ts';

export const text = async (site: Site, where: string) => (await fetch(site.url + where)).text();

/** Starts a site that fills a store with a finished run with special characters, a running and a queued run, and a workshop; `seen` is what `addresses` answer. */
export async function fill(store: tests.Store) {
	const site = await tests.startSite(store);
	const runner = await connectRunner(site.url, token, { slots: 1, work: () => {} });
	const { body: finished } = await run(site);
	await eventually(() => expect(runner.jobs).toHaveLength(1));
	const odd = 'tab\t, quote " and \\ , nothing \u0000, (a,"b") and \u{1F600}';
	const [job] = runner.jobs;
	for (const event of job ? eventsOf(job, describeRunner('alpha', 1)) : []) {
		if (event.type === 'started') event.report.toolchain.version = odd;
		runner.sendEvent(finished.id, event);
	}
	await watchAll(site, finished.id);
	const { body: going } = await run(site);
	await eventually(() => expect(runner.jobs).toHaveLength(2));
	const { body: waiting } = await run(site);
	const snapshot = await (await post(site, '/api/snapshots', { run: finished.id })).json();
	const asked = { title: 'Stores', exercises: ['two-stores'] };
	const workshop = await (await post(site, '/api/workshops', asked)).json();
	const seat = await (
		await post(site, `/api/workshops/${workshop.code}/seats`, { name: 'Ünï, "x"' })
	).json();
	const vote = { exercise: 'two-stores', ratio: 4.123456789012345 };
	const bearer = { authorization: `Bearer ${seat.token}` };
	expect((await post(site, '/api/seat/votes', vote, bearer)).status).toBeLessThan(300);
	const host = String(workshop.hostPage).replace('/host/', '/api/hosts/');
	const addresses = [snapshot.url, `/api/runs/${finished.id}`, `${host}/export.csv`];
	const seen = await Promise.all(addresses.map((address) => text(site, address)));
	return { site, runs: { finished, going, waiting }, addresses, seen };
}
