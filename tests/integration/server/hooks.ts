/** Shell: starts a site that all tests of a file or a `describe` share. */
import { afterAll, afterEach, beforeAll, describe, expect, vi } from 'vitest';
import type { Database } from '@cyclelab/site/server/store/database.ts';
import type { Site } from '@cyclelab/site/server/site.ts';
import { disconnectAll, type TestRunner } from './runner.ts';
import {
	cancelAll,
	embeddedStore,
	givenServer,
	newStore,
	openStore,
	run,
	sharedStore,
	startSite,
	type SiteAddress,
	type Store
} from './site.ts';

/** Waits for effects on the other side of a socket: repeats a check until it passes. The limit, ms, is to find what hangs. */
export const eventually = <T>(check: () => T, timeout = 50_000) =>
	vi.waitFor(check, { timeout, interval: 10 });

/** Starts a run and waits until this runner, which has no other, has it. Resolves to the response's body. */
export async function runOn(
	runner: Pick<TestRunner, 'jobs'>,
	site: SiteAddress,
	request: Record<string, unknown> = {}
) {
	const { body } = await run(site, request);
	await eventually(() => expect(runner.jobs).toHaveLength(1));
	return body;
}

/** Runs tests on the embedded PostgreSQL, and again on the server of CYCLELAB_TEST_DATABASE_URL if that is set. */
export function onEachStore(what: string, tests: (open: () => Promise<Store>) => void): void {
	describe(`${what} on the embedded PostgreSQL`, () => tests(embeddedStore));
	describe.skipIf(givenServer === undefined)(
		`${what} on the server of CYCLELAB_TEST_DATABASE_URL`,
		() => tests(newStore)
	);
}

type SharedSite = SiteAddress & {
	readonly store: Store;
	/** Stops the site, awaits the given function and starts the site on the same store, at another port. */
	restart: (meanwhile?: () => Promise<void>) => Promise<void>;
};

/** Starts a site before the tests and removes it after them. Each test begins with an empty queue and no runner. */
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
		get store() {
			return store;
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
		await disconnectAll();
	});
	afterAll(async () => {
		await site?.close();
		await store?.remove();
	});
	return shared;
}

/** The same on a PostgreSQL server whose tables the tests read and change, too. */
export function siteAndDatabase(settings: Record<string, string> = {}) {
	const site = siteForAll(sharedStore, settings);
	const database = {} as Database;
	beforeAll(async () => void Object.assign(database, await openStore(site.store)));
	// Hooks after all tests run in reverse order: this one before the store is removed.
	afterAll(() => database.close());
	return { site, database };
}

/** A store for all tests of a file, on which each test starts a new site. The next start, or the test's end, closes it. */
export function siteForEach(): SiteAddress & {
	start: (settings: Record<string, string>) => Promise<void>;
} {
	let store: Store;
	let site: Site | undefined;
	const own = {
		get url() {
			return site?.url ?? '';
		},
		start: async (settings: Record<string, string>) => {
			await site?.close();
			site = await startSite(store, settings);
		}
	};
	beforeAll(async () => {
		store = await embeddedStore();
	}, 60_000);
	afterAll(() => store.remove());
	afterEach(async () => {
		await cancelAll(own);
		await disconnectAll();
		await site?.close();
		site = undefined;
	});
	return own;
}
