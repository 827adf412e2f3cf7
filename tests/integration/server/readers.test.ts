/** Readers of a run with large events: a reader gets all events, and one who stops reading is disconnected. */
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { fixed } from '@cyclelab/site/server/base/config.ts';
import type { RunEvent } from '@cyclelab/contract/schema/job';
import { expect, test } from 'vitest';
import { describeRunner, eventsOf } from './examples.ts';
import { connectRunner, type RunnerWork } from './runner.ts';
import { eventually, siteForAll } from './hooks.ts';
import { eventTypes, read, run, token, watchAll } from './site.ts';

const alpha = describeRunner('alpha', 1);
const site = siteForAll();

const large: RunEvent = {
	type: 'stage',
	stage: 'compile',
	notice: 'x'.repeat(fixed.streamBacklogBytes + 1)
};

/** Sends an event `times` times, between the first and the second of the usual events. */
const loud =
	(times: number, event = large): RunnerWork =>
	(job, runner) =>
		runner.finish(job, eventsOf(job, alpha).toSpliced(1, 0, ...Array(times).fill(event)));

async function open(id: string, encoding: string): Promise<IncomingMessage> {
	const request = get(`${site.url}/api/runs/${id}/events`, {
		headers: { 'accept-encoding': encoding }
	});
	const [response] = (await once(request, 'response')) as [IncomingMessage];
	response.on('error', () => undefined);
	return response;
}

const openStreams = async () => {
	const text = await (await fetch(`${site.url}/metrics`)).text();
	return Number(/^cyclelab_streams (\d+)$/m.exec(text)?.[1]);
};

test.each(['identity', 'gzip'])(
	'an event larger than the buffer for a slow reader reaches a reader, %s',
	async (encoding) => {
		const { body } = await run(site);
		const response = await open(body.id, encoding);
		await connectRunner(site.url, token, { as: () => alpha, work: loud(1) });
		let bytes = 0;
		let text = '';
		for await (const chunk of response) {
			bytes += chunk.length;
			if (encoding === 'identity') text = (text + String(chunk)).slice(-1_000_000);
		}
		expect(response.complete).toBe(true);
		if (encoding === 'identity') {
			expect(text).toMatch(/\nevent: finished\n/);
			expect(bytes).toBeGreaterThan(fixed.streamBacklogBytes);
		}
	},
	60_000
);

test('a reader who stops reading is disconnected', async () => {
	const { body } = await run(site);
	const response = await open(body.id, 'identity');
	response.pause();
	expect(await openStreams()).toBe(1);
	await connectRunner(site.url, token, { as: () => alpha, work: loud(3) });
	await eventually(async () => expect(await openStreams()).toBe(0));
	response.resume();
	await expect(once(response, 'end')).rejects.toThrow('aborted');
}, 120_000);

test('a late reader gets all events of a run, even if they exceed the buffer for a slow reader', async () => {
	const { body } = await run(site);
	const said: RunEvent = { ...large, notice: 'x'.repeat(fixed.streamBacklogBytes / 4) };
	await connectRunner(site.url, token, { as: () => alpha, work: loud(10, said) });
	await eventually(async () =>
		expect((await read(site, `/api/runs/${body.id}`)).body.state).toBe('finished')
	);
	const frames = await watchAll(site, body.id);
	expect(eventTypes(frames)).toBe(`started ${'stage '.repeat(12)}finished`);
}, 120_000);
