/** The steps of the workflows that docs/review.md offers, each run by bash as a job would run it. */
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
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { stepsOf } from './workflow.ts';

const root = join(import.meta.dirname, '..', '..');
const workflow = (name: string) => readFileSync(join(root, 'docs', name), 'utf8');
const measuring = workflow('review.yml');
const posting = workflow('review-comment.yml');

let folder: string;
const at = (...parts: string[]) => join(folder, ...parts);

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'cyclelab-workflow-'));
	for (const name of ['bin', 'temp']) mkdirSync(at(name));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A file of the artifact. */
function result(name: string, text: string) {
	mkdirSync(at('temp/result'), { recursive: true });
	writeFileSync(at('temp/result', name), text);
}

type EndedStep = { code: number; out: string };

/** Runs a step by the shell and options that GitHub documents for `run` on Linux without `shell`: `bash -e`. */
function step(text: string, name: string, more: Record<string, string> = {}): Promise<EndedStep> {
	const env = {
		PATH: `${at('bin')}:${process.env['PATH']}`,
		RUNNER_TEMP: at('temp'),
		GITHUB_STEP_SUMMARY: at('summary.md'),
		CALLS: at('calls'),
		...more
	};
	return new Promise((resolve) => {
		const child = execFile(
			'bash',
			['-e', '-c', stepsOf(text)[name] ?? 'exit 99'],
			{ cwd: folder, env },
			(_, out) => resolve({ code: child.exitCode ?? -1, out })
		);
	});
}

/** A `gh` that writes down its arguments, a call in each line, and answers with `answer`. */
function recordCalls(answer: string) {
	writeFileSync(at('bin/gh'), `#!/bin/sh\necho "$*" >> "$CALLS"\necho '${answer}'\n`);
	chmodSync(at('bin/gh'), 0o755);
}
const calls = () => readFileSync(at('calls'), 'utf8').trimEnd().split('\n');

test.each([
	['0', 0, 'notice', 'success'],
	['1', 1, 'error', 'failure'],
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
		const decided = await step(measuring, 'Decide');
		expect(decided.code).toBe(code);
		expect(decided.out).toMatch(new RegExp(`^::${level} title=Cyclelab::[A-Z].*\\.\\n$`));
		expect(readFileSync(at('summary.md'), 'utf8')).toBe('A card.\n');
		const posted = await step(posting, 'Status', { GH_REPO: 'o/r', SHA: 'abc' });
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
	expect((await step(posting, 'Comment', { SHA: 'abc' })).code).toBe(0);
	expect(calls()).toEqual([
		'pr list --limit 1000 --json number,headRefOid --jq .[] | select(.headRefOid == "abc") | .number',
		`pr comment 17 --body-file ${at('temp/card.md')} --edit-last --create-if-none`
	]);
	expect(readFileSync(at('temp/card.md'), 'utf8')).toBe('Look, @ everybody!\n');
});

test('nothing is posted without a card, or without an open pull request', async () => {
	recordCalls('');
	result('card.md', '');
	expect((await step(posting, 'Comment', { SHA: 'abc' })).code).toBe(0);
	expect(existsSync(at('calls'))).toBe(false);
	result('card.md', 'A card.\n');
	expect((await step(posting, 'Comment', { SHA: 'abc' })).code).toBe(0);
	expect(calls()).toHaveLength(1);
});

test(
	'the step that measures runs the client on the base and keeps its exit code',
	{ timeout: 60_000 },
	async () => {
		const git = (...words: string[]) =>
			execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.example', ...words], {
				cwd: folder
			});
		// The client as the clone of the product has it, in a repository of its own.
		const product = at('product');
		mkdirSync(join(product, 'site'), { recursive: true });
		execFileSync('cp', ['-r', join(root, 'site/client'), join(product, 'site/client')]);
		for (const words of [
			['init', '-q'],
			['add', '.'],
			['commit', '-qm', 'One']
		])
			git('-C', product, ...words);
		git('init', '-q');
		for (const text of ['int before;\n', 'int after;\n']) {
			writeFileSync(at('hot.c'), text);
			git('add', 'hot.c');
			git('commit', '-qm', text.trim());
		}
		const bodies: unknown[] = [];
		const site = createServer((request, response) => {
			let body = '';
			request.on('data', (part: Buffer) => (body += part.toString()));
			request.on('end', () => {
				bodies.push(JSON.parse(body));
				response.writeHead(503).end(JSON.stringify({ message: 'Closed today.' }));
			});
		});
		await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
		try {
			const { port } = site.address() as AddressInfo;
			const { code } = await step(measuring, 'Measure', {
				CYCLELAB_SITE: `http://127.0.0.1:${port}`,
				CYCLELAB_REPOSITORY: product,
				FILE: 'hot.c',
				KERNEL: 'hot'
			});
			expect(code).toBe(0);
			expect(readFileSync(at('temp/result/status'), 'utf8')).toBe('5\n');
			expect(bodies).toEqual([
				{
					exercise: 'free-play',
					language: 'c',
					flags: ['-Dhot=kernel'],
					variants: ['a', 'b'],
					sources: { a: 'int before;\n', b: 'int after;\n' }
				}
			]);
		} finally {
			site.close();
		}
	}
);

test('the run with the rights of the repository executes nothing of the pull request, and the measuring run has none', () => {
	expect(posting).not.toContain('actions/checkout');
	expect(measuring).toMatch(/^permissions:\n {2}contents: read\nenv:/m);
	// An expression inside a command would be replaced by text of the pull request before the shell reads it.
	const scripts = [measuring, posting].flatMap((text) => Object.values(stepsOf(text)));
	expect(scripts.filter((script) => script.includes('${{'))).toEqual([]);
	const [, name] = /^name: (.+)$/m.exec(measuring) ?? [];
	expect(posting).toContain(`workflows: ['${name}']`);
});
