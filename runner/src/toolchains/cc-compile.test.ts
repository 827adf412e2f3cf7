import { expect, test } from 'vitest';
import { ended } from '../../fixtures/outputs.ts';
import { stepLimits, inForce } from '../sandbox/limits.ts';
import { readCompile } from './cc-compile.ts';

const read = (stderr: string, code: number) =>
	readCompile(
		ended({ stderr: Buffer.from(stderr), exit: { code } }),
		{ variant: 'a', language: 'c', source: '' },
		inForce(stepLimits.compile)
	);
/** gcc 14.2's message. */
const words = (signal: string, program: string) =>
	`x86_64-linux-gnu-gcc-14: internal compiler error: ${signal} signal terminated program ${program}\n` +
	'Please submit a full bug report, with preprocessed source (by using -freport-bug).\n' +
	'See <file:///usr/share/doc/gcc-14/README.Bugs> for instructions.\n';

test('a limit that a part of gcc exceeded is reported as the limit', () => {
	const where = { stage: 'compile', variant: 'a' };
	expect(read(words('File size limit exceeded', 'as'), 4)).toEqual({
		ok: false,
		failure: { ...where, kind: 'output-limit', limitKiB: 32_768 }
	});
	expect(read(words('CPU time limit exceeded', 'cc1'), 4)).toEqual({
		ok: false,
		failure: { ...where, kind: 'timeout', limitMs: 10_000 }
	});
});

test('what ends gcc otherwise stays what it is', () => {
	expect(read(words('Segmentation fault', 'cc1'), 4)).toMatchObject({
		failure: { kind: 'crash', exitCode: 4 }
	});
	expect(read(words('File size limit exceeded', 'as'), 1)).toMatchObject({
		failure: { kind: 'compile-error' }
	});
});
