/**
 * Shell: which job gets which thread. A thread takes 26 MiB, and 100 to 150 ms of processor time to start, so a job beyond
 * the kept threads first waits for one of them: most inspections take less than `patienceMs`. Measurements take longer, and
 * while all threads are held by those, a further one is started at once.
 */

type ThreadPoolOptions<Thread> = {
	/** Threads that are kept, at least one; up to this number, the next is started before a job needs it. */
	kept: number;
	start: () => Thread;
	/** Ends a thread that is not kept. */
	end: (thread: Thread) => void;
};

type ThreadPool<Thread> = {
	/** A thread for one job. Rejects if the pool is closed before there is one. */
	take: () => Promise<Thread>;
	/** Does nothing for a thread that was dropped. */
	giveBack: (thread: Thread) => void;
	/** The thread ends or has ended: it counts as no thread of the pool, and no job gets it. */
	drop: (thread: Thread) => void;
	/** Rejects the jobs that wait. Threads that are given back are ended. */
	close: () => void;
};

/** A job waits while one of the jobs at work is younger than this, ms. */
export const patienceMs = 500;

export function createThreadPool<Thread>(options: ThreadPoolOptions<Thread>): ThreadPool<Thread> {
	const { kept, start, end } = options;
	const idle: Thread[] = [];
	/** When the threads at work began their jobs, ms. */
	const began = new Map<Thread, number>();
	/** Jobs without a thread, the first first. */
	const waiting: PromiseWithResolvers<Thread>[] = [];
	let closed = false;

	const hasRoom = () => idle.length + began.size < kept;
	const given = (thread: Thread): Thread => {
		began.set(thread, performance.now());
		return thread;
	};
	const prepare = () => {
		if (idle.length === 0 && hasRoom()) idle.push(start());
	};
	const wait = async (ms: number): Promise<Thread> => {
		const job = Promise.withResolvers<Thread>();
		waiting.push(job);
		const late = setTimeout(() => {
			remove(waiting, job);
			job.resolve(given(start()));
		}, ms);
		try {
			return await job.promise;
		} finally {
			clearTimeout(late);
		}
	};
	prepare();

	return {
		take: async () => {
			if (closed) throw isClosed();
			const thread = idle.pop() ?? (hasRoom() ? start() : undefined);
			if (thread === undefined) {
				const youngest = Math.max(...began.values());
				const ms = youngest + patienceMs - performance.now();
				return ms > 0 ? wait(ms) : given(start());
			}
			given(thread);
			prepare();
			return thread;
		},
		giveBack: (thread) => {
			if (!began.delete(thread)) return;
			const job = waiting.shift();
			if (job) job.resolve(given(thread));
			else if (closed || idle.length >= kept) end(thread);
			else idle.push(thread);
		},
		drop: (thread) => {
			remove(idle, thread);
			began.delete(thread);
		},
		close: () => {
			closed = true;
			for (const { reject } of waiting.splice(0)) reject(isClosed());
		}
	};
}

const isClosed = () => new Error('the runner stops');

function remove<One>(list: One[], one: One): void {
	const at = list.indexOf(one);
	if (at >= 0) list.splice(at, 1);
}
