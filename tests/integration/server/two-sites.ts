/** Two sites on one database, for tests of runs and runners that move between them. */
import { expect, vi } from 'vitest';
import type { Site } from '@cyclelab/site/server/site.ts';
import type { RunnerSummary } from '@cyclelab/site/shared/schema.ts';
import { disconnectAll } from './runner.ts';
import { cancelAll, read, sharedStore, startSite, type Store } from './site.ts';

export type TwoSites = {
	shared: Store;
	here: Site;
	there: Site;
	/** Waits until both list these runners as ready. */
	known: (...ids: string[]) => Promise<void>;
	/** After a test: cancels its runs and disconnects its runners. */
	clear: () => Promise<void>;
	close: () => Promise<void>;
};

/** Repeats a check until it passes; `timeout` in ms. */
export const eventually = (check: () => unknown, timeout = 20_000) =>
	vi.waitFor(check, { timeout, interval: 10 });

/** The work of a runner that does nothing with its run. */
export const hold = () => {};

export async function openTwoSites(): Promise<TwoSites> {
	const shared = await sharedStore();
	const here = await startSite(shared);
	const there = await startSite(shared);
	const idsAt = async (site: Site, isListed: (runner: RunnerSummary) => boolean) => {
		const { body } = await read(site, '/api/runners');
		return body.filter(isListed).map(({ id }: RunnerSummary) => id);
	};
	const listed = async (ids: string[], isListed: (runner: RunnerSummary) => boolean) => {
		await eventually(async () =>
			expect([await idsAt(here, isListed), await idsAt(there, isListed)]).toEqual([ids, ids])
		);
	};
	return {
		shared,
		here,
		there,
		known: (...ids) => listed(ids, ({ state }) => state === 'ready'),
		clear: async () => {
			await cancelAll(here);
			await disconnectAll();
			await listed([], () => true);
		},
		close: async () => {
			await here.close();
			await there.close();
			await shared.remove();
		}
	};
}
