/**
 * The cycles that a core needs to find the code of a pass. AMD's Zen 4 follows one line of code a cycle, and nothing behind a
 * taken jump: loops of three to six instructions that begin at any of 21 places of a line take as many cycles as counted here
 * (84 loops, at most 1.04 where 1 is counted; one of 84 takes 1.52). llvm-mca has no front end. Pure.
 */
import type { HotLoop } from '@cyclelab/contract/schema/code';

/** The models whose cores are known to do so. */
const measuredOn: ReadonlySet<string> = new Set(['znver4']);
const lineBytes = 64;
/** Behind more bytes than these no instruction follows another without a jump. */
const longestInstruction = 15;
const longestConditionalJump = 6;

/**
 * Lines that a pass enters, by running into them or by a jump. Too few where a short jump forwards is not told from code in
 * order: the path has no unconditional jumps.
 */
function entriesOf(instructions: HotLoop['instructions']): number {
	const places = instructions.map(({ address, target }) => ({
		address: Number(address),
		target: target === undefined ? undefined : Number(target)
	}));
	return places.filter(({ address, target }, index) => {
		const next = places[(index + 1) % places.length]?.address ?? address;
		const bytes = next - address;
		const isJump =
			bytes <= 0 ||
			bytes > longestInstruction ||
			(target === next && bytes > longestConditionalJump);
		return isJump || Math.floor(next / lineBytes) !== Math.floor(address / lineBytes);
	}).length;
}

/** Why a pass takes longer than a model says, if the lines of its code are what was measured; empty if they are not. */
export function whyByLines(
	{ instructions }: Pick<HotLoop, 'instructions'>,
	{ mcpu, exact, cyclesPerLoop }: { mcpu: string; exact: boolean; cyclesPerLoop: number },
	/** Cycles of a pass. */
	measured: number,
	agreement: number
): string {
	if (!exact || !measuredOn.has(mcpu)) return '';
	const entries = entriesOf(instructions);
	const isReason = entries > cyclesPerLoop && Math.abs(entries / measured - 1) <= agreement;
	return isReason
		? ` A pass enters ${entries} lines of code (${lineBytes} bytes each), by a jump or by running into them, and this core follows one a cycle; llvm-mca does not know where code lies.`
		: '';
}
