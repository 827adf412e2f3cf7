import { expect, test } from 'vitest';
import { createCoreQueue } from './core-queue.ts';

const forever = new AbortController().signal;

test('jobs measure in order of arrival, and waiting ones get their position', async () => {
	const coreQueue = createCoreQueue();
	const events: string[] = [];
	const release = await coreQueue.take((p) => events.push(`a${p}`), forever);
	const b = coreQueue
		.take((p) => events.push(`b${p}`), forever)
		.then((r) => (events.push('b starts'), r));
	const c = coreQueue
		.take((p) => events.push(`c${p}`), forever)
		.then((r) => (events.push('c starts'), r));
	release();
	release();
	(await b)();
	(await c)();
	expect(events).toEqual(['b1', 'c2', 'c1', 'b starts', 'c starts']);
	expect(coreQueue.waiting()).toBe(0);
});

test('an aborted job leaves the queue and the next one moves up', async () => {
	const coreQueue = createCoreQueue();
	const events: string[] = [];
	const release = await coreQueue.take(() => {}, forever);
	const impatient = new AbortController();
	const gone = coreQueue
		.take((p) => events.push(`b${p}`), impatient.signal)
		.catch((e: Error) => e.message);
	const c = coreQueue.take((p) => events.push(`c${p}`), forever);
	impatient.abort(new Error('cancelled'));
	expect(await gone).toBe('cancelled');
	release();
	(await c)();
	expect(events).toEqual(['b1', 'c2', 'c1']);
});
