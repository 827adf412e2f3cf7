import { expect, test } from 'vitest';
import { createCoreQueue, onMeasuringCore } from './core-queue.ts';
import type { Sandbox } from './sandbox/command.ts';

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

const { signal } = new AbortController();

function sandboxThat(heard: string[]): Sandbox {
	return {
		run: () => Promise.reject(new Error('nothing runs here')),
		get: () => Promise.resolve(Buffer.of()),
		put: () => Promise.resolve(),
		dispose: () => Promise.resolve(void heard.push('disposed'))
	};
}

test('where no sandbox can be had, the next in the queue still gets the turn', async () => {
	const coreQueue = createCoreQueue();
	const heard: string[] = [];
	const takeSandbox = () => Promise.reject(new Error('the engine is down'));
	await expect(
		onMeasuringCore({ takeSandbox, coreQueue }, () => Promise.resolve(), {
			image: 'cc',
			signal
		})
	).rejects.toThrow('the engine is down');
	const second = { takeSandbox: () => Promise.resolve(sandboxThat(heard)), coreQueue };
	await onMeasuringCore(second, () => Promise.resolve(void heard.push('measured')), {
		image: 'cc',
		onTurn: () => heard.push('turn'),
		signal
	});
	expect(heard).toEqual(['turn', 'measured', 'disposed']);
});

test('a failed measurement throws its sandbox away and gives the turn back', async () => {
	const coreQueue = createCoreQueue();
	const heard: string[] = [];
	const needs = { takeSandbox: () => Promise.resolve(sandboxThat(heard)), coreQueue };
	const failing = () => Promise.reject(new Error('cancelled'));
	await expect(onMeasuringCore(needs, failing, { image: 'cc', signal })).rejects.toThrow(
		'cancelled'
	);
	expect(await onMeasuringCore(needs, () => Promise.resolve(3), { image: 'cc', signal })).toBe(3);
	expect(heard).toEqual(['disposed', 'disposed']);
});
