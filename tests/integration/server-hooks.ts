/** Shell: a site that all tests of a file, or of a `describe`, share. */
import { afterAll, afterEach, beforeAll } from 'vitest';
import type { Site } from '@cyclelab/site/server/site.ts';
import { leaveAll } from './server-runner.ts';
import { cancelAll, embeddedStore, startSite, type Reached, type Store } from './server-site.ts';

/** `restart`: stops it, does what is asked and starts it again on the same store, at another address. */
export type SharedSite = Reached & {
	restart: (meanwhile?: () => Promise<void>) => Promise<void>;
};

/** Started before the tests, removed after them. Each test finds an empty line and no runner. */
export function siteForAll(
	open: () => Promise<Store> = embeddedStore,
	settings: Record<string, string> = {}
): SharedSite {
	let store: Store;
	let site: Site;
	const shared: SharedSite = {
		get url() {
			return site.url;
		},
		restart: async (meanwhile) => {
			await site.close();
			await meanwhile?.();
			site = await startSite(store, settings);
		}
	};
	beforeAll(async () => {
		store = await open();
		site = await startSite(store, settings);
	}, 60_000);
	afterEach(async () => {
		await cancelAll(shared);
		await leaveAll();
	});
	afterAll(async () => {
		await site?.close();
		await store?.remove();
	});
	return shared;
}
