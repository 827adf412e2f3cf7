import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import { createJobs } from './jobs.ts';
import { createMetrics } from './metrics.ts';
import { SandboxError } from './sandbox/sandbox-error.ts';
import type { Job, RunEvent } from '@cyclelab/contract/schema/job';
import { encodeEvent } from './threads/messages.ts';

const job = (run: string): Job => ({
	run,
	exercise: 'x',
	facts: {
		title: 'x',
		track: 'memory',
		summary: 'x',
		minutes: 1,
		requires: [],
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
			answers: [],
			misconceptions: [],
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
	compiler: 'clang-22',
	flags: [],
	variants: [{ id: 'a', edited: false, source: '' }],
	values: [],
	stages: ['inspect'],
	models: 'host'
});

const compiles = encodeEvent({ type: 'stage', stage: 'compile' });

type RunJob = Parameters<typeof createJobs>[0]['run'];

function jobsWith(run: (...asked: Parameters<RunJob>) => Promise<void>) {
	const sent: [string, RunEvent][] = [];
	/** What the site and the runner's readiness are sent when a job is handed back. */
	const handedBack: unknown[] = [];
	let isReady = true;
	const metrics = createMetrics({
		pool: () => [],
		isConnected: () => true,
		isReady: () => true,
		jobs: () => 0,
		waitingForCore: () => 0
	});
	const jobs = createJobs({
		run: async (...asked) => {
			await run(...asked);
			return { failures: [], samples: { accepted: 0, rejected: 0 } };
		},
		gateway: () => ({
			sendEvent: (id, event) => void sent.push([id, JSON.parse(event) as RunEvent]),
			send: (message) => void handedBack.push(message)
		}),
		readiness: {
			proof: () => (isReady ? { llvmMca: '22' } : undefined),
			doubt: (why) => {
				isReady = false;
				handedBack.push(why);
			}
		},
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

test('a job whose engine is lost is handed back without an end', async () => {
	const { jobs, sent, handedBack, metrics } = jobsWith((_job, emit) => {
		emit(compiles);
		return Promise.reject(new SandboxError('ENGINE_DOWN', 'The Docker Engine does not answer.'));
	});
	jobs.start(job('r1'));
	await new Promise((resolve) => setImmediate(resolve));
	const declined = (run: string) => ({ type: 'declined', run });
	expect([sent, handedBack, jobs.count()]).toEqual([
		[['r1', { type: 'stage', stage: 'compile' }]],
		['The Docker Engine does not answer.', declined('r1')],
		0
	]);
	jobs.start(job('r2'));
	expect([handedBack.at(-1), jobs.count()]).toEqual([declined('r2'), 0]);
	expect(await metrics.registry.metrics()).toContain('jobs_total{result="handed-back"} 1');
});

test('a cancelled job sends one event and is no longer active', async () => {
	const { jobs, sent } = jobsWith(untilAborted);
	jobs.start(job('r1'));
	expect(jobs.count()).toBe(1);
	jobs.cancel('r1');
	await new Promise((resolve) => setImmediate(resolve));
	expect([sent, jobs.count()]).toEqual([[['r1', { type: 'cancelled' }]], 0]);
});

test('idle time is counted from the end of the last job', async () => {
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

test('abandoned jobs send nothing, since the site has requeued them', async () => {
	const { jobs, sent } = jobsWith(untilAborted);
	jobs.start(job('r1'));
	jobs.start(job('r2'));
	await jobs.abandon();
	expect([sent, jobs.count()]).toEqual([[], 0]);
});

test('a job that comes back before its first attempt has ended starts after that', async () => {
	const steps: string[] = [];
	let attempt = 0;
	const { jobs, sent } = jobsWith(async (_job, emit, signal) => {
		attempt += 1;
		const mine = attempt;
		steps.push(`begin ${mine}`);
		if (mine === 2) return emit(compiles);
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

test('a job that is cancelled and given again sends nothing of the first attempt', async () => {
	let attempt = 0;
	const { jobs, sent } = jobsWith(async (one, emit, signal) => {
		attempt += 1;
		if (attempt === 2) return emit(compiles);
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
