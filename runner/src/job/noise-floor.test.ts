import { setTimeout as later } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { PooledSandbox } from '../sandbox/pooled-sandbox.ts';
import { clang } from '../toolchains/cc.ts';
import { createCoreQueue } from '../core-queue.ts';
import { measurePair } from './noise-floor.ts';
import type { Kernel } from './own-kernels.ts';

const kernel: Kernel = {
	kind: 'latency',
	build: {
		variant: 'latency',
		source: '',
		language: 'c',
		compiler: 'clang-22',
		flags: [],
		target: 'x86-64'
	},
	program: {
		made: { artifacts: ['latency.elf'], text: '', diagnostics: [] },
		seen: { functions: [] },
		artifacts: new Map([['latency.elf', Buffer.from('program')]])
	}
};

/** A sandbox whose steps never end. `calls`: the calls it got. */
function endless(calls: string[]): PooledSandbox {
	return {
		run: () => new Promise(() => calls.push('run')),
		get: () => Promise.reject(new Error('nothing is fetched')),
		put: (name) => Promise.resolve(void calls.push(`put ${name}`)),
		container: 'a container',
		retire: () => void calls.push('leave'),
		dispose: () => Promise.resolve(void calls.push('dispose'))
	};
}

const free = async (coreQueue: ReturnType<typeof createCoreQueue>) => {
	(await coreQueue.take(() => {}, AbortSignal.timeout(1000)))();
	return true;
};

test('a pair leaves the core in the middle of a step when it is asked to', async () => {
	const coreQueue = createCoreQueue();
	const calls: string[] = [];
	const leave = new AbortController();
	const takeSandbox = (_kind: string, image: string) => {
		calls.push(`take ${image}`);
		return Promise.resolve(endless(calls));
	};
	const pair = measurePair({ takeSandbox, coreQueue }, kernel, 1, leave.signal);
	await later(5);
	leave.abort(new Error('a job came'));
	await expect(pair).rejects.toThrow('a job came');
	expect(calls).toEqual([`take ${clang.image}`, 'put latency.elf', 'run']);
	expect(await free(coreQueue)).toBe(true);
});

test('a pair does not wait for a sandbox, and throws it away when it comes', async () => {
	const coreQueue = createCoreQueue();
	const calls: string[] = [];
	const leave = new AbortController();
	const { promise, resolve } = Promise.withResolvers<PooledSandbox>();
	const pair = measurePair({ takeSandbox: () => promise, coreQueue }, kernel, 1, leave.signal);
	await later(5);
	leave.abort(new Error('a job came'));
	await expect(pair).rejects.toThrow('a job came');
	expect(await free(coreQueue)).toBe(true);
	resolve(endless(calls));
	await later(5);
	expect(calls).toEqual(['dispose']);
});
