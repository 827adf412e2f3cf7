/** The site's log during valid and hostile requests: no secret, no text of a user, one JSON object a line. */
import net from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endAll, startSite } from '../../faults/processes.ts';
import { eventually } from './hooks.ts';
import { describeRunner, eventsWith, reportOf } from './examples.ts';
import { connectRunner, disconnectAll, speak } from './runner.ts';
import type { Failure } from '@cyclelab/contract/schema/failure';
import { variantReport } from '@cyclelab/site/fixtures/examples.ts';
import { bearer } from './room.ts';
import * as tests from './site.ts';
import { post, token } from './site.ts';

type Site = { url: string };

let data: tests.Store;
beforeAll(async () => {
	data = await tests.embeddedStore();
}, 60_000);
afterAll(async () => {
	await disconnectAll();
	await endAll();
	await data.remove();
});

const operator = 'METRICS-secret-0123456789';
/** Secrets that the log may not contain, by their kind. */
const secrets: Record<string, string> = { operator, token };
/** Text of users, with control characters of terminals. */
const typed = `typed_by_somebody`;
const nasty = `${typed}\r\n{"level":"fatal"}\u001b[2J\u009b2J\u202e`;

/** A response's JSON body; undefined if it is not JSON. */
async function ask(site: Site, where: string, init: RequestInit = {}) {
	const answer = await fetch(site.url + where, init);
	const text = await answer.text();
	return { status: answer.status, text };
}

/** Sends raw bytes, which `fetch` would normalise. */
function raw(site: Site, text: string): Promise<void> {
	const { hostname, port } = new URL(site.url);
	const socket = net.connect(Number(port), hostname);
	socket.end(text, 'latin1');
	socket.on('error', () => {});
	socket.resume();
	return new Promise((resolve) => socket.on('close', () => resolve()));
}

async function use(site: Site): Promise<string> {
	const at = { url: site.url, close: async () => {} };
	const runner = await connectRunner(site.url, token, { work: () => {} });
	const wanted = {
		exercise: 'store-forwarding',
		sources: { bytes: `// ${nasty}` },
		stages: ['inspect']
	};
	const { id } = await (await post(at, '/api/runs', wanted)).json();
	await eventually(() => expect(runner.jobs).toHaveLength(1));
	const [job] = runner.jobs;
	if (!job) throw new Error('no job');
	const description = describeRunner('alpha', 4);
	const failure: Failure = {
		kind: 'compile-error',
		stage: 'compile',
		variant: 'bytes',
		text: nasty,
		diagnostics: [],
		title: nasty,
		hint: nasty
	};
	const variants = [variantReport('bytes', { failure })];
	runner.finish(job, eventsWith({ ...reportOf(job, description), variants }));
	runner.send({ type: 'state', state: 'degraded', reason: nasty });

	const opened = await post(at, '/api/workshops', { title: nasty, exercises: [job.exercise] });
	const { code, hostPage } = await opened.json();
	const host = String(hostPage).split('/').at(-1) ?? '';
	const joined = await post(at, `/api/workshops/${code}/seats`, { name: nasty });
	const seat = String((await joined.json()).token);
	Object.assign(secrets, { host, seat });
	expect([host.length, seat.length]).toEqual([43, 43]);
	const wrong: [string, RequestInit][] = [
		[`/api/hosts/${host}/none`, {}],
		[
			`/API/Hosts/${host}/acts`,
			{ method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'x' }
		],
		[
			`/api/hosts/${host}/acts`,
			{ method: 'POST', headers: { origin: 'https://elsewhere.example' } }
		],
		[`/host/${host}/none`, {}],
		[`/HOST/${host}`, { method: 'POST' }],
		[`/api/hosts/${host}x`, {}],
		['/api/seat', { headers: bearer(seat) }],
		['/api/seat', { headers: bearer(`${seat}x`) }],
		['/metrics', { headers: bearer(operator) }],
		['/metrics', { headers: bearer(`${operator}x`) }],
		['/metrics', { headers: { authorization: `Basic ${btoa(`me:${operator}`)}` } }],
		[`/api/${encodeURIComponent(nasty)}`, { headers: { 'user-agent': typed } }],
		['/api/runs', { method: 'POST', headers: { 'content-type': 'application/json' }, body: nasty }]
	];
	for (const [where, init] of wrong) await ask(site, where, init);
	await raw(site, `GET /api/\x1b[2J\x9b2J HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
	await raw(site, `GET /api/x HTTP/1.1\r\nHost: x\r\nX: \x1b[2J\r\nConnection: close\r\n\r\n`);

	secrets['wrong token'] = 'WRONG-runner-token-0123456789';
	await speak(site.url, secrets['wrong token'], '{}');
	await speak(site.url, token, nasty);
	await speak(site.url, token, JSON.stringify({ type: nasty, [nasty]: nasty }));
	const hello = { type: 'hello', runner: { ...describeRunner('beta', 1), id: nasty } };
	await speak(site.url, token, JSON.stringify(hello));
	return id;
}

test(
	'runs, workshops and invalid requests leave no secret and no user text in the log',
	{ timeout: 120_000 },
	async () => {
		const site = await startSite('site', {
			...data.settings,
			RUNNER_TOKEN: token,
			LOG_LEVEL: 'debug',
			METRICS_TOKEN: operator,
			RUNS_PER_MINUTE: '1000'
		});
		const id = await use(site);
		await disconnectAll();
		await site.end('SIGTERM');
		const lines = site
			.log()
			.split('\n')
			.filter((line) => line !== '');
		const parsed = lines.map((line) => JSON.parse(line));
		// the control: the log has lines about these requests
		const said = parsed.map(({ msg }) => msg);
		for (const sentence of [
			'a runner was turned away',
			'a runner was refused',
			'a runner connected'
		])
			expect(said).toContain(sentence);
		expect(parsed.filter(({ level }) => level === 'debug').length).toBeGreaterThan(5);
		expect(parsed.filter(({ level }) => level === 'fatal')).toEqual([]);
		for (const line of lines) expect(line).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
		const all = lines.join('\n');
		for (const [what, secret] of Object.entries(secrets))
			for (const form of [secret, btoa(secret), Buffer.from(secret).toString('hex')])
				expect([what, all.includes(form)]).toEqual([what, false]);
		const theirs = lines.filter((line) => line.includes(typed) && !line.includes('"path":"/api/'));
		expect(theirs).toEqual([]);
		expect(id).toMatch(/^[\w-]{22}$/);
	}
);

test('an unreachable database is logged without its password', { timeout: 120_000 }, async () => {
	const password = 'DATABASE-secret-0123456789';
	const ended = startSite('site', {
		DATABASE_URL: `postgres://somebody:${password}@127.0.0.1:1/none`,
		LOG_LEVEL: 'debug'
	});
	const said = await ended.then(
		() => 'it listens',
		(error: Error) => error.message
	);
	expect(said).toContain('ECONNREFUSED');
	expect(said).not.toContain(password);
});
