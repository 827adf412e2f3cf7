import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import { createJobs } from './jobs.ts';
import { createMetrics } from './metrics.ts';
import { SandboxError } from './sandbox/sandbox-error.ts';
import type { Job, RunEvent } from './schema/job.ts';
import { largestEvent } from './tellable.ts';

const job = (run: string): Job => ({
	run,
	exercise: 'x',
	facts: {
		title: 'x',
		track: 'memory',
		summary: 'x',
		minutes: 1,
		needs: { seconds: 1, memoryMiB: 1, cores: 1 },
		document: { title: 'x', author: 'x', place: 'x' },
		iteration: 'one add',
		unit: 'cycles',
		baseline: 'a',
		variants: [
			{ id: 'a', label: 'a', claim: 'a' },
			{ id: 'b', label: 'b', claim: 'b' }
		],
		meters: [],
		machines: [],
		documented: [],
		question: {
			text: '?',
			measure: 'time',
			of: { variant: 'a', parameters: {} },
			to: { variant: 'b', parameters: {} },
			low: 1,
			high: 2
		},
		questionIn: {},
		claims: [],
		codeClaims: [],
		pairClaims: [],
		blindSpots: [],
		flags: [],
		countedIterations: 16_384,
		sameChecksum: false
	},
	language: 'c',
	target: 'x86-64',
	compiler: 'clang-19',
	flags: [],
	variants: [{ id: 'a', edited: false, source: '' }],
	values: [],
	phases: ['inspect'],
	models: 'host'
});

function jobsWith(run: Parameters<typeof createJobs>[0]['run']) {
	const sent: [string, RunEvent][] = [];
	const handedBack: string[] = [];
	const metrics = createMetrics({
		pool: () => [],
		isConnected: () => true,
		isReady: () => true,
		jobs: () => 0,
		waitingForCore: () => 0
	});
	const jobs = createJobs({
		run,
		send: (id, event) => sent.push([id, event]),
		handBack: (id) => handedBack.push(id),
		metrics,
		log: pino({ level: 'silent' })
	});
	return { jobs, sent, handedBack, metrics };
}

const untilAborted = (_job: Job, _emit: unknown, signal: AbortSignal) =>
	new Promise<void>((_resolve, reject) =>
		signal.addEventListener('abort', () => reject(signal.reason))
	);

test('a fault of ours reaches the learner as a sentence with an id, never as its details', async () => {
	const { jobs, sent } = jobsWith(() =>
		Promise.reject(Object.assign(new Error('read ENOENT /secret'), { code: 'CONTAINER_DIED' }))
	);
	jobs.start(job('r1'));
	await new Promise((resolve) => setImmediate(resolve));
	expect(sent.map(([run, event]) => [run, { ...event, id: 'id' }])).toEqual([
		[
			'r1',
			{
				type: 'failed',
				code: 'CONTAINER_DIED',
				id: 'id',
				message: 'The sandbox ended before its work was done. This is not your code; run it again.'
			}
		]
	]);
});

test('a job of which something cannot be told ends by that, with a sentence, and no other does', async () => {
	const { jobs, sent } = jobsWith(async ({ run }, emit, signal) => {
		if (run === 'r2') return emit({ type: 'stage', stage: 'compile' });
		emit({ type: 'stage', stage: 'compile', notice: 'x'.repeat(largestEvent) });
		signal.throwIfAborted();
	});
	jobs.start(job('r1'));
	jobs.start(job('r2'));
	await vi.waitFor(() => expect(jobs.count()).toBe(0));
	expect(sent).toEqual([
		['r2', { type: 'stage', stage: 'compile' }],
		[
			'r1',
			{
				type: 'failed',
				code: 'TOO_LARGE',
				id: expect.any(String),
				message: 'What there is to say of this code is larger than 12 MiB. Make the code smaller.'
			}
		]
	]);
});

test('a number that is none ends its job as our failure, also where the job does not notice', async () => {
	const { jobs, sent } = jobsWith(async (_job, emit) => emit({ type: 'waiting', position: NaN }));
	jobs.start(job('r1'));
	await vi.waitFor(() => expect(jobs.count()).toBe(0));
	expect(sent).toMatchObject([['r1', { type: 'failed', code: 'INTERNAL' }]]);
});

test('a job whose engine is lost is handed back without an end', async () => {
	const { jobs, sent, handedBack, metrics } = jobsWith((_job, emit) => {
		emit({ type: 'stage', stage: 'compile' });
		return Promise.reject(new SandboxError('ENGINE_DOWN', 'The Docker Engine does not answer.'));
	});
	jobs.start(job('r1'));
	await new Promise((resolve) => setImmediate(resolve));
	expect([sent, handedBack, jobs.count()]).toEqual([
		[['r1', { type: 'stage', stage: 'compile' }]],
		['r1'],
		0
	]);
	expect(await metrics.registry.metrics()).toContain('jobs_total{result="handed-back"} 1');
});

test('a cancelled job says so once and is no longer in hand', async () => {
	const { jobs, sent } = jobsWith(untilAborted);
	jobs.start(job('r1'));
	expect(jobs.count()).toBe(1);
	jobs.cancel('r1');
	await new Promise((resolve) => setImmediate(resolve));
	expect([sent, jobs.count()]).toEqual([[['r1', { type: 'cancelled' }]], 0]);
});

test('how long there has been nothing to do is told from the end of the last job', async () => {
	vi.useFakeTimers({ toFake: ['performance'] });
	try {
		const done = Promise.withResolvers<void>();
		const { jobs } = jobsWith(() => done.promise);
		vi.advanceTimersByTime(2000);
		expect(jobs.idleMs()).toBe(2000);
		jobs.start(job('r1'));
		vi.advanceTimersByTime(500);
		expect(jobs.idleMs()).toBe(0);
		done.resolve();
		await jobs.abandon();
		vi.advanceTimersByTime(300);
		expect(jobs.idleMs()).toBe(300);
	} finally {
		vi.useRealTimers();
	}
});

test('abandoned jobs end in silence, since others have them now', async () => {
	const { jobs, sent } = jobsWith(untilAborted);
	jobs.start(job('r1'));
	jobs.start(job('r2'));
	await jobs.abandon();
	expect([sent, jobs.count()]).toEqual([[], 0]);
});

test('a job that comes back before its first attempt is tidied up is done after that', async () => {
	const steps: string[] = [];
	let attempt = 0;
	const { jobs, sent } = jobsWith(async (_job, emit, signal) => {
		attempt += 1;
		const mine = attempt;
		steps.push(`begin ${mine}`);
		if (mine === 2) return emit({ type: 'stage', stage: 'compile' });
		await new Promise((resolve) => signal.addEventListener('abort', resolve));
		await new Promise((resolve) => setImmediate(resolve));
		steps.push(`end ${mine}`);
		throw signal.reason;
	});
	jobs.start(job('r1'));
	const tidy = jobs.abandon();
	jobs.start(job('r1'));
	await tidy;
	await vi.waitFor(() => expect(jobs.count()).toBe(0));
	expect([steps, sent]).toEqual([
		['begin 1', 'end 1', 'begin 2'],
		[['r1', { type: 'stage', stage: 'compile' }]]
	]);
});

test('a job that is taken from us and given again says nothing of the first attempt', async () => {
	let attempt = 0;
	const { jobs, sent } = jobsWith(async (one, emit, signal) => {
		attempt += 1;
		if (attempt === 2) return emit({ type: 'stage', stage: 'compile' });
		return untilAborted(one, emit, signal);
	});
	jobs.start(job('r1'));
	jobs.cancel('r1');
	jobs.start(job('r1'));
	await vi.waitFor(() => expect(jobs.count()).toBe(0));
	expect(sent).toEqual([['r1', { type: 'stage', stage: 'compile' }]]);
});

test('a job that is abandoned again while it waits for that is never done', async () => {
	let attempts = 0;
	const { jobs, sent } = jobsWith((one, emit, signal) => {
		attempts += 1;
		return untilAborted(one, emit, signal);
	});
	jobs.start(job('r1'));
	void jobs.abandon();
	jobs.start(job('r1'));
	await jobs.abandon();
	expect([attempts, sent, jobs.count()]).toEqual([1, [], 0]);
});
