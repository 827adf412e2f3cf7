/** Inspections that equal an earlier or a running inspection: which requests share its run, and which are executed again. */
import { variantReport } from '@cyclelab/site/fixtures/examples.ts';
import { expect, test } from 'vitest';
import { defined } from '@cyclelab/contract/defined';
import type { RunnerDescription } from '@cyclelab/contract/schema/gateway';
import { describeRunner, eventsWith, reportOf } from './examples.ts';
import { connectRunner, type RunnerWork, type TestRunner } from './runner.ts';
import { eventually, siteForAll } from './hooks.ts';
import { read, run, token, watchAll } from './site.ts';

const began = ['2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z'] as const;
const alpha: RunnerDescription = { ...describeRunner('alpha', 4), startedAt: began[0] };
const question = { stages: ['inspect'] };

const site = siteForAll(undefined, { TRUST_PROXY: '1' });

/** A runner that reports when its process started. */
async function join(work?: RunnerWork, description = alpha): Promise<TestRunner> {
	const runner = await connectRunner(site.url, token, defined({ work }));
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

/** Starts a run, waits until it has finished, and returns its id. */
async function runToEnd(body: object = question): Promise<string> {
	const answer = await run(site, { ...body });
	expect(answer.status).toBe(202);
	const frames = await watchAll(site, answer.body.id);
	expect(frames.at(-1)?.event).toBe('finished');
	return answer.body.id;
}

test('an equal request gets the same run with all its events', async () => {
	const runner = await join();
	const first = await run(site, question);
	const frames = await watchAll(site, first.body.id);
	const again = await run(site, { ...question, sources: { wide: 'int wide;\n' } });
	const { cancel: _, ...found } = first.body;
	// A finished run cannot be cancelled.
	expect(again).toEqual({ status: 202, body: found });
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
	['a given runner', { ...question, runner: 'alpha' }]
])('a request with %s gets another run', async (_what, body) => {
	const runner = await join();
	const first = await runToEnd();
	expect(await runToEnd(body)).not.toBe(first);
	expect(runner.jobs.length).toBeGreaterThan(0);
});

test('a loop is explained again for an equal request', async () => {
	const runner = await join();
	const asks = { ...question, explain: 'wide' };
	expect(await runToEnd(asks)).not.toBe(await runToEnd(asks));
	expect(runner.jobs.map(({ explain }) => explain)).toEqual(['wide', 'wide']);
});

test('a measured run is executed again for an equal request', async () => {
	const runner = await join();
	expect(await runToEnd({})).not.toBe(await runToEnd({}));
	expect(runner.jobs).toHaveLength(2);
});

test('a run is shared only while its runner has the same process and toolchains', async () => {
	const first = await join();
	const answers = [await runToEnd(), await runToEnd()];
	await introduce(first, {
		...alpha,
		toolchains: alpha.toolchains.map((toolchain) => ({ ...toolchain, image: 'cyclelab/cc:2' }))
	});
	answers.push(await runToEnd(), await runToEnd());
	await first.disconnect();
	await join(undefined, { ...alpha, startedAt: began[1] });
	answers.push(await runToEnd(), await runToEnd());
	expect(answers.map((id) => answers.indexOf(id))).toEqual([0, 0, 2, 2, 4, 4]);
});

test('a run whose result may change is executed again', async () => {
	const failure = { kind: 'timeout', stage: 'count', limitMs: 1, title: 'Slow', hint: '' } as const;
	const runner = await join((job, runner) => {
		const report = reportOf(job, alpha);
		const { id = 'wide', edited = false, source = '' } = job.variants[0] ?? {};
		const variant = variantReport(id, { edited, source, failure });
		runner.finish(job, eventsWith({ ...report, variants: [variant] }));
	});
	const slow = { ...question, sources: { wide: 'int slow;\n' } };
	expect(await runToEnd(slow)).not.toBe(await runToEnd(slow));
	expect(runner.jobs).toHaveLength(2);
});

test('equal requests join a running run, which is cancelled when the last of them cancels it', async () => {
	const runner = await join(() => {});
	const body = { ...question, sources: { wide: 'int together;\n' } };
	const [one, two] = await Promise.all([run(site, body), run(site, body)]);
	expect(two.body.id).toBe(one.body.id);
	const { id } = one.body;
	await eventually(() => expect(runner.jobs).toHaveLength(1));
	const frames = watchAll(site, id);
	const leave = async (address: string) => {
		const response = await fetch(site.url + address, { method: 'DELETE' });
		return (await response.json()).state;
	};
	// One request cancels it twice.
	expect([await leave(one.body.cancel), await leave(one.body.cancel)]).toEqual([
		'running',
		'running'
	]);
	expect(runner.cancelled).toEqual([]);
	expect(await leave(two.body.cancel)).toBe('cancelled');
	await eventually(() => expect(runner.cancelled).toEqual([id]));
	expect((await frames).at(-1)?.event).toBe('cancelled');
	const another = await run(site, body);
	expect(another.body.id).not.toBe(id);
});

test('a client that did not join a run cannot cancel it, from any number of addresses', async () => {
	const runner = await join(() => {});
	const body = { ...question, sources: { wide: 'int shared;\n' } };
	const [one, two] = await Promise.all([run(site, body), run(site, body)]);
	const { id, url } = one.body;
	await eventually(() => expect(runner.jobs).toHaveLength(1));
	const other = await run(site, { ...question, sources: { wide: 'int of_a_stranger;\n' } });
	const stolen = new URL(other.body.cancel, site.url).search;
	const tries = [url, url, `${url}?key=`, `${url}?key=${id}`, `${url}?key=a&key=b`, url + stolen];
	const answers = await Promise.all(
		tries.map(async (address, i) => {
			const headers = { 'x-forwarded-for': `10.0.0.${i + 1}` };
			const answer = await fetch(site.url + address, { method: 'DELETE', headers });
			return [answer.status, (await answer.json()).code];
		})
	);
	expect(answers).toEqual(tries.map(() => [403, 'NOT_YOURS']));
	expect([(await read(site, url)).body.state, runner.cancelled]).toEqual(['running', []]);
	// The clients that joined can.
	for (const joiner of [one, two]) await fetch(site.url + joiner.body.cancel, { method: 'DELETE' });
	await eventually(() => expect(runner.cancelled).toEqual([id]));
});
