import { expect, test } from 'vitest';
import { basicBlocks } from './basic-blocks.ts';
import { isaOf } from './isa-of.ts';
import { parseListing } from './objdump.ts';

/** Ways out of the blocks of a function with so many jumps through a register, each before code only such a jump can reach. */
function ways(jumps: number): number {
	const lines = Array.from({ length: jumps }, (_, i) => {
		const at = (offset: number) => (0x1000 + 4 * i + offset).toString(16);
		return `  ${at(0)}: \tjmp\trax\n  ${at(2)}: \tadd\teax, 1\n  ${at(3)}: \tret`;
	});
	const [one] = parseListing(`0000000000001000 <f>:\n${lines.join('\n')}\n`, isaOf('x86-64'));
	return one ? basicBlocks(one).reduce((sum, { successors }) => sum + successors.length, 0) : 0;
}

test('targets of indirect jumps are inferred for a switch, and not for any number of jumps to any number of places', () => {
	expect(ways(20)).toBeGreaterThan(400);
	for (const jumps of [500, 5000]) expect(ways(jumps)).toBeLessThan(20_000);
});
