import { expect, test } from 'vitest';
import type { Sandbox } from './command.ts';
import { measuringCore, processorsOf } from './measuring-core.ts';

const sandbox: Sandbox = {
	run: () => Promise.reject(new Error('nothing runs here')),
	get: () => Promise.resolve(Buffer.of()),
	put: () => Promise.resolve(),
	dispose: () => Promise.resolve()
};

test('tools leave the measuring core before a measurement begins and come back after the last one', async () => {
	const moves: string[] = [];
	const core = measuringCore({ tools: '0', measure: '1', idle: '0-1' }, (cores) => {
		moves.push(cores);
		return Promise.resolve();
	});
	expect(core.toolCores()).toBe('0-1');
	const first = await core.lend(sandbox);
	const second = await core.lend(sandbox);
	expect([core.toolCores(), moves]).toEqual(['0', ['0', '0']]);
	await first.dispose();
	await first.dispose();
	expect(core.toolCores()).toBe('0');
	await second.dispose();
	expect([core.toolCores(), moves]).toEqual(['0-1', ['0', '0', '0', '0-1']]);
});

test('without cores to lend, nothing is moved', async () => {
	const core = measuringCore({ tools: '0', measure: '1' }, () =>
		Promise.reject(new Error('moved'))
	);
	await (await core.lend(sandbox)).dispose();
	expect(core.toolCores()).toBe('0');
});

test('if tools cannot be moved, nobody measures beside them', async () => {
	let answers = false;
	const core = measuringCore({ tools: '0', measure: '1', idle: '0-1' }, () =>
		answers ? Promise.resolve() : Promise.reject(new Error('no answer'))
	);
	await expect(core.lend(sandbox)).rejects.toThrow('no answer');
	answers = true;
	expect(core.toolCores()).toBe('0-1');
});

test.each([
	[{ tools: '0', measure: '1' }, [1, 0]],
	[{ tools: '0-2', measure: '3', idle: '0-3' }, [3, 0, 1, 2]],
	[{ tools: '4,6-7', measure: '5' }, [5, 4, 6, 7]],
	[{ tools: '0', measure: '0' }, [0]]
])('the processors of %o are %o', (cores, expected) => {
	expect(processorsOf(cores)).toEqual(expected);
});
