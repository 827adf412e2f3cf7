/** Shell: measures the response time of /healthz during a load. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';

/** Pause between two requests, ms. */
const everyMs = 10;

const Answer = z.object({ times: z.array(z.number()).min(1), failed: z.int() });

/** Times of all responses, ms, ascending; and the number of refusals. */
export type Probed = z.infer<typeof Answer>;

export async function probe(url: string, work: () => Promise<unknown>): Promise<Probed> {
	const thread = new Worker(new URL('./probe-thread.ts', import.meta.url), {
		workerData: { url, everyMs },
		execArgv: []
	});
	await once(thread, 'message');
	const answered = once(thread, 'message');
	await work();
	thread.postMessage('stop');
	const [answer] = await answered;
	const { times, failed } = Answer.parse(answer);
	return { times: times.sort((a, b) => a - b), failed };
}

/** The value below which this part of ascending times lies. */
export const quantile = (times: readonly number[], part: number): number =>
	times[Math.min(times.length - 1, Math.floor(part * times.length))] ?? Number.NaN;
