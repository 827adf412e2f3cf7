/** Shell: a thread that answers questions with one function of a module. It begins with the first question. */
import { Worker } from 'node:worker_threads';

type WorkerThread<Question, Answer> = {
	/** Rejects if the thread ends by itself, and with the message of what the function threw. */
	ask: (question: Question) => Promise<Answer>;
	/** Ends the thread; the next question begins another. */
	end: () => Promise<void>;
};

/** What a thread answers with: the address of a module, and the name of its function. */
export type ThreadTask = { module: string; answers: string };
export type ThreadQuestion = { id: number; question: unknown };
export type ThreadAnswer = { id: number } & ({ answer: unknown } | { failure: string });

type PendingQuestion<Answer> = {
	resolve: (answer: Answer) => void;
	reject: (error: unknown) => void;
};

/**
 * @param module it exports the function `answers`, which gets a question and returns, or resolves to, the answer; both are copied
 * @param does the thread's task, as the end of an error's sentence: "draws pictures"
 * @param idleMs without a question for this long the thread ends; absent: it stays
 */
export function openWorkerThread<Question, Answer>(
	module: URL,
	answers: string,
	does: string,
	idleMs?: number
): WorkerThread<Question, Answer> {
	const waiting = new Map<number, PendingQuestion<Answer>>();
	let thread: Worker | undefined;
	let idle: NodeJS.Timeout | undefined;
	let last = 0;

	function begin(): Worker {
		// The options that this process was started with are for this process.
		const worker = new Worker(new URL('./worker-thread-entry.ts', import.meta.url), {
			execArgv: [],
			workerData: { module: module.href, answers } satisfies ThreadTask
		});
		worker.unref();
		worker.on('message', (posted: ThreadAnswer) => {
			const pending = waiting.get(posted.id);
			waiting.delete(posted.id);
			if ('failure' in posted) pending?.reject(new Error(posted.failure));
			else pending?.resolve(posted.answer as Answer);
			if (idleMs !== undefined && waiting.size === 0) idle = setTimeout(end, idleMs).unref();
		});
		// A thread that `end` ended owes no answer; questions that wait now wait for its successor.
		const fail = (error: Error) => {
			if (thread !== worker) return;
			thread = undefined;
			for (const { reject } of waiting.values()) reject(error);
			waiting.clear();
		};
		worker.on('error', fail);
		worker.on('exit', () => fail(new Error(`the thread that ${does} has ended`)));
		return worker;
	}

	async function end(): Promise<void> {
		clearTimeout(idle);
		const ending = thread;
		thread = undefined;
		await ending?.terminate();
	}

	return {
		ask: (question) => {
			clearTimeout(idle);
			thread ??= begin();
			const worker = thread;
			const id = (last += 1);
			return new Promise((resolve, reject) => {
				waiting.set(id, { resolve, reject });
				worker.postMessage({ id, question } satisfies ThreadQuestion);
			});
		},
		end
	};
}
