/** A site and a runner with different contracts: the runner is refused with a sentence, and no run is lost. */
import { once } from 'node:events';
import { pino } from 'pino';
import { WebSocket, WebSocketServer } from 'ws';
import { expect, test } from 'vitest';
import type { RunnerSummary } from '@cyclelab/site/shared/schema.ts';
import { connectGateway } from '../../../runner/src/gateway-client.ts';
import type { ToRunner } from '@cyclelab/contract/schema/gateway';
import { eventually, runOn, siteForAll } from './hooks.ts';
import { describeRunner } from './examples.ts';
import { sendStarted, connectRunner } from './runner.ts';
import { eventTypes, read, run, token, watchAll } from './site.ts';

const site = siteForAll();

/** A relay that imitates a site of another version: it adds a field to jobs that this runner does not know. */
async function anotherVersion(url: string) {
	const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
	await once(server, 'listening');
	server.on('connection', (near, request) => {
		const far = new WebSocket(`${url.replace('http', 'ws')}/gateway`, {
			headers: { authorization: request.headers.authorization ?? '' }
		});
		const early: string[] = [];
		near.on('message', (data) => {
			if (far.readyState === WebSocket.OPEN) far.send(data.toString());
			else early.push(data.toString());
		});
		far.on('open', () => early.splice(0).forEach((text) => far.send(text)));
		far.on('message', (data) =>
			near.send(data.toString().replace('{"type":"job","job":{', '{"type":"job","job":{"news":1,'))
		);
		near.on('close', () => far.close(1000));
		far.on('close', () => near.close());
	});
	const address = server.address();
	const port = typeof address === 'string' || address === null ? 0 : address.port;
	return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

test('a runner that cannot parse the jobs of its site reports it and takes none, and another runner executes the run', async () => {
	const newer = await anotherVersion(site.url);
	const older = describeRunner('older', 4);
	const got: ToRunner[] = [];
	const ready = { type: 'state', state: 'ready' } as const;
	const gateway = connectGateway({
		siteUrls: [newer.url],
		token,
		introduce: () => [{ type: 'hello', runner: older }, ready],
		onMessage: (message) => got.push(message),
		onDrop: () => {},
		log: pino({ level: 'silent' })
	});
	try {
		await eventually(async () => expect((await read(site, '/api/runners')).body).toHaveLength(1));
		const { body } = await run(site);
		const reasonAt = async () =>
			(await read(site, '/api/runners')).body.map(({ state, reason }: RunnerSummary) => ({
				state,
				reason
			}));
		const strange = {
			state: 'degraded',
			reason:
				'This runner does not understand the jobs of the site. Run the same version of both, and start it again.'
		};
		await eventually(async () => expect(await reasonAt()).toEqual([strange]));
		// also after its own checks of readiness
		gateway.send(ready);
		const same = await connectRunner(site.url, token, { id: 'same' });
		expect(eventTypes(await watchAll(site, body.id))).toBe('started stage stage finished');
		expect([same.jobs.length, got]).toEqual([1, []]);
		expect(await reasonAt()).toContainEqual(strange);
	} finally {
		gateway.close();
		newer.close();
	}
});

const swap = { id: 'swap', severity: 'unfit', sentence: 'Swap is on.' };
const helloWith = (fields: object) => ({
	type: 'hello',
	runner: { ...describeRunner('first', 4), ...fields }
});

test.each([
	['an unknown field', (run: string) => ({ type: 'declined', run, why: 'tired' })],
	['an unknown message', (run: string) => ({ type: 'mood', run })],
	['no field of today', () => ({ type: 'declined' })],
	[
		'a new contract version after its first message',
		() => ({ type: 'hello', runner: { ...describeRunner('first', 4), contract: 4 } })
	],
	['a new field beside its host’s findings', () => helloWith({ newFindings: [] })],
	[
		'a new field of a finding',
		() => helloWith({ findings: [{ ...swap, since: '2026-01-01T00:00:00.000Z' }] })
	],
	['a new kind of finding', () => helloWith({ findings: [{ ...swap, severity: 'slow' }] })]
])(
	'a runner that sends %s is refused with a sentence, and another runner executes its run',
	async (_, message) => {
		const first = await connectRunner(site.url, token, { id: 'first', work: () => {} });
		const body = await runOn(first, site);
		sendStarted(first, body.id);
		const watched = watchAll(site, body.id);
		await connectRunner(site.url, token, { id: 'second' });
		first.sendAnything(message(body.id));
		expect(await first.closed).toBe(4001);
		expect(first.refused[0]).toMatch(
			/Run the same version of both\.$|Update the older of the two\.$/
		);
		expect((await watched).at(-1)?.event).toBe('finished');
		const { status, body: runners } = await read(site, '/api/runners');
		expect([status, runners.map(({ id }: RunnerSummary) => id)]).toEqual([200, ['second']]);
	}
);
