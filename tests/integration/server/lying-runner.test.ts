/** A runner with a valid token lies: only its own connection and its own runs are affected. */
import net from 'node:net';
import { eventMessage } from '@cyclelab/contract/schema/gateway';
import { fixed } from '@cyclelab/site/server/base/config.ts';
import { expect, test } from 'vitest';
import { madeBlock, madeReport } from '../idle/made-blocks.ts';
import { describeRunner, eventsOf } from './examples.ts';
import { eventually, siteAndDatabase } from './hooks.ts';
import { commandOf } from './operator.ts';
import { connectRunner } from './runner.ts';
import { read, run, startSite, token, watchAll } from './site.ts';

const mebibyte = 2 ** 20;

const { site, database } = siteAndDatabase();

/** A token as an operator makes it for the runner of somebody else. */
const foreignToken = async () =>
	(await commandOf('runner-token.ts')(site.store, '--label', 'foreign')).stdout.trim();

const refusalOf = (url: string, secret: string, id: string) =>
	connectRunner(url, secret, { id }).then(
		(runner) => runner.closed.then(() => runner.refused[0]),
		(error: Error) => error.message
	);

test('an event that the store cannot parse ends its runner, and runs of others are stored', async () => {
	const nested = '['.repeat(200_000) + ']'.repeat(200_000);
	const liar = await connectRunner(site.url, token, {
		id: 'liar',
		work: (job, runner) => {
			const [started] = eventsOf(job, describeRunner('liar', 4));
			if (started) runner.sendEvent(job.run, started);
			runner.sendText(
				eventMessage(job.run, `{"type":"stage","stage":${nested},"stage":"compile"}`)
			);
		}
	});
	const { body } = await run(site, { runner: 'liar' });
	await Promise.race([liar.closed, new Promise((resolve) => setTimeout(resolve, 5000))]);
	await connectRunner(site.url, token, { id: 'honest' });
	const other = await run(site, { runner: 'honest' });
	expect((await watchAll(site, other.body.id)).at(-1)?.event).toBe('finished');
	// The response waits until everything before it is stored.
	await eventually(async () => expect((await answerOf(other.body.url)).state).toBe('finished'));
	expect(liar.refused).toEqual([
		'A message of this runner was nested deeper than 64 levels. Run the same version of both.'
	]);
	expect((await answerOf(body.url)).state).toBe('queued');
});

async function answerOf(url: string) {
	const response = await fetch(site.url + url, { signal: AbortSignal.timeout(3000) });
	return response.json();
}

test("a runner with a token cannot take the name of a connected runner with the site's own", async () => {
	const secret = await foreignToken();
	const own = await connectRunner(site.url, token, { id: 'local' });
	expect(await refusalOf(site.url, secret, 'local')).toBe(
		"The name local belongs to a connected runner with the site's own token (RUNNER_TOKEN). Set another RUNNER_ID."
	);
	await run(site, { runner: 'local' });
	await eventually(() => expect(own.jobs).toHaveLength(1));
	// The token was not bound to that name.
	await connectRunner(site.url, secret, { id: 'foreign' });
	const { body } = await read(site, '/api/runners');
	expect(body.map(({ id }: { id: string }) => id)).toEqual(['foreign', 'local']);
});

test('nor by way of another site process', async () => {
	const own = await connectRunner(site.url, token, { id: 'here' });
	const there = await startSite(site.store);
	const liar = await connectRunner(there.url, await foreignToken(), {
		id: 'here',
		isRefused: true
	});
	expect(await liar.closed).toBe(4002);
	await run(site, { runner: 'here' });
	await eventually(() => expect(own.jobs).toHaveLength(1));
	await there.close();
});

test('a report that the store cannot read again does not spoil the reports of others', async () => {
	const block = madeBlock('spoilt', { measured: 4, own: 4, chain: 4 });
	const report = madeReport([block], []);
	const [first, ...others] = report.predictors;
	const predictors = [first, ...others].map((predictor) => ({
		...first,
		...predictor,
		id: `${predictor?.id}\0`
	}));
	const liar = await connectRunner(site.url, token, { id: 'liar' });
	liar.sendAnything({ type: 'blocks', report: { ...report, predictors } });
	await Promise.race([liar.closed, new Promise((resolve) => setTimeout(resolve, 1000))]);
	const honest = await connectRunner(site.url, token, { id: 'honest' });
	honest.send({ type: 'blocks', report: madeReport([block], []) });
	await eventually(async () => {
		const { body } = await read(site, '/api/models');
		expect(body.processors).toMatchObject([{ runners: ['honest'] }]);
	});
	expect(liar.refused).toEqual([expect.stringContaining('contained the character U+0000')]);
});

test.each([
	['another runner', { id: 'honest' }],
	['another processor', { microarchitecture: 'znver4' }]
])('a report in the name of %s is refused, and nobody sees it', async (_, other) => {
	const description = describeRunner('liar', 4);
	const liar = await connectRunner(site.url, token, {
		id: 'liar',
		work: (job, runner) => {
			const events = eventsOf(job, description).map((event) =>
				event.type === 'started'
					? { ...event, report: { ...event.report, runner: { ...event.report.runner, ...other } } }
					: event
			);
			runner.finish(job, events);
		}
	});
	const { body } = await run(site, { runner: 'liar' });
	expect(await Promise.race([liar.closed, watchAll(site, body.id)])).toBe(4001);
	expect(liar.refused).toEqual([expect.stringContaining('This report named another.')]);
	const [events] = await database.query(
		'select count(*)::int as events from cyclelab.run_events where run = $1 and event::text like $2',
		[body.id, '{"type":"started"%']
	);
	expect(events).toEqual({ events: 0 });
});

test('a connected runner cannot make scores of ever more processors', async () => {
	const runner = await connectRunner(site.url, token, { id: 'many' });
	const description = describeRunner('many', 4);
	for (let number = 0; number < 50; number++) {
		const host = { ...description.host, microarchitecture: `made-up-${number}` };
		runner.send({ type: 'hello', runner: { ...description, host } });
	}
	await Promise.race([runner.closed, new Promise((resolve) => setTimeout(resolve, 3000))]);
	expect(runner.refused).toEqual(['A connected runner cannot change its processor. Restart it.']);
});

test('a runner that was not accepted cannot fill the memory with parts of a message', async () => {
	const { port } = new URL(site.url);
	const socket = net.connect(Number(port), '127.0.0.1');
	const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()));
	socket.on('error', () => {});
	socket.resume();
	socket.write(
		`GET /gateway HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nAuthorization: Bearer ${token}\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${Buffer.alloc(16).toString('base64')}\r\n\r\n`
	);
	await new Promise((resolve) => socket.once('data', resolve));
	// The header of one text frame of the greatest length, masked with zeroes, and all of it but the last bytes.
	const header = Buffer.alloc(14);
	header.writeUInt16BE(0x81ff);
	header.writeBigUInt64BE(BigInt(fixed.runnerMessageBytes), 2);
	socket.write(header);
	let sent = 0;
	while (!socket.destroyed && sent < 15 * mebibyte) {
		const isTaken = socket.write(Buffer.alloc(mebibyte / 4, 'x'));
		sent += mebibyte / 4;
		if (!isTaken)
			await Promise.race([closed, new Promise((resolve) => socket.once('drain', resolve))]);
	}
	expect(sent).toBeLessThan(15 * mebibyte);
	await closed;
});
