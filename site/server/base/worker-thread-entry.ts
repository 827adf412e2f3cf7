/** Shell: the entry of each worker thread (`worker-thread.ts`): it answers questions with one function of one module. */
import { parentPort, workerData } from 'node:worker_threads';
import type { ThreadAnswer, ThreadQuestion, ThreadTask } from './worker-thread.ts';

const { module, answers } = workerData as ThreadTask;
const loaded: Promise<(question: unknown) => unknown> = import(module).then(
	(exported) => exported[answers]
);

parentPort?.on('message', async ({ id, question }: ThreadQuestion) => {
	try {
		const answer = await (await loaded)(question);
		post({ id, answer }, answer instanceof Uint8Array && isAll(answer) ? [answer.buffer] : []);
	} catch (cause) {
		post({ id, failure: cause instanceof Error ? cause.message : String(cause) });
	}
});

const post = (answer: ThreadAnswer, moved: ArrayBuffer[] = []) =>
	parentPort?.postMessage(answer, moved);

/** Whether bytes are all of their memory: they are moved then, not copied. */
const isAll = (bytes: Uint8Array): bytes is Uint8Array<ArrayBuffer> =>
	bytes.buffer instanceof ArrayBuffer && bytes.byteLength === bytes.buffer.byteLength;
