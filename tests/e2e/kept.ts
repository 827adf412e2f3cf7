/** Makes a snapshot of a finished run through the API, for tests of snapshots. */
import type { APIRequestContext } from '@playwright/test';
import { expect } from './learner.ts';

/** Runs a request and returns the id of its snapshot. Default: two variants of store forwarding, inspected only. */
export async function keep(
	request: APIRequestContext,
	asked: Record<string, unknown> = {}
): Promise<string> {
	const body = {
		exercise: 'store-forwarding',
		variants: ['word', 'bytes'],
		stages: ['inspect'],
		...asked
	};
	const started = await request.post('/api/runs', { data: body });
	expect(started.status(), await started.text()).toBe(202);
	const { id, url } = await started.json();
	await expect
		.poll(async () => (await (await request.get(url)).json()).state, { timeout: 100_000 })
		.toBe('finished');
	const kept = await request.post('/api/snapshots', { data: { run: id } });
	expect(kept.status()).toBe(201);
	return (await kept.json()).id;
}

/** The stages of a measured run. */
export const measured = { stages: ['inspect', 'measure'] };
