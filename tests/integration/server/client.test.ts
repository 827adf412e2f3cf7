/** The command-line client as a CI job starts it, with a site and a test runner. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Job } from '@cyclelab/contract/schema/job';
import type { ClaimResult } from '@cyclelab/contract/schema/verdicts';
import { serveHttp } from '../../http-server.ts';
import { runClient } from './client.ts';
import { describeRunner, eventsWith, reportOf } from './examples.ts';
import { connectRunner, type TestRunner } from './runner.ts';
import { siteForAll } from './hooks.ts';
import * as tests from './site.ts';

const site = siteForAll();
let folder: string;

beforeAll(async () => {
	folder = await mkdtemp(path.join(tmpdir(), 'cyclelab-client-'));
});
afterAll(async () => {
	await rm(folder, { recursive: true });
});

const cyclelab = (...words: string[]) => runClient(words, { env: { CYCLELAB_SITE: site.url } });

/** Connects a runner that returns this verdict on the exercise's claim, and shows its jobs. */
function finding(verdict: ClaimResult['verdict']) {
	const runner = describeRunner('alpha', 4);
	const claim: ClaimResult = {
		id: 'slower',
		statement: 'Narrow is slower.',
		measure: 'time',
		verdict,
		expected: { atLeast: 1.5 },
		sentence: `It is ${verdict}.`
	};
	const work = (job: Job, one: TestRunner) => {
		const report = { ...reportOf(job, runner), summary: 'Done.', claims: [claim] };
		one.finish(job, eventsWith(report));
	};
	return connectRunner(site.url, tests.token, { work });
}

test.each([
	['reproduced', 0],
	['not-here', 1],
	['contradicted', 1],
	['too-noisy', 4],
	['not-measured', 4]
] as const)('for a claim that is %s the client exits with %i', async (verdict, status) => {
	await finding(verdict);
	const ended = await cyclelab('run', 'two-stores', '--claim', 'slower', '--quiet');
	expect({ ...ended, out: ended.out.split('\n')[0] }).toEqual({ status, out: 'Done.', err: '' });
	expect(ended.out).toContain(`slower: It is ${verdict}.`);
	expect((await cyclelab('run', 'two-stores', '--quiet')).status).toBe(0);
});

test('--source replaces a source by a file, and --snapshot makes a snapshot of the run', async () => {
	const runner = await finding('reproduced');
	const file = path.join(folder, 'my.c');
	await writeFile(file, 'int mine;\n');
	const { status, out } = await cyclelab(
		'run',
		'two-stores',
		'--source',
		`narrow=${file}`,
		'--value',
		'64',
		'--snapshot'
	);
	expect(status).toBe(0);
	expect(runner.jobs[0]?.values).toEqual([64]);
	expect(runner.jobs[0]?.variants.map(({ source, edited }) => [source, edited])).toEqual([
		['int wide;\n', false],
		['int mine;\n', true]
	]);
	const [, kept] = /\/s\/([A-Za-z0-9_-]{22})\n$/.exec(out) ?? [];
	expect((await tests.read(site, `/api/snapshots/${kept}`)).status).toBe(200);
});

test('--json prints one object on each line', async () => {
	await finding('reproduced');
	const { out } = await cyclelab('run', 'two-stores', '--json', '--quiet');
	expect(out.trimEnd()).not.toContain('\n');
	expect(JSON.parse(out)).toMatchObject({ exercise: 'two-stores', summary: 'Done.' });
	const list = (await cyclelab('list', '--json')).out.trimEnd().split('\n');
	expect(list.map((line) => JSON.parse(line).slug)).toEqual(['two-stores']);
});

test('an invalid request ends the client with a sentence', async () => {
	await finding('reproduced');
	expect(await cyclelab('run', 'no-such')).toEqual({
		status: 2,
		out: '',
		err: 'exercise: There is no exercise "no-such".\n'
	});
	expect(await cyclelab('run', 'two-stores', '--source', 'wide=/no/such.c')).toEqual({
		status: 2,
		out: '',
		err: 'The file /no/such.c cannot be read.\n'
	});
	const asked = await cyclelab('run', 'two-stores', '--claim', 'faster', '--quiet');
	expect([asked.status, asked.err]).toEqual([
		2,
		'There is no claim "faster" in this run; it has slower.\n'
	]);
});

test('versions need a finished run, two variants of it, and their names', async () => {
	const runner = await finding('reproduced');
	await cyclelab('run', 'two-stores', '--quiet');
	const id = runner.jobs[0]?.run ?? '';
	const ask = async (run: string, query: string) => {
		const { status, body } = await tests.read(site, `/api/runs/${run}/versions${query}`);
		return [
			status,
			body.message ?? body.issues.map((issue: { path: string[] }) => issue.path.join())
		];
	};
	const none = [404, 'There is no such finished run. Check the address.'];
	expect(await ask('A'.repeat(22), '?of=narrow&to=wide')).toEqual(none);
	expect(await ask(id, '?of=narrow')).toEqual([400, ['to']]);
	expect(await ask(id, '?of=narrow&to=other')).toEqual([
		404,
		'There is no such finished run with these variants. Check the address.'
	]);
});

test('an unreachable site and a run beyond the time limit end the client with the status for errors', async () => {
	const away = await cyclelab('list', '--site', 'http://127.0.0.1:9');
	expect([away.status, away.err]).toEqual([
		5,
		'http://127.0.0.1:9 cannot be reached. Check --site or CYCLELAB_SITE.\n'
	]);
	const runner = await connectRunner(site.url, tests.token, { work: () => {} });
	const late = await cyclelab('run', 'two-stores', '--timeout', '3', '--quiet');
	expect([late.status, late.err]).toEqual([
		5,
		'The run was not over within 3 s and was cancelled.\n'
	]);
	await expect.poll(() => runner.cancelled).toEqual([runner.jobs[0]?.run]);
});

test('the client cancels a run at its time limit, even if the site no longer sends events', async () => {
	const asked: string[] = [];
	const mute = await serveHttp((request, response) => {
		asked.push(`${request.method} ${request.url}`);
		if (request.method === 'POST')
			response.writeHead(202).end(JSON.stringify({ id: 'r', url: '/api/runs/r' }));
		if (request.method === 'DELETE') response.writeHead(202).end('{}');
	});
	try {
		const late = await cyclelab('run', 'two-stores', '--timeout', '3', '--site', mute.url);
		expect([late.status, late.err]).toEqual([
			5,
			'The run was not over within 3 s and was cancelled.\n'
		]);
		expect(asked).toEqual(['POST /api/runs', 'GET /api/runs/r', 'DELETE /api/runs/r']);
	} finally {
		await mute.close();
	}
});
