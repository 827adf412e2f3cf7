/** What a program printed while it was counted, as a report shows it. Pure. */
import type { Output } from '../sandbox/command.ts';
import { printedCharacters, type Printed } from '@cyclelab/contract/schema/report';

/** Undefined if it printed nothing. Of a learner's program: any bytes, of which those that are no UTF-8 are replaced. */
export function printedIn({
	stdout,
	stderr
}: Pick<Output, 'stdout' | 'stderr'>): Printed | undefined {
	const bytes = stdout.length + stderr.length;
	if (bytes === 0) return undefined;
	const start = (all: Buffer) =>
		// A character of UTF-8 has four bytes at most.
		all
			.subarray(0, 4 * printedCharacters)
			.toString('utf8')
			.slice(0, printedCharacters);
	return { stdout: start(stdout), stderr: start(stderr), bytes };
}
