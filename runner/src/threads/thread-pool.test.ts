import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createThreadPool, patienceMs } from './thread-pool.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Threads are numbers here: 1 for the first that is started. */
function open(kept: number) {
	let started = 0;
	const ended: number[] = [];
	const pool = createThreadPool({
		kept,
		start: () => ++started,
		end: (thread) => void ended.push(thread)
	});
	/** The job's thread once it has one. */
	const job = () => {
		const one: { thread?: number; failure?: unknown } = {};
		void pool.take().then(
			(thread) => (one.thread = thread),
			(failure) => (one.failure = failure)
		);
		return one;
	};
	const after = (ms: number) => vi.advanceTimersByTimeAsync(ms);
	return { pool, job, after, started: () => started, ended };
}

test('the next thread is started before a job needs it, up to the number that is kept', async () => {
	const { job, after, started } = open(3);
	expect(started()).toBe(1);
	const jobs = [job(), job()];
	await after(0);
	expect([jobs, started()]).toEqual([[{ thread: 1 }, { thread: 2 }], 3]);
	jobs.push(job());
	await after(0);
	expect([jobs[2], started()]).toEqual([{ thread: 3 }, 3]);
});

test('a further job waits for a thread, the first job first', async () => {
	const { pool, job, after, started } = open(1);
	job();
	await after(100);
	const jobs = [job(), job()];
	await after(patienceMs - 200);
	expect(jobs).toEqual([{}, {}]);
	pool.giveBack(1);
	await after(0);
	expect(jobs).toEqual([{ thread: 1 }, {}]);
	pool.giveBack(1);
	await after(patienceMs);
	expect([jobs, started()]).toEqual([[{ thread: 1 }, { thread: 1 }], 1]);
});

test('a job that has waited long enough has another thread started, which ends once there are enough', async () => {
	const { pool, job, after, ended } = open(1);
	job();
	await after(100);
	const late = job();
	await after(patienceMs - 101);
	expect(late).toEqual({});
	await after(1);
	expect(late).toEqual({ thread: 2 });
	pool.giveBack(1);
	expect(ended).toEqual([]);
	pool.giveBack(2);
	expect(ended).toEqual([2]);
});

test('a job does not wait for jobs that have taken long already', async () => {
	const { job, after } = open(1);
	job();
	await after(patienceMs);
	const next = job();
	await after(0);
	expect(next).toEqual({ thread: 2 });
});

test('a thread that has ended by itself is given to no job', async () => {
	const { pool, job, after, ended } = open(2);
	const first = job();
	await after(0);
	pool.drop(1);
	pool.giveBack(1);
	const next = job();
	await after(0);
	expect([first, next, ended]).toEqual([{ thread: 1 }, { thread: 2 }, []]);
});

test('closing rejects the jobs that wait, and ends what is given back', async () => {
	const { pool, job, after, ended } = open(1);
	job();
	await after(0);
	const late = job();
	await after(0);
	pool.close();
	await after(2 * patienceMs);
	pool.giveBack(1);
	const refused = job();
	await after(0);
	const failure = new Error('the runner stops');
	expect([late, refused, ended]).toEqual([{ failure }, { failure }, [1]]);
});
