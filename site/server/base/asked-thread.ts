/** Shell: a thread that answers questions by their numbers. It begins with the first question. */
import { Worker } from 'node:worker_threads';

export type AskedThread<Question, Answer> = {
	/** Rejects if the thread ends by itself, or if `read` throws. */
	ask: (question: Question) => Promise<Answer>;
	/** Ends the thread; the next question begins another. */
	end: () => Promise<void>;
};

type PendingQuestion<Answer> = {
	resolve: (answer: Answer) => void;
	reject: (error: unknown) => void;
};

/**
 * @param file the thread's module: it receives a question with an `id`, and posts an answer with the same `id`
 * @param does the thread's task, as the end of an error's sentence: "draws pictures"
 * @param read the answer from what the thread posted
 * @param idleMs without a question for this long the thread ends; absent: it stays
 */
export function openAskedThread<Question extends object, Answer>(
	file: URL,
	does: string,
	read: (posted: unknown) => Answer,
	idleMs?: number
): AskedThread<Question, Answer> {
	const waiting = new Map<number, PendingQuestion<Answer>>();
	let thread: Worker | undefined;
	let idle: NodeJS.Timeout | undefined;
	let last = 0;

	function begin(): Worker {
		// The options that this process was started with are for this process.
		const worker = new Worker(file, { execArgv: [] });
		worker.unref();
		worker.on('message', (posted: { id: number }) => {
			const one = waiting.get(posted.id);
			waiting.delete(posted.id);
			try {
				one?.resolve(read(posted));
			} catch (error) {
				one?.reject(error);
			}
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
				worker.postMessage({ id, ...question });
			});
		},
		end
	};
}
