/** A runner that declines every run is closed with a sentence; a runner that lost its engine is not. */
import { fixed } from '@cyclelab/site/server/base/config.ts';
import type { Job, RunEvent } from '@cyclelab/contract/schema/job';
import { expect, test } from 'vitest';
import { eventually, siteForAll } from './hooks.ts';
import { connectRunner } from './runner.ts';
import { run, token, watchAll } from './site.ts';

const site = siteForAll();
const refusal = new RegExp(
	`^The runner liar declined ${fixed.declinesPerMinute} runs within a minute, so the site sends it no more\\. ` +
		'It may connect again in \\d+ s; read in its log why it was not ready\\.$'
);

const notBuilt: RunEvent = { type: 'failed', code: 'TEST', message: 'A test.', id: '00000000' };

test('a ready runner that declines every run is closed, and its run is done by another runner', async () => {
	const liar = await connectRunner(site.url, token, {
		id: 'liar',
		slots: 4,
		work: (job, runner) => runner.send({ type: 'declined', run: job.run })
	});
	const { body } = await run(site);
	await eventually(() => expect(liar.refused).toHaveLength(1));
	await liar.closed;
	expect(liar.refused[0]).toMatch(refusal);
	expect(liar.jobs.length).toBeLessThanOrEqual(fixed.declinesPerMinute + 4);
	// A new connection does not begin a new count.
	await expect(connectRunner(site.url, token, { id: 'liar' })).rejects.toThrow(refusal);
	const honest = await connectRunner(site.url, token, { id: 'honest' });
	expect((await watchAll(site, body.id)).at(-1)?.event).toBe('finished');
	expect(honest.jobs.map((job) => job.run)).toEqual([body.id]);
	await honest.disconnect();
}, 90_000);

test('a runner with 64 slots that loses its engine declines 64 runs, stays connected, and does them later', async () => {
	let isAway = true;
	const slots = 64;
	const declined: Job[] = [];
	const weary = await connectRunner(site.url, token, {
		id: 'weary',
		slots,
		work: (job, runner) => {
			if (!isAway) return runner.sendEvent(job.run, notBuilt);
			declined.push(job);
			if (declined.length < slots) return;
			runner.send({ type: 'state', state: 'degraded', reason: 'Its engine is away.' });
			for (const { run } of declined) runner.send({ type: 'declined', run });
		}
	});
	const asked = await Promise.all(Array.from({ length: slots }, () => run(site)));
	await eventually(() => expect(declined).toHaveLength(slots));
	isAway = false;
	weary.send({ type: 'state', state: 'ready' });
	for (const { body } of asked)
		expect((await watchAll(site, body.id)).at(-1)?.event).toBe('failed');
	expect([weary.jobs.length, weary.refused]).toEqual([2 * slots, []]);
}, 60_000);
