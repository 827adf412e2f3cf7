/**
 * How often each instruction of a listing ran.
 * @param lines llvm-objdump's of one function, among the counting plugin's `<pc> <instructions> <count>`
 * @returns executions in the order of the listing
 */
export function executions(lines: readonly string[]): number[] {
	const addresses = lines.filter((line) => /^ +[0-9a-f]+:/.test(line)).map((l) => parseInt(l, 16));
	const counts = addresses.map(() => 0);
	for (const block of lines.filter((line) => /^[0-9a-f]+ \d+ \d+$/.test(line))) {
		const [pc = '', instructions, count] = block.split(' ');
		const first = addresses.indexOf(parseInt(pc, 16));
		if (first < 0) continue;
		for (let i = first; i < first + Number(instructions); i++)
			counts[i] = (counts[i] ?? 0) + Number(count);
	}
	return counts;
}
