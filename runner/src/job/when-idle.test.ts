import { setTimeout as later } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createCoreQueue } from '../core-queue.ts';
import { queueBehind, pause, whenIdle } from './when-idle.ts';

const open = () => new AbortController().signal;
/** Ends when it is asked to leave. */
const endless = (signal: AbortSignal) =>
	new Promise<void>((_resolve, reject) =>
		signal.addEventListener('abort', () => reject(signal.reason))
	);

test('work in idle time is not begun while there is a job', async () => {
	const needs = { coreQueue: createCoreQueue(), isIdle: () => false, lookMs: 1 };
	expect(await whenIdle(needs, open(), () => Promise.reject(new Error('begun')))).toBe(false);
});

test('it gives way when a job comes, when somebody waits for the core, and at the end', async () => {
	const coreQueue = createCoreQueue();
	let idle = true;
	const needs = { coreQueue, isIdle: () => idle, lookMs: 1 };
	const job = whenIdle(needs, open(), endless);
	idle = false;
	await expect(job).rejects.toThrow('a job came');

	idle = true;
	const release = await coreQueue.take(() => {}, open());
	const core = whenIdle(needs, open(), endless);
	const next = coreQueue.take(() => {}, open());
	await expect(core).rejects.toThrow('a job came');
	release();
	(await next)();

	const closing = new AbortController();
	const end = whenIdle(needs, closing.signal, endless);
	closing.abort(new Error('the runner ends'));
	await expect(end).rejects.toThrow('the runner ends');
	expect(await whenIdle(needs, closing.signal, endless)).toBe(false);
});

test('of several idle tasks only one is in the queue of the core', async () => {
	const core = createCoreQueue();
	const own = createCoreQueue();
	const first = queueBehind(core, own);
	const second = queueBehind(core, own);
	const release = await first.take(() => {}, open());
	const waits = second.take(() => {}, open());
	await later(1);
	expect([core.waiting(), first.waiting(), own.waiting()]).toEqual([0, 0, 1]);
	const job = core.take(() => {}, open());
	expect(first.waiting()).toBe(1);
	release();
	(await job)();
	(await waits)();

	const leave = new AbortController();
	const held = await core.take(() => {}, open());
	const left = first.take(() => {}, leave.signal);
	await later(1);
	leave.abort(new Error('a job came'));
	await expect(left).rejects.toThrow('a job came');
	held();
	expect([core.waiting(), own.waiting()]).toEqual([0, 0]);
	(await second.take(() => {}, open()))();
});

test('a pause ends early when it is asked to', async () => {
	const leave = new AbortController();
	const paused = pause(60_000, leave.signal);
	leave.abort();
	await paused;
	await pause(60_000, leave.signal);
});
