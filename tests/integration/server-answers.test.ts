/** Inspections that were answered before, or are being answered: who gets which run, and what is done anew. */
import { expect, test, vi } from 'vitest';
import type { Job } from '@cyclelab/runner/schema/job';
import type { RunnerDescription } from '@cyclelab/runner/schema/gateway';
import {
	connectRunner,
	describeRunner,
	eventsOf,
	reportOf,
	type TestRunner
} from './server-runner.ts';
import { siteForAll } from './server-hooks.ts';
import { read, run, token, watchAll } from './server-site.ts';

const eventually = (check: () => unknown) => vi.waitFor(check, { timeout: 5000, interval: 5 });
const began = ['2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z'] as const;
const alpha: RunnerDescription = { ...describeRunner('alpha', 4), startedAt: began[0] };
const question = { stages: ['inspect'] };
const finish = (job: Job, runner: TestRunner) => {
	for (const event of eventsOf(job, alpha)) runner.say(job.run, event);
};

const site = siteForAll(undefined, { TRUST_PROXY: '1' });

/** A runner that says when its process began. */
async function join(work = finish, description = alpha): Promise<TestRunner> {
	const runner = await connectRunner(site.url, token, { work });
	await introduce(runner, description);
	return runner;
}

async function introduce(runner: TestRunner, description: RunnerDescription): Promise<void> {
	runner.send({ type: 'hello', runner: description });
	await eventually(async () => {
		const { body } = await read(site, '/api/runners');
		expect(body).toMatchObject([
			{ startedAt: description.startedAt, toolchains: description.toolchains }
		]);
	});
}

/** Asks, and waits for the answer. */
async function ask(body: object = question): Promise<string> {
	const answer = await run(site, { ...body });
	expect(answer.status).toBe(202);
	const frames = await watchAll(site, answer.body.id);
	expect(frames.at(-1)?.event).toBe('finished');
	return answer.body.id;
}

test('the same question gets the same run, with all of its events', async () => {
	const runner = await join();
	const first = await run(site, question);
	const frames = await watchAll(site, first.body.id);
	const again = await run(site, { ...question, sources: { wide: 'int wide;\n' } });
	expect(again).toEqual(first);
	expect(await watchAll(site, first.body.id)).toEqual(
		frames.filter(({ event }) => event !== 'queued')
	);
	expect(runner.jobs).toHaveLength(1);
	expect((await read(site, `/api/runs/${first.body.id}`)).body.state).toBe('finished');
});

test.each([
	['another source', { ...question, sources: { wide: 'int other;\n' } }],
	['other flags', { ...question, flags: ['-O1'] }],
	['other models', { ...question, models: 'host' }],
	['a runner of its own', { ...question, runner: 'alpha' }]
])('%s is another question', async (_what, body) => {
	const runner = await join();
	const first = await ask();
	expect(await ask(body)).not.toBe(first);
	expect(runner.jobs.length).toBeGreaterThan(0);
});

test('what is measured is measured anew', async () => {
	const runner = await join();
	expect(await ask({})).not.toBe(await ask({}));
	expect(runner.jobs).toHaveLength(2);
});

test('an answer counts as long as the process that gave it, and its toolchains', async () => {
	const first = await join();
	const answers = [await ask(), await ask()];
	await introduce(first, {
		...alpha,
		toolchains: alpha.toolchains.map((one) => ({ ...one, image: 'cyclelab/cc:2' }))
	});
	answers.push(await ask(), await ask());
	await first.leave();
	await join(finish, { ...alpha, startedAt: began[1] });
	answers.push(await ask(), await ask());
	expect(answers.map((id) => answers.indexOf(id))).toEqual([0, 0, 2, 2, 4, 4]);
});

test('what only tells of a moment is asked anew', async () => {
	const failure = { kind: 'timeout', stage: 'count', limitMs: 1, title: 'Slow', hint: '' } as const;
	const runner = await join((job, runner) => {
		const report = reportOf(job, alpha);
		const { id, edited, source } = job.variants[0] ?? { id: 'wide', edited: false, source: '' };
		const lists = { diagnostics: [], functions: [], predictions: [], refusals: [], points: [] };
		const variant = { id, edited, source, compilerText: '', ...lists, failure };
		runner.say(job.run, { type: 'started', report });
		runner.say(job.run, { type: 'finished', report: { ...report, variants: [variant] } });
	});
	const slow = { ...question, sources: { wide: 'int slow;\n' } };
	expect(await ask(slow)).not.toBe(await ask(slow));
	expect(runner.jobs).toHaveLength(2);
});

test('who asks while it is being answered joins, and the last one to leave ends it', async () => {
	const runner = await join(() => {});
	const body = { ...question, sources: { wide: 'int together;\n' } };
	const [one, two] = await Promise.all([run(site, body), run(site, body)]);
	expect(two).toEqual(one);
	const { id } = one.body;
	await eventually(() => expect(runner.jobs).toHaveLength(1));
	const frames = watchAll(site, id);
	const leave = async (address: string) => {
		const headers = { 'x-forwarded-for': address };
		const response = await fetch(`${site.url}/api/runs/${id}`, { method: 'DELETE', headers });
		return (await response.json()).state;
	};
	// however often who has left says so
	expect([await leave('10.0.0.1'), await leave('10.0.0.1')]).toEqual(['running', 'running']);
	expect(runner.cancelled).toEqual([]);
	expect(await leave('10.0.0.2')).toBe('cancelled');
	await eventually(() => expect(runner.cancelled).toEqual([id]));
	expect((await frames).at(-1)?.event).toBe('cancelled');
	const anew = await run(site, body);
	expect(anew.body.id).not.toBe(id);
});
