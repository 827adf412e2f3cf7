/** Makes a snapshot of a finished run through the API, for tests of snapshots. */
import type { APIRequestContext } from '@playwright/test';
import { expect } from './learner.ts';
import { posting } from './room.ts';
import { idOf } from './shared-runs.ts';

/** By request. A snapshot never changes: the tests of a worker share snapshots, and all workers share their runs. */
const snapshots = new Map<string, Promise<string>>();

/** The id of the snapshot of a finished run of this request. Default: two variants of store forwarding, inspected only. */
export function keep(
	request: APIRequestContext,
	asked: Record<string, unknown> = {}
): Promise<string> {
	const key = JSON.stringify(asked);
	const known = snapshots.get(key);
	if (known) return known;
	const made = make(request, asked);
	snapshots.set(key, made);
	// Only the test that asked first fails; the next test tries again.
	made.catch(() => snapshots.delete(key));
	return made;
}

const make = async (request: APIRequestContext, asked: Record<string, unknown>) =>
	shareRun(request, await finished(request, asked));

/** The id of the snapshot of a finished run of a site, by default of the shared product. */
export async function shareRun(
	request: APIRequestContext,
	run: string | null,
	site = ''
): Promise<string> {
	return (await posting(request, site)('/api/snapshots', { run })).id;
}

/** Starts a run and waits until it has finished. Returns its id. */
export async function runToItsEnd(
	request: APIRequestContext,
	data: object,
	site = ''
): Promise<string> {
	const { id, url } = await posting(request, site)('/api/runs', data);
	const state = async () => (await (await request.get(site + url)).json()).state;
	await expect.poll(state).toBe('finished');
	return id;
}

/** The id of a finished run of this request, which is inspected only unless `asked` has other stages. */
export function finished(
	request: APIRequestContext,
	asked: Record<string, unknown>
): Promise<string> {
	const body = {
		exercise: 'store-forwarding',
		variants: ['word', 'bytes'],
		stages: ['inspect'],
		models: 'host',
		...asked
	};
	return runToItsEnd(request, { ...body, id: idOf(body) });
}

/** A measured run, with all predictions. */
export const measured = { stages: ['inspect', 'measure'], models: 'all' };
