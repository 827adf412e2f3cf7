/**
 * The cycles that a core needs to find the code of a pass. llvm-mca has no front end. Pure.
 *
 * Zen 4 follows one line of code a cycle, and nothing behind a taken jump: loops of three to six instructions that begin at any of 21
 * places of a line take as many cycles as counted here (84 loops, at most 1.04 where 1 is counted; one of 84 takes 1.52).
 *
 * Zen 5 reads two entries of its op cache in a cycle, of six operations each (AMD, Software Optimization Guide for Zen 5, 58455). Two
 * lines, or two ends of a jump, are read in the same cycle if each has one entry; two entries of a line take a cycle, three and four 3,
 * five and six 5. Measured with loops of 5 to 34 `nop`s of seven lengths, moves and zero idioms: 12 operations in a line 1.50, 13 to
 * 24 in a line 3.00, 25 to 30 in a line 5.00, 31 in two lines 6.00. A loop of few operations in two lines takes no cycle more.
 */
import type { HotLoop } from '@cyclelab/contract/schema/code';
import { sum } from '@cyclelab/contract/measure/statistics';
import { number } from '@cyclelab/contract/measure/sentence-numbers';

const lineBytes = 64;
/** Behind more bytes than these no instruction follows another without a jump. */
const longestInstruction = 15;
const longestConditionalJump = 6;
const shortestJump = 2;

type Instructions = HotLoop['instructions'];

/**
 * The instructions of each line that a pass enters, by running into it or by a jump. Too few lines where a short jump forwards is not
 * told from code in order: the path has no unconditional jumps.
 */
function linesOf(instructions: Instructions): Instructions[] {
	const places = instructions.map(({ address, target }) => ({
		address: Number(address),
		target: target === undefined ? undefined : Number(target)
	}));
	const lines: Instructions[] = [];
	let line: Instructions = [];
	for (const [index, instruction] of instructions.entries()) {
		line.push(instruction);
		const { address, target } = places[index] ?? { address: 0, target: undefined };
		const next = places[(index + 1) % places.length]?.address ?? address;
		const bytes = next - address;
		const isJump =
			bytes <= 0 ||
			bytes > longestInstruction ||
			(target === next && bytes > longestConditionalJump);
		if (!isJump && Math.floor(next / lineBytes) === Math.floor(address / lineBytes)) continue;
		lines.push(line);
		line = [];
	}
	return lines;
}

/** Operations of an entry of Zen 5's op cache. */
const entryOperations = 6;
const fusesWithJump = /^(cmp|test|add|sub|and|or|xor|inc|dec) /;
const isConditional = ({ text }: Instructions[number]) => /^j(?!mp)/.test(text);

/** Instructions that are one operation with the conditional jump behind them, on AMD's cores since Zen 3. */
export const fusedIn = (instructions: Instructions): number =>
	instructions.filter(({ text }, index) => {
		const next = instructions[index + 1];
		return next !== undefined && isConditional(next) && fusesWithJump.test(text);
	}).length;

const entriesOf = (line: Instructions): number =>
	Math.ceil((line.length - fusedIn(line)) / entryOperations);

/** Cycles in which Zen 5 reads the code of a pass. What runs from one line into the next is read with the next. */
function readingCycles(lines: readonly Instructions[]): number {
	const read: Instructions[] = [];
	let first: Instructions = [];
	for (const [index, line] of lines.entries()) {
		const last = line.at(-1);
		const address = Number(last?.address);
		const next = Number(lines[index + 1]?.[0]?.address);
		const isFollowed = next > address && next - address <= longestInstruction;
		const end = isFollowed ? next : address + shortestJump;
		const runsOn = Math.floor((end - 1) / lineBytes) > Math.floor(address / lineBytes);
		read.push([...first, ...(runsOn ? line.slice(0, -1) : line)]);
		first = runsOn && last ? [last] : [];
		if (runsOn && !isFollowed) read.push(first.splice(0));
	}
	const entries = read.map(entriesOf).filter((count) => count > 0);
	// Single entries are read in twos, also from pass to pass.
	if (entries.every((count) => count === 1)) return entries.length / 2;
	const cycles = entries.map((count) => 2 * Math.ceil(count / 2) - 1);
	let pairs = 0;
	for (let at = 1; at < entries.length; at++)
		if (entries[at] === 1 && entries[at - 1] === 1) {
			pairs++;
			at++;
		}
	return sum(cycles) - pairs;
}

/** By the name of the processor, and whether its model must be its own: what is counted, and the sentence about it. */
const countedOn: Readonly<
	Record<string, (lines: readonly Instructions[]) => { cycles: number; sentence: string }>
> = {
	znver4: ({ length }) => ({
		cycles: length,
		sentence: `A pass enters ${length} lines of code (${lineBytes} bytes each), by a jump or by running into them, and this core follows one a cycle; llvm-mca does not know where code lies.`
	}),
	znver5: (lines) => {
		const cycles = readingCycles(lines);
		return {
			cycles,
			sentence: `This core reads the code of a pass in ${number(cycles)} cycles: at most 12 operations of a line of code (${lineBytes} bytes) in one, up to 24 in three, and of two lines in one cycle only if it needs at most ${entryOperations} of each; llvm-mca does not know where code lies.`
		};
	}
};

/** Why a pass takes longer than a model says, if the lines of its code are what was measured; empty if they are not. */
export function whyByLines(
	{ instructions }: Pick<HotLoop, 'instructions'>,
	{ mcpu, cyclesPerLoop }: { mcpu: string; cyclesPerLoop: number },
	/** Cycles of a pass. */
	measured: number,
	agreement: number
): string {
	const counted = countedOn[mcpu]?.(linesOf(instructions));
	if (!counted) return '';
	const { cycles, sentence } = counted;
	const isReason = cycles > cyclesPerLoop && Math.abs(cycles / measured - 1) <= agreement;
	return isReason ? ` ${sentence}` : '';
}
