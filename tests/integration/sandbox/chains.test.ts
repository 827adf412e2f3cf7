/** Commands that are executed one after another by one message, and artifacts that come with their outputs. */
import { expect, test } from 'vitest';
import type { Command } from '../../../runner/src/sandbox/command.ts';
import { stepLimits } from '../../../runner/src/sandbox/limits.ts';
import { env, sandboxForAll } from './steps.ts';

const { sandbox } = sandboxForAll();

/** A step of the shell that leaves the artifact `name`. */
const writes = (name: string, text: string, more: Partial<Command> = {}): Command => ({
	argv: ['/bin/sh', '-c', `printf ${text} > {out}/${name}`],
	env,
	produces: [name],
	fetches: [name, 'missing'],
	limits: stepLimits.measure,
	...more
});

test('artifacts that a step fetches come with its output, if they are there', async () => {
	const { fetched, produced } = await sandbox.run(writes('first', 'abc'));
	expect({ fetched, produced }).toEqual({
		fetched: new Map([['first', Buffer.from('abc')]]),
		produced: ['first']
	});
});

test('a step after another uses what that left, and is executed only if it exited with 0', async () => {
	const reads: Command = {
		argv: ['/bin/cat', '{in}/second'],
		env,
		uses: ['second'],
		limits: stepLimits.measure,
		then: writes('third', 'xyz')
	};
	const both = await sandbox.run(writes('second', 'def', { then: reads }));
	expect(both.then?.stdout.toString()).toBe('def');
	expect(both.then?.then?.fetched).toEqual(new Map([['third', Buffer.from('xyz')]]));
	const ends = async (script: string, limits = stepLimits.measure) => {
		const first = { argv: ['/bin/sh', '-c', script], env, limits, then: reads };
		const { exit, then } = await sandbox.run(first);
		return { exit, then };
	};
	expect(await ends('exit 1')).toEqual({ exit: { code: 1 }, then: undefined });
	const killed = { exit: { signal: 'SIGKILL' }, then: undefined };
	expect(await ends('kill -9 $$')).toEqual(killed);
	expect(await ends('sleep 9', { ...stepLimits.measure, wallMs: 200 })).toEqual(killed);
	expect(await ends('yes', { ...stepLimits.measure, outputKiB: 4 })).toEqual(killed);
	const missing = sandbox.run(writes('fourth', 'a', { then: { ...reads, uses: ['no'] } }));
	await expect(missing).rejects.toMatchObject({ code: 'NO_ARTIFACT' });
	expect((await sandbox.get('fourth')).toString()).toBe('a');
});

test('aborting ends the step that runs, and none follows', async () => {
	const stop = new AbortController();
	const sleeps = { argv: ['/bin/sleep', '30'], env, limits: stepLimits.measure };
	const second = sandbox.run(
		writes('fifth', 'a', { then: { ...sleeps, then: writes('sixth', 'b') } }),
		stop.signal
	);
	setTimeout(() => stop.abort(), 2000);
	const { exit, then } = await second;
	expect({ exit, second: then?.exit, third: then?.then }).toEqual({
		exit: { code: 0 },
		second: { signal: 'SIGKILL' },
		third: undefined
	});
});
