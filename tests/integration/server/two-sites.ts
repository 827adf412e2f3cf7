/** Two sites on one database, for tests of runs and runners that move between them. */
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import type { Site } from '@cyclelab/site/server/site.ts';
import type { Database } from '@cyclelab/site/server/store/database.ts';
import type { RunnerSummary } from '@cyclelab/site/shared/schema.ts';
import { eventually } from './hooks.ts';
import { disconnectAll } from './runner.ts';
import { cancelAll, openStore, read, sharedStore, startSite, type Store } from './site.ts';

/** Starts two sites before the tests of a file, and opens their database. Each test begins with an empty queue and no runner. */
export function twoSitesForAll(settings: Record<string, string> = {}) {
	const shared = {} as Store;
	const database = {} as Database;
	const here = {} as Site;
	const there = {} as Site;
	const idsAt = async (site: Site, isListed: (runner: RunnerSummary) => boolean) => {
		const { body } = await read(site, '/api/runners');
		return body.filter(isListed).map(({ id }: RunnerSummary) => id);
	};
	const listed = async (ids: string[], isListed: (runner: RunnerSummary) => boolean) => {
		await eventually(async () =>
			expect([await idsAt(here, isListed), await idsAt(there, isListed)]).toEqual([ids, ids])
		);
	};
	beforeAll(async () => {
		Object.assign(shared, await sharedStore());
		Object.assign(here, await startSite(shared, settings));
		Object.assign(there, await startSite(shared, settings));
		Object.assign(database, await openStore(shared));
	}, 60_000);
	afterEach(async () => {
		await cancelAll(here);
		await disconnectAll();
		await listed([], () => true);
	});
	afterAll(async () => {
		await database.close();
		await here.close();
		await there.close();
		await shared.remove();
	});
	return {
		shared,
		database,
		here,
		there,
		/** Waits until both list these runners as ready. */
		known: (...ids: string[]) => listed(ids, ({ state }) => state === 'ready')
	};
}
