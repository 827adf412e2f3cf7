/** Which unit an arithmetic operation waits for: it is bound to one when it is dispatched; and how many operations can wait. Pure. */
import { isConditionalJump, type Decoded } from '../inspect/listing.ts';
import type { Correction as ModelCorrection } from '../inspect/figures-znver4.ts';
import { role } from './front-end.ts';

export type Schedulers = {
	/** Operations that all schedulers together have room for; and those that wait for their addresses alone. Absent: these wait with the others. */
	entries: number;
	addresses?: number;
	/** Absent: an operation takes whichever unit is free. */
	binding?: UnitBinding;
};

export type UnitBinding = {
	/** Arithmetic units, each with a scheduler of its own. */
	units: number;
	/** Sets of units, one bit each: of conditional jumps, and of instructions by their names. All others can go to any of the first four. */
	jumps: number;
	others: readonly (readonly [RegExp, number])[];
};

/**
 * What LLVM's model has wrong of an instruction. `sooner`: cycles by which another instruction that has this figure gets the result before all others do.
 * `takes`: cycles of groups of units, by the group's number, instead of the model's.
 */
export type Correction = ModelCorrection & {
	sooner?: number;
	takes?: readonly (readonly [group: number, cycles: number])[];
};

const any = 0b1111;

/**
 * AMD's Software Optimization Guides for families 17h models 30h and later (56305) and 19h (56665, 57647), "Integer Execution Unit":
 * four schedulers, each of one ALU and picked from in the order of age; jumps on ALU0 and, since Zen 3, on a unit of their own.
 * Shifts on ALU1 and ALU2, conditional moves on ALU0 and ALU3: LLVM's `X86ScheduleZnver3.td` and `X86ScheduleZnver4.td`. Each
 * scheduler has 24 entries on Zen 3 and 4. Measured on Zen 4: two loads of two chases through memory overlap with up to 88
 * operations between them that wait for the first one (570 cycles), and with 96 they do not (1,090).
 */
export const zenSchedulers = {
	entries: 4 * 24,
	binding: {
		units: 5,
		jumps: 0b10001,
		others: [
			[/^(cmov|set)/, 0b1001],
			[/^(sh[lr]|sa[lr]|ro[lr]|rc[lr])/, 0b0110]
		]
	}
} satisfies Schedulers;

/**
 * AMD's Software Optimization Guide for family 1Ah (58455): one scheduler of 88 entries for all ALUs, and one of 56 for addresses. Measured on Zen 5: two loads
 * of two chases through memory overlap with up to 80 additions between them that wait for the first one (650 cycles; with 88 1,270), or
 * with up to 56 loads (with 60 1,050). A chain of four loads, or of two additions, takes no longer with eight additions beside it.
 */
export const zen5Schedulers: Schedulers = { entries: 88, addresses: 56 };

/** A resource of llvm-mca's model that is such a unit. */
export const isArithmetic = (resource: string): boolean => /^Zn\d(ALU|BRU)\d$/.test(resource);

/** By place in the listing: the units that can execute the instruction; a comparison that is one operation with its jump goes where jumps go. */
export function unitsIn(
	listing: readonly Decoded[],
	{ jumps, others }: UnitBinding,
	roles: Uint8Array
): Uint8Array {
	return Uint8Array.from(listing, (instruction, at) => {
		const next = listing[at + 1];
		const isPair = roles[at + 1] === role.joined && next !== undefined && isConditionalJump(next);
		if (isPair || isConditionalJump(instruction)) return jumps;
		return others.find(([names]) => names.test(instruction.mnemonic))?.[1] ?? any;
	});
}

/** Cycles ahead of dispatch that are booked: an operation that waits for longer waits for memory, and for no unit. */
const ahead = 4096;

export type Binding = {
	/** Time went on: operations that began before it wait no longer. */
	dispatch: (cycle: number) => void;
	/** Binds an operation that was dispatched to one of these units, and returns the cycle in which it begins, not before `from`. */
	bind: (units: number, from: number) => number;
};

/**
 * An older operation goes first, so one of a long chain waits for those before it that have just got what they wait for. How a unit is chosen is not
 * published: here the one with the fewest operations waiting. Measured on Zen 4, a walk through a table takes 3.00 cycles alone, and with one to four
 * operations on each value 3.33, 3.50, 3.72 and 4.08, where this rule has 3.2, 3.5, 3.7 and 3.8; without the `mov` of a zero in it, it takes 3.00 with four
 * operations as well, and the rule has 3.8.
 */
export function createBinding({ units }: UnitBinding): Binding {
	/** By a cycle's place in the ring: the cycle, and the units that begin an operation in it. */
	const cycles = new Float64Array(ahead).fill(-1);
	const booked = new Uint8Array(ahead);
	const waiting = new Int32Array(units);
	let now = 0;
	let first = 0;
	const beginsIn = (cycle: number): number =>
		cycles[cycle % ahead] === cycle ? (booked[cycle % ahead] ?? 0) : 0;
	return {
		dispatch: (cycle) => {
			for (const until = Math.floor(cycle); now < until; now++) {
				const set = beginsIn(now);
				for (let unit = 0; set >> unit > 0; unit++)
					if ((set >> unit) & 1) waiting[unit] = (waiting[unit] ?? 0) - 1;
			}
		},
		bind: (set, from) => {
			let unit = -1;
			for (let k = 0; k < units; k++) {
				const one = (first + k) % units;
				if ((set >> one) & 1 && (unit < 0 || (waiting[one] ?? 0) < (waiting[unit] ?? 0)))
					unit = one;
			}
			first = (first + 1) % units;
			const last = now + ahead - 1;
			let cycle = Math.floor(from);
			if (unit < 0 || cycle < now) return from;
			while (cycle < last && (beginsIn(cycle) >> unit) & 1) cycle++;
			if (cycle >= last) return from;
			booked[cycle % ahead] = beginsIn(cycle) | (1 << unit);
			cycles[cycle % ahead] = cycle;
			waiting[unit] = (waiting[unit] ?? 0) + 1;
			return Math.max(from, cycle);
		}
	};
}

export type Room = {
	/** When the next operation finds room. */
	from: () => number;
	/** The operation that leaves first makes room for one that leaves then. */
	take: (until: number) => void;
};

/** Room for so many operations, which leave in any order: a binary heap of when each leaves. */
export function createRoom(entries: number): Room {
	const leaves = new Float64Array(entries);
	return {
		from: () => leaves[0] ?? 0,
		take: (until) => {
			let at = 0;
			for (let child = 1; child < entries; child = 2 * at + 1) {
				if (child + 1 < entries && (leaves[child + 1] ?? 0) < (leaves[child] ?? 0)) child++;
				if ((leaves[child] ?? 0) >= until) break;
				leaves[at] = leaves[child] ?? 0;
				at = child;
			}
			leaves[at] = until;
		}
	};
}
