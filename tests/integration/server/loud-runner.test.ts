/** A runner sends more than the site stores: its run fails with a sentence, and no other run is affected. */
import { fixed } from '@cyclelab/site/server/base/config.ts';
import type { Job, RunEvent } from '@cyclelab/contract/schema/job';
import { expect, test } from 'vitest';
import { describeRunner, eventsOf } from './examples.ts';
import { connectRunner, speak, type TestRunner } from './runner.ts';
import { eventually, siteAndDatabase } from './hooks.ts';
import { read, run, token } from './site.ts';

const mebibyte = 2 ** 20;
const alpha = { ...describeRunner('alpha', 1), startedAt: '2026-01-01T00:00:00.000Z' };

const { site, database } = siteAndDatabase();

/** An event with a notice of this length. */
const words = (length: number): RunEvent => ({
	type: 'stage',
	stage: 'compile',
	notice: 'x'.repeat(length)
});

/** Sends the events `more` in its first run, and then the usual events. */
const loud = (more: RunEvent[]) => (job: Job, runner: TestRunner) => {
	const isFirst = runner.jobs[0]?.run === job.run;
	runner.finish(job, eventsOf(job, alpha).toSpliced(1, 0, ...(isFirst ? more : [])));
};

async function ask(body = {}): Promise<string> {
	const answer = await run(site, body);
	expect(answer.status).toBe(202);
	return String(answer.body['url']);
}

const isOver = async (url: string) => {
	const { body } = await read(site, url);
	expect(['finished', 'failed']).toContain(body.state);
	return body;
};

test.each([
	['in bytes', Array.from({ length: 4 }, () => words(12 * mebibyte))],
	['in events', Array.from({ length: fixed.runEvents + 10 }, () => words(1))]
])(
	'a run with more data than the site stores, %s, fails with a sentence, and the next run succeeds',
	async (_, more) => {
		const runner = await connectRunner(site.url, token, { as: () => alpha, work: loud(more) });
		const url = await ask();
		await eventually(() => isOver(url));
		const { state, failure, id } = await isOver(url);
		expect([state, failure.code, failure.message]).toEqual([
			'failed',
			'TOO_LARGE',
			'The results of this run are larger than the site keeps (32 MiB or 10,000 events), so it was ended. Run it again with fewer variants or less code.'
		]);
		expect(runner.cancelled).toEqual([id]);
		const [kept] = await database.query(
			'select sum(octet_length(event::text))::int as bytes, count(*)::int as events from cyclelab.run_events where run = $1',
			[id]
		);
		expect(kept).toMatchObject({ bytes: expect.any(Number), events: expect.any(Number) });
		const { bytes, events } = kept as { bytes: number; events: number };
		expect(bytes).toBeLessThan(fixed.runBytes + 1000);
		// the site itself adds the last event
		expect(events).toBeLessThanOrEqual(fixed.runEvents + 1);
		const next = await ask();
		await eventually(() => isOver(next));
		expect(await isOver(next)).toMatchObject({ state: 'finished' });
	},
	240_000
);

test('a large result is not cached', async () => {
	const question = { stages: ['inspect'] };
	const large = [words(fixed.answerBytes)];
	const runner = await connectRunner(site.url, token, { as: () => alpha, work: loud(large) });
	const answers: string[] = [];
	for (let time = 0; time < 3; time++) {
		const url = await ask(question);
		await eventually(() => isOver(url));
		answers.push(url);
	}
	expect(runner.jobs).toHaveLength(2);
	expect(answers[1]).not.toBe(answers[0]);
	expect(answers[2]).toBe(answers[1]);
}, 120_000);

test('a runner that sends too much about itself is refused with a sentence', async () => {
	const runner = await connectRunner(site.url, token, { as: () => alpha });
	const reason = 'x'.repeat(fixed.runnerWordsBytes);
	runner.send({ type: 'state', state: 'degraded', reason });
	await runner.closed;
	expect(runner.refused).toEqual([
		'A runner may send 256 kB about itself at once, and this runner sent more.'
	]);
});

test('a runner that sends too much before it is accepted is refused with a sentence', async () => {
	const hello = JSON.stringify({ type: 'hello', runner: 'x'.repeat(fixed.runnerEarlyBytes) });
	const { said } = await speak(site.url, token, hello);
	expect(said).toEqual({
		type: 'refused',
		reason: 'The runner sent too much before it was accepted.'
	});
});
