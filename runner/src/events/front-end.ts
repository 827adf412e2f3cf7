/** What a core takes instructions as before it executes them: pairs that are one operation, and how many come at once. Pure. */
import { isConditionalJump, type Decoded } from '../inspect/listing.ts';

export type FrontEnd = {
	/** Operations of one line of code that come at once. */
	atOnce: number;
	/** Instructions that are one operation with a conditional jump behind them. */
	withJump: RegExp;
	/** A `nop` is one operation with the instruction before it. */
	withNop: boolean;
	/** Of code that jumps to its own begin, a line's worth of bytes comes at once, wherever it lies. Absent: the rest of its line. */
	fromAnywhere?: true;
};

const compare = /^(cmp|test)$/;
const arithmetic = /^(cmp|test|add|sub|and|or|xor|inc|dec)$/;

/**
 * AMD's Software Optimization Guides for families 17h models 30h and later (56305), 19h (56665, 57647): "Op Cache" and "Branch Fusion".
 * Zen 4's nine operations at once: chipsandcheese.com on its front end. That a `nop` and the instruction before it are one operation
 * there is measured here: 64 `nop`s and a counted loop take 5.50 cycles (what-limits-a-loop). On Zen 5 a reorder buffer of 448 is full
 * with 448 `nop`s, a loop of 24 to 62 bytes takes a cycle wherever in a line it begins, where longer code takes one for each 64 bytes,
 * and lines of eight to twelve instructions take an eighth of a cycle for each, of sixteen 2.6 cycles. Nine jumps to the next instruction
 * take 5.0 cycles; loops of several jumps (naive-stopwatch) take a cycle for each part of a line, or half of one: which, is not known. Of the other cores of `geometry.ts` we have no such figures.
 */
export const frontEnds = {
	zen2: { atOnce: 8, withJump: compare, withNop: false },
	zen3: { atOnce: 8, withJump: arithmetic, withNop: false },
	zen4: { atOnce: 9, withJump: arithmetic, withNop: true },
	zen5: { atOnce: 12, withJump: arithmetic, withNop: false, fromAnywhere: true }
} satisfies Record<string, FrontEnd>;

/** An instruction with both is no operation with a jump. */
const hasBoth = ({ operands }: Pick<Decoded, 'operands'>): boolean =>
	operands.some((operand) => operand.includes('[')) &&
	operands.some((operand) => /^-?(0x)?[\da-f]+$/.test(operand));

const isNop = ({ mnemonic }: Pick<Decoded, 'mnemonic'>) => mnemonic === 'nop';

/** `joined`: one operation with the instruction before, which takes neither room nor a unit of its own. `idle`: room alone. */
export const role = { whole: 0, joined: 1, idle: 2 } as const;

/** Of each instruction, by its place in the listing. No core executes a `nop` (uops.info: it has no port). */
export function rolesIn(listing: readonly Decoded[], { withJump, withNop }: FrontEnd): Uint8Array {
	const roles = new Uint8Array(listing.length);
	listing.forEach((instruction, at) => {
		const before = listing[at - 1];
		const isFree = before !== undefined && !before.flow && roles[at - 1] !== role.joined;
		const isPair =
			isFree &&
			((withNop && isNop(instruction)) ||
				(isConditionalJump(instruction) && withJump.test(before.mnemonic) && !hasBoth(before)));
		roles[at] = isPair ? role.joined : isNop(instruction) ? role.idle : role.whole;
	});
	return roles;
}
