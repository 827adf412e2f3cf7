/** The scripts of action.yml and of the template for GitLab (docs/review.md), each run by bash as a job would run it. */
import { execFile, execFileSync } from 'node:child_process';
import {
	chmodSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	writeFileSync
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { load, loadAll } from 'js-yaml';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { serveHttp, type TestServer } from '../http-server.ts';
import { stepsOf } from './workflow.ts';

const root = join(import.meta.dirname, '..', '..');
const read = (name: string) => readFileSync(join(root, name), 'utf8');
const action = read('action.yml');
const measuring = read('docs/review.yml');
const posting = read('docs/review-comment.yml');
const gitlab = read('docs/review.gitlab.yml');

let folder: string;
let servers: TestServer[];
const at = (...parts: string[]) => join(folder, ...parts);

beforeEach(() => {
	servers = [];
	folder = mkdtempSync(join(tmpdir(), 'cyclelab-workflow-'));
	for (const name of ['bin', 'temp']) mkdirSync(at(name));
});
afterEach(async () => {
	for (const server of servers) await server.close();
	rmSync(folder, { recursive: true });
});

/** A file of the artifact. */
function result(name: string, text: string) {
	mkdirSync(at('temp/cyclelab'), { recursive: true });
	writeFileSync(at('temp/cyclelab', name), text);
}

type EndedScript = { code: number; out: string };

/** Runs a script in the folder, by bash with the options that GitHub documents for `shell: bash`. */
function bash(script: string, more: Record<string, string>): Promise<EndedScript> {
	const env = {
		PATH: `${at('bin')}:${process.env['PATH']}`,
		HOME: folder,
		RUNNER_TEMP: at('temp'),
		GITHUB_STEP_SUMMARY: at('summary.md'),
		GITHUB_OUTPUT: at('output'),
		CALLS: at('calls'),
		...more
	};
	return new Promise((resolve) => {
		const child = execFile(
			'bash',
			['--noprofile', '--norc', '-eo', 'pipefail', '-c', script],
			{ cwd: folder, env },
			(_, out) => resolve({ code: child.exitCode ?? -1, out })
		);
	});
}

const step = (name: string, more: Record<string, string> = {}) =>
	bash(stepsOf(action)[name] ?? 'exit 99', more);

/** A `gh` that writes down its arguments, a call in each line, and answers with `answer`. */
function recordCalls(answer: string) {
	writeFileSync(at('bin/gh'), `#!/bin/sh\necho "$*" >> "$CALLS"\necho '${answer}'\n`);
	chmodSync(at('bin/gh'), 0o755);
}
const calls = () => readFileSync(at('calls'), 'utf8').trimEnd().split('\n');

type Asked = { url: string; token: string | undefined; body: string };

/** A server that answers each request with this status; its address, and the requests that it got. */
async function stand(status: number): Promise<{ address: string; asked: Asked[] }> {
	const asked: Asked[] = [];
	const server = await serveHttp((request, response) => {
		let body = '';
		request.on('data', (part: Buffer) => (body += part.toString()));
		request.on('end', () => {
			const token = request.headers['private-token']?.toString();
			asked.push({ url: request.url ?? '', token, body });
			response.writeHead(status).end(JSON.stringify({ message: 'Closed today.' }));
		});
	});
	servers.push(server);
	return { address: server.url, asked };
}

/** The folder as a repository whose last commit changed hot.c. */
function twoCommits() {
	const git = (...words: string[]) =>
		execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.example', ...words], {
			cwd: folder
		});
	git('init', '-q');
	for (const text of ['int before;\n', 'int after;\n']) {
		writeFileSync(at('hot.c'), text);
		git('add', 'hot.c');
		git('commit', '-qm', text.trim());
	}
}

/** The request of a client that compares the two commits. */
const comparison = {
	exercise: 'free-play',
	language: 'c',
	variants: ['a', 'b'],
	sources: {
		a: expect.stringMatching(/^int before;\n\n\/\/ Added by cyclelab --kernel hot\n/),
		b: expect.stringMatching(/^int after;\n\n\/\/ Added by cyclelab --kernel hot\n/)
	}
};

const client = { CLIENT: join(root, 'site/client/cyclelab.mjs') };

test.each([
	['0', 0, 'notice', 'success'],
	['1', 1, 'error', 'failure'],
	['2', 1, 'error', 'error'],
	['3', 1, 'error', 'failure'],
	['4', 0, 'warning', 'success'],
	['5', 0, 'warning', 'error'],
	['x; exit 7', 0, 'warning', 'error']
])(
	'status %s of the client ends the job with %i and sets a status with a reason',
	async (status, code, level, state) => {
		recordCalls('{}');
		result('status', `${status}\n`);
		result('card.md', 'A card.\n');
		const decided = await step('Decide');
		expect(decided.code).toBe(code);
		expect(decided.out).toMatch(new RegExp(`^::${level} title=Cyclelab::[A-Z].*\\.\\n$`));
		expect(readFileSync(at('summary.md'), 'utf8')).toBe('A card.\n');
		const posted = await step('Status', { GH_REPO: 'o/r', SHA: 'abc' });
		expect(posted.code).toBe(0);
		expect(calls()).toEqual([
			expect.stringMatching(
				new RegExp(
					`^api repos/o/r/statuses/abc -f state=${state} -f context=cyclelab -f description=[A-Z].*\\.$`
				)
			)
		]);
	}
);

test('the card is posted to the pull request of the commit, and notifies nobody', async () => {
	recordCalls('17');
	result('card.md', 'Look, @everybody!\n');
	expect((await step('Comment', { SHA: 'abc' })).code).toBe(0);
	expect(calls()).toEqual([
		'pr list --limit 1000 --json number,headRefOid --jq .[] | select(.headRefOid == "abc") | .number',
		`pr comment 17 --body-file ${at('temp/card.md')} --edit-last --create-if-none`
	]);
	expect(readFileSync(at('temp/card.md'), 'utf8')).toBe('Look, @ everybody!\n');
});

test('nothing is posted without a card, or without an open pull request', async () => {
	recordCalls('');
	result('card.md', '');
	expect((await step('Comment', { SHA: 'abc' })).code).toBe(0);
	expect(existsSync(at('calls'))).toBe(false);
	result('card.md', 'A card.\n');
	expect((await step('Comment', { SHA: 'abc' })).code).toBe(0);
	expect(calls()).toHaveLength(1);
});

test('the action compares with the base, keeps the exit code and passes options on', async () => {
	twoCommits();
	const { address, asked } = await stand(503);
	const { code } = await step('Measure', {
		...client,
		COMMAND: 'compare',
		CYCLELAB_SITE: address,
		FILE: 'hot.c',
		KERNEL: 'hot',
		BASE: 'HEAD^1',
		AT_MOST: '1.02',
		OPTIONS: '--compiler=gcc\n--flag=-O3\n'
	});
	expect(code).toBe(0);
	expect(readFileSync(at('temp/cyclelab/status'), 'utf8')).toBe('5\n');
	expect(readFileSync(at('output'), 'utf8')).toBe('status=5\n');
	expect(asked.map(({ url, body }): unknown => [url, JSON.parse(body)])).toEqual([
		['/api/runs', { ...comparison, compiler: 'gcc', flags: ['-O3'] }]
	]);
});

test('the action measures for a series, and its card is the series', async () => {
	twoCommits();
	writeFileSync(at('cyclelab.jsonl'), '');
	const { address, asked } = await stand(503);
	const more = { CYCLELAB_SITE: address, FILE: 'hot.c', KERNEL: 'hot', SERIES: 'cyclelab.jsonl' };
	const { code } = await step('Measure', { ...client, COMMAND: 'track', ...more, OPTIONS: '' });
	expect(code).toBe(0);
	expect(asked.map(({ url }) => url)).toEqual(['/api/runs']);
	expect(readFileSync(at('temp/cyclelab/card.md'), 'utf8')).toBe('```\n```\n');
});

test.each([
	[{ COMMAND: 'measure', CYCLELAB_SITE: 'http://a.example' }, /compare, track or comment/],
	[{ COMMAND: 'compare', CYCLELAB_SITE: '' }, /site is missing/]
])('the action refuses the inputs %j with a sentence', async (inputs, sentence) => {
	const { code, out } = await step('Measure', { ...client, ...inputs });
	expect([code, out]).toEqual([1, expect.stringMatching(sentence)]);
});

test('each input is read by a step, and no text of an input is part of a script', () => {
	const { inputs } = z
		.object({ inputs: z.record(z.string(), z.object({ description: z.string() })) })
		.parse(load(action));
	expect(Object.keys(inputs).filter((name) => !action.includes(`inputs.${name}`))).toEqual([]);
	expect(Object.values(stepsOf(action)).filter((script) => script.includes('${{'))).toEqual([]);
});

test('the run with the rights of the repository executes nothing of the pull request, and the measuring run has none', () => {
	const Job = z.looseObject({
		name: z.string(),
		permissions: z.record(z.string(), z.string()),
		jobs: z.record(
			z.string(),
			z.object({
				steps: z.array(
					z.object({ uses: z.string(), with: z.record(z.string(), z.unknown()).optional() })
				)
			})
		)
	});
	const measured = Job.parse(load(measuring));
	const posted = Job.parse(load(posting));
	expect(measured.permissions).toEqual({ contents: 'read' });
	expect(posted.jobs['post']?.steps).toEqual([
		{ uses: 'owner/cyclelab@v1', with: { command: 'comment' } }
	]);
	expect(posting).toContain(`workflows: ['${measured.name}']`);
});

test(
	'the job for GitLab runs the packed client, posts the card and ends with its exit code',
	{ timeout: 60_000 },
	async () => {
		twoCommits();
		const [packed] = z.array(z.object({ filename: z.string() })).parse(
			JSON.parse(
				execFileSync('npm', ['pack', '--json', join(root, 'site/client')], {
					cwd: folder
				}).toString()
			)
		);
		const [, jobs] = loadAll(gitlab);
		const { cyclelab } = z
			.object({
				cyclelab: z.object({
					script: z.array(z.string()),
					allow_failure: z.object({ exit_codes: z.array(z.number()) })
				})
			})
			.parse(jobs);
		const script = cyclelab.script.join('\n');
		expect(script).not.toContain('$[[');
		expect(cyclelab.allow_failure.exit_codes).toEqual([4, 5]);
		const inputs = {
			npm_config_offline: 'true',
			CYCLELAB_PACKAGE: at(packed?.filename ?? ''),
			CYCLELAB_FILE: 'hot.c',
			CYCLELAB_KERNEL: 'hot',
			CYCLELAB_AT_MOST: '1.02',
			CI_MERGE_REQUEST_DIFF_BASE_SHA: 'HEAD~1'
		};
		const site = await stand(503);
		const away = await bash(script, { ...inputs, CYCLELAB_SITE: site.address });
		expect(away.code).toBe(5);
		expect(site.asked.map(({ body }): unknown => JSON.parse(body))).toEqual([comparison]);

		// A card, as a site with a runner would have led to it.
		writeFileSync(at('bin/npx'), '#!/bin/sh\necho "Look, @everybody!"\nexit 1\n');
		chmodSync(at('bin/npx'), 0o755);
		const api = await stand(201);
		const slower = await bash(script, {
			...inputs,
			CYCLELAB_GITLAB_TOKEN: 'secret',
			CI_API_V4_URL: `${api.address}/api/v4`,
			CI_PROJECT_ID: '7',
			CI_MERGE_REQUEST_IID: '3'
		});
		expect(slower).toEqual({ code: 1, out: 'Look, @ everybody!\n' });
		expect(
			api.asked.map(({ body, ...request }) => ({
				...request,
				body: [...new URLSearchParams(body)]
			}))
		).toEqual([
			{
				url: '/api/v4/projects/7/merge_requests/3/notes',
				token: 'secret',
				body: [['body', 'Look, @ everybody!\n']]
			}
		]);
	}
);
