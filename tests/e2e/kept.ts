/** Makes a snapshot of a finished run through the API, for tests of snapshots. */
import type { APIRequestContext } from '@playwright/test';
import { expect } from './learner.ts';
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

async function make(request: APIRequestContext, asked: Record<string, unknown>): Promise<string> {
	const kept = await request.post('/api/snapshots', {
		data: { run: await finished(request, asked) }
	});
	expect(kept.status()).toBe(201);
	return (await kept.json()).id;
}

/** The id of a finished run of this request, which is inspected only unless `asked` has other stages. */
export async function finished(
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
	const started = await request.post('/api/runs', { data: { ...body, id: idOf(body) } });
	expect(started.status(), await started.text()).toBe(202);
	const { id, url } = await started.json();
	await expect.poll(async () => (await (await request.get(url)).json()).state).toBe('finished');
	return id;
}

/** A measured run, with all predictions. */
export const measured = { stages: ['inspect', 'measure'], models: 'all' };
