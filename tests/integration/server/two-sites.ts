/** Two sites on one database, for tests of runs and runners that move between them. */
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import type { Site } from '@cyclelab/site/server/site.ts';
import type { RunnerSummary } from '@cyclelab/site/shared/schema.ts';
import { eventually } from './hooks.ts';
import { disconnectAll } from './runner.ts';
import { cancelAll, read, sharedStore, startSite, type Store } from './site.ts';

/** The work of a runner that does nothing with its run. */
export const hold = () => {};

/** Starts two sites before the tests of a file. Each test begins with an empty queue and no runner. */
export function twoSitesForAll() {
	const shared = {} as Store;
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
		Object.assign(here, await startSite(shared));
		Object.assign(there, await startSite(shared));
	}, 60_000);
	afterEach(async () => {
		await cancelAll(here);
		await disconnectAll();
		await listed([], () => true);
	});
	afterAll(async () => {
		await here.close();
		await there.close();
		await shared.remove();
	});
	return {
		shared,
		here,
		there,
		/** Waits until both list these runners as ready. */
		known: (...ids: string[]) => listed(ids, ({ state }) => state === 'ready')
	};
}
