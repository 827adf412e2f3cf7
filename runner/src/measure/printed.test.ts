import { expect, test } from 'vitest';
import { Printed } from '@cyclelab/contract/schema/report';
import { printedIn } from './printed.ts';

const output = (stdout: string | Buffer, stderr = '') => ({
	stdout: Buffer.from(stdout),
	stderr: Buffer.from(stderr)
});

test('a program that prints nothing has no text', () => {
	expect(printedIn(output(''))).toBeUndefined();
});

test('both outputs are kept as they are', () => {
	expect(printedIn(output('the seed is 1\n', '\u001b[31mno\u202e'))).toEqual({
		stdout: 'the seed is 1\n',
		stderr: '\u001b[31mno\u202e',
		bytes: 24
	});
});

test('of a long output the beginning is kept, within the schema, whatever its bytes are', () => {
	for (const one of ['x', 'é', '😀', '\u0000'])
		for (const stdout of [one.repeat(100_000), Buffer.alloc(100_000, 0xff)]) {
			const printed = printedIn(output(stdout));
			expect(Printed.parse(printed).stdout.length).toBe(4096);
			expect(printed?.bytes).toBe(Buffer.from(stdout).length);
		}
});
