/** More requests than the site can serve: each is queued or refused with a retry time, and none hangs. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Site } from '@cyclelab/site/server/site.ts';
import { connectRunner, disconnectAll } from './runner.ts';
import * as tests from './site.ts';
import { token } from './site.ts';

/** Hang detection, ms: far longer than all requests take on a busy machine. */
const patienceMs = 25_000;
const limits = { RUNS_PER_MINUTE: '6', OPEN_RUNS: '4', STREAMS: '2' };

let data: tests.Store;
let site: Site;
beforeAll(async () => {
	data = await tests.embeddedStore();
	site = await tests.startSite(data, { ...limits, TRUST_PROXY: '1' });
}, 30_000);
afterEach(disconnectAll);
afterAll(async () => {
	await site.close();
	await data.remove();
});

type OverloadResponse = { status: number; retryAfter: number; body: Record<string, unknown> };

const ask = async (address: string, path: string, body?: object): Promise<OverloadResponse> => {
	const response = await fetch(site.url + path, {
		...(body && { method: 'POST', body: JSON.stringify(body) }),
		headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
		signal: AbortSignal.timeout(patienceMs)
	});
	const retryAfter = Number(response.headers.get('retry-after') ?? NaN);
	return { status: response.status, retryAfter, body: await response.json() };
};

/** The first event of a run's stream. */
async function firstEvent(
	address: string,
	run: string
): Promise<{ event: string; position: number }> {
	const response = await fetch(`${site.url}/api/runs/${run}/events`, {
		headers: { 'x-forwarded-for': address },
		signal: AbortSignal.timeout(patienceMs)
	});
	expect(response.status).toBe(200);
	let text = '';
	for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
		text += chunk;
		const [, event = '', data = ''] = /^event: (.*)\ndata: (.*)\n\n/m.exec(text) ?? [];
		if (event !== '') return { event, position: Number(JSON.parse(data).position) };
	}
	throw new Error(`The stream ended: ${text}`);
}

test('every one of many simultaneous requests gets a position in the queue or a retry time', async () => {
	// the runner takes one run and does not end it
	const runner = await connectRunner(site.url, token, { slots: 1, work: () => {} });
	const people = Array.from({ length: 16 }, (_, at) => `10.0.0.${at + 1}`);
	const request = (serial: string) => ({
		exercise: 'two-stores',
		sources: { narrow: `int of_${serial};\n` }
	});
	// one address sends many requests
	const greedy = '10.0.1.1';
	const [crowd, pressed, health] = await Promise.all([
		Promise.all(
			people.map(async (address, at) => ({
				address,
				answer: await ask(address, '/api/runs', request(`${at}`))
			}))
		),
		Promise.all(Array.from({ length: 12 }, (_, at) => ask(greedy, '/api/runs', request(`g${at}`)))),
		ask('10.0.2.1', '/healthz')
	]);
	expect(health.status).toBe(200);
	expect(crowd.map(({ answer }) => answer.status)).toEqual(people.map(() => 202));

	const refused = pressed.filter(({ status }) => status === 429);
	const taken = pressed.filter(({ status }) => status === 202);
	expect(taken.length + refused.length).toBe(pressed.length);
	expect(taken.length).toBeGreaterThanOrEqual(1);
	expect(taken.length).toBeLessThanOrEqual(Number(limits.RUNS_PER_MINUTE));
	for (const { body } of refused)
		expect(['TOO_MANY_RUNS', 'TOO_MANY_REQUESTS']).toContain(body['code']);
	for (const { retryAfter } of refused) expect(retryAfter).toBeGreaterThanOrEqual(1);

	await expect.poll(() => runner.jobs.length, { timeout: patienceMs }).toBe(1);
	const running = runner.jobs[0]?.run;
	const waiting = [
		...crowd.map(({ address, answer }) => ({ address, run: String(answer.body['id']) })),
		...taken.map(({ body }, at) => ({ address: `10.0.3.${at}`, run: String(body['id']) }))
	].filter(({ run }) => run !== running);
	const words = await Promise.all(waiting.map(({ address, run }) => firstEvent(address, run)));
	expect(new Set(words.map(({ event }) => event))).toEqual(new Set(['queued']));
	const places = words.map(({ position }) => position).sort((a, b) => a - b);
	expect(places).toEqual(waiting.map((_, at) => at + 1));
	await Promise.all(
		[...crowd.map(({ answer }) => answer), ...taken].map(({ body }) =>
			fetch(site.url + String(body['cancel']), { method: 'DELETE' })
		)
	);
});
