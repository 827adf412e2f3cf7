import { expect, test } from 'vitest';
import { setTimeout as later } from 'node:timers/promises';
import type { PooledSandbox } from '../sandbox/taken.ts';
import { clang } from '../toolchains/cc.ts';
import { createTurns } from '../turns.ts';
import { measurePair } from './noise-pair.ts';
import type { Kernel } from './own-kernels.ts';

const kernel: Kernel = {
	kind: 'latency',
	build: {
		...{ variant: 'latency', source: '', language: 'c', compiler: 'clang-19', flags: [] },
		target: 'x86-64'
	},
	program: {
		made: { artifacts: ['latency.elf'], text: '', diagnostics: [] },
		seen: { functions: [] },
		artifacts: new Map([['latency.elf', Buffer.from('program')]])
	}
};

/** A sandbox whose steps never end. `heard` is what was asked of it. */
function endless(heard: string[]): PooledSandbox {
	return {
		run: () => new Promise(() => heard.push('run')),
		get: () => Promise.reject(new Error('nothing is fetched')),
		put: (name) => Promise.resolve(void heard.push(`put ${name}`)),
		container: 'a container',
		leave: () => void heard.push('leave'),
		dispose: () => Promise.resolve(void heard.push('dispose'))
	};
}

const free = async (turns: ReturnType<typeof createTurns>) => {
	(await turns.take(() => {}, AbortSignal.timeout(1000)))();
	return true;
};

test('a pair leaves the core in the middle of a step when it is asked to', async () => {
	const turns = createTurns();
	const heard: string[] = [];
	const leave = new AbortController();
	const takeSandbox = (_kind: string, image: string) => {
		heard.push(`take ${image}`);
		return Promise.resolve(endless(heard));
	};
	const pair = measurePair({ takeSandbox, turns }, kernel, 1, leave.signal);
	await later(5);
	leave.abort(new Error('a job came'));
	await expect(pair).rejects.toThrow('a job came');
	expect(heard).toEqual([`take ${clang.image}`, 'put latency.elf', 'run']);
	expect(await free(turns)).toBe(true);
});

test('a pair does not wait for a sandbox, and throws it away when it comes', async () => {
	const turns = createTurns();
	const heard: string[] = [];
	const leave = new AbortController();
	const { promise, resolve } = Promise.withResolvers<PooledSandbox>();
	const pair = measurePair({ takeSandbox: () => promise, turns }, kernel, 1, leave.signal);
	await later(5);
	leave.abort(new Error('a job came'));
	await expect(pair).rejects.toThrow('a job came');
	expect(await free(turns)).toBe(true);
	resolve(endless(heard));
	await later(5);
	expect(heard).toEqual(['dispose']);
});
