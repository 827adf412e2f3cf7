import { expect, it } from 'vitest';
import { ended } from '../../fixtures/outputs.ts';
import type { Output } from '../sandbox/command.ts';
import { failureOf, type LimitsInForce } from './failure-of.ts';

const limits: LimitsInForce = {
	wallMs: 2000,
	cpuSeconds: 3,
	fileMiB: 1,
	outputKiB: 64,
	memoryMiB: 512
};
const where = { stage: 'measure', variant: 'word' } as const;
const well = ended({ stderr: 'last words' });
const all = {
	timedOut: true,
	outOfMemory: true,
	truncated: 'stdout',
	exit: { signal: 'SIGKILL' }
} as const;

it.each<[string, Partial<Output>, object | undefined]>([
	['nothing', {}, undefined],
	['everything at once', all, { kind: 'out-of-memory', limitMiB: 512 }],
	['all but a memory kill', { ...all, outOfMemory: false }, { kind: 'timeout', limitMs: 2000 }],
	[
		'too much output and a signal',
		{ truncated: 'results', exit: { signal: 'SIGKILL' } },
		{ kind: 'output-limit', limitKiB: 64 }
	],
	['processor time', { exit: { signal: 'SIGXCPU' } }, { kind: 'timeout', limitMs: 3000 }],
	[
		'processor time, and went on after the first signal',
		{ exit: { signal: 'SIGKILL' }, cpuMs: 4001 },
		{ kind: 'timeout', limitMs: 3000 }
	],
	[
		'a signal to kill before its processor time was used up',
		{ exit: { signal: 'SIGKILL' }, cpuMs: 2999 },
		{ kind: 'crash', signal: 'SIGKILL', text: 'last words' }
	],
	['a huge file', { exit: { signal: 'SIGXFSZ' } }, { kind: 'output-limit', limitKiB: 1024 }],
	[
		'a signal',
		{ exit: { signal: 'SIGSEGV' } },
		{ kind: 'crash', signal: 'SIGSEGV', text: 'last words' }
	],
	['an exit code', { exit: { code: 3 } }, { kind: 'crash', exitCode: 3, text: 'last words' }]
])('a step that ended with %s is called so', (_, changes, expected) => {
	expect(failureOf({ ...well, ...changes }, where, limits)).toEqual(
		expected && { ...where, ...expected }
	);
});

it('a crash keeps 2,000 characters of standard error, from its beginning and its end', () => {
	const stderr = Buffer.from(`first${'x'.repeat(5000)}last`);
	const failure = failureOf({ ...well, stderr, exit: { code: 1 } }, where, limits);
	expect(failure).toEqual({
		...where,
		kind: 'crash',
		exitCode: 1,
		text: `first${'x'.repeat(1195)}…${'x'.repeat(795)}last`
	});
});
