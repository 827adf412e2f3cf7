/**
 * addr2line of the binutils: lines of an image that Mono compiled. Its unit of debug information does not point to its line
 * table, for which LLVM's tools ask; the binutils find it by address.
 */
import type { Command, Limits, Output } from '../sandbox/command.ts';
import { hexadecimal } from '../inspect/listing.ts';

export function addressToLineCommand(
	program: string,
	addresses: readonly number[],
	limits: Limits
): Command {
	return {
		argv: ['/usr/bin/addr2line', '-e', `{in}/${program}`],
		env: {},
		uses: [program],
		stdin: addresses.map((address) => `${hexadecimal(address)}\n`).join(''),
		limits
	};
}

/** `/path/kernel.cs:4`, or `??:0`; behind it may stand a discriminator. One line for each address asked, in their order. */
const answer = /^(.+):(\d{1,7})(?: \(.*\))?$/;

export function readAddressToLine(
	output: Output,
	addresses: readonly number[],
	file: string
): Map<number, number> {
	const lines = new Map<number, number>();
	output.stdout
		.toString('utf8')
		.split('\n')
		.slice(0, addresses.length)
		.forEach((text, index) => {
			const [, path = '', line = '0'] = answer.exec(text.slice(0, 4000)) ?? [];
			const address = addresses[index];
			if (address === undefined || Number(line) === 0) return;
			if (path === file || path.endsWith(`/${file}`)) lines.set(address, Number(line));
		});
	return lines;
}
