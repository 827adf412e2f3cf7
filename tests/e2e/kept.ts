/** A run that was finished and kept, through the API, for tests of what can be done with it. */
import type { APIRequestContext } from '@playwright/test';
import { expect } from './learner.ts';

/** The id of a kept run of this request; by default two variants of store forwarding, compiled and counted only. */
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

/** Measured as well. */
export const measured = { stages: ['inspect', 'measure'] };
