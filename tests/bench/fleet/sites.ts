/** Site processes as an operator starts them, on the embedded PostgreSQL or on a server, without limits per address. */
import { randomUUID } from 'node:crypto';
import { connectRunner, disconnectAll, type TestRunner } from '../../integration/server-runner.ts';
import {
	embeddedStore,
	givenServer,
	givenStore,
	type Store
} from '../../integration/server-site.ts';
import { startSite, type StartedProcess } from '../../faults/processes.ts';
import { withoutLimits } from '../product.ts';
import type { Context } from '../section.ts';

export type BenchSite = StartedProcess & { url: string; token: string };

/** @param store an open store; several sites may share a server's store */
export async function benchSite(context: Context, store: Store): Promise<BenchSite> {
	const token = randomUUID();
	const site = await startSite('site', {
		...store.settings,
		RUNNER_TOKEN: token,
		LOG_LEVEL: 'info',
		...withoutLimits
	});
	context.onEnd(() => site.end('SIGTERM'));
	return { ...site, token };
}

/** A new store; undefined for a server if none is given. */
export async function benchStore(
	context: Context,
	kind: 'embedded' | 'server'
): Promise<Store | undefined> {
	if (kind === 'server' && givenServer === undefined) return undefined;
	const store = kind === 'embedded' ? await embeddedStore() : await givenStore(givenServer ?? '');
	context.onEnd(store.remove);
	return store;
}

/** A test runner with the real protocol, disconnected at the end of the bench. */
export async function benchRunner(
	context: Context,
	site: BenchSite,
	options: Parameters<typeof connectRunner>[2]
): Promise<TestRunner> {
	const runner = await connectRunner(site.url, site.token, options);
	context.onEnd(disconnectAll);
	return runner;
}
