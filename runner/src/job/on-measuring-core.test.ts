import { expect, test } from 'vitest';
import type { Sandbox } from '../sandbox/command.ts';
import { createCoreQueue } from '../core-queue.ts';
import { onMeasuringCore } from './on-measuring-core.ts';

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
