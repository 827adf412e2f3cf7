/** Predictors of branches, to tell a branch that hardware learns from a branch that it cannot. Pure. */

import { isConditionalJump, isEnd, type Decoded } from '../inspect/listing.ts';
import type { Tally } from './tally.ts';

/** Executes a branch: whether its prediction was wrong. */
export type BranchPredictor = (pc: number, taken: boolean) => boolean;

const twoBit = (counter: number, taken: boolean) =>
	taken ? Math.min(3, counter + 1) : Math.max(0, counter - 1);

const hash = (pc: number) => ((Math.imul(pc | 0, 0x9e3779b1) >>> 0) ^ ((pc | 0) >>> 3)) >>> 0;

const localHistories = 1024;
const localBits = 10;
const localCounters = 2 ** 14;

/** Two levels (Yeh and Patt, 1991): each branch's last ten outcomes choose one of 2^14 two-bit counters. */
export function twoLevel(): BranchPredictor {
	const histories = new Uint16Array(localHistories);
	const counters = new Uint8Array(localCounters).fill(1);
	return (pc, taken) => {
		const at = hash(pc) % localHistories;
		const history = histories[at] ?? 0;
		const slot = ((hash(pc) << localBits) ^ history) & (localCounters - 1);
		const counter = counters[slot] ?? 0;
		counters[slot] = twoBit(counter, taken);
		histories[at] = ((history << 1) | +taken) & (2 ** localBits - 1);
		return counter >= 2 !== taken;
	};
}

const baseCounters = 2 ** 13;
const tableEntries = 2 ** 10;
/** A geometric series, as the TAGE paper recommends. The last one is of the associative table. */
const historyLengths = [5, 15, 44, 130];
/** Bits of history that are kept: a power of two above the longest. */
const keptHistory = 256;

/**
 * Bits that history is folded to: of an index, and of the two parts of a tag. Primes: a loop's branches come in turn, and a branch whose outcome
 * tells something would always fall on the same few bits of a fold that is a multiple of their number.
 */
const foldedBits = [13, 11, 7];
const farWays = 16;

/** Numerical Recipes' generator (Press and others, 7.1); its high bits are the better ones. */
const nextRandom = (last: number) => (Math.imul(last, 1664525) + 1013904223) >>> 0;

/**
 * TAGE (Seznec and Michaud, "A case for (partially) TAgged GEometric history length branch prediction", 2006): a base of 2^13 two-bit
 * counters and three tables of 2^10 tagged three-bit counters, over the last 5, 15 and 44 outcomes. The table of the longest history, 130 outcomes, is
 * associative, so that its size alone says how long a sequence is learnt, which can be measured. Zen 2 and later have one (AMD at Hot
 * Chips 31), and so have Intel's cores in all likelihood.
 * @param farEntries of the table of the longest history
 */
export function tage(farEntries = 2 ** 12): BranchPredictor {
	const near = historyLengths.length - 1;
	const farSets = Math.max(1, Math.round(farEntries / farWays));
	const base = new Uint8Array(baseCounters).fill(1);
	// Of all tables, one behind the other: objects took most of a simulation's time.
	const entries = near * tableEntries + farSets * farWays;
	const tags = new Int32Array(entries).fill(-1);
	const counters = new Int8Array(entries);
	const useful = new Uint8Array(near * tableEntries);
	/** The history, folded for each table to each number of bits. */
	const folds = new Int32Array(historyLengths.length * foldedBits.length);
	const history = new Uint8Array(keptHistory);
	let newest = 0;
	let random = 1;
	/** By table: the entry for the branch; of the last table -1 if it has none. */
	const slots = new Int32Array(near + 1);
	const sought = new Int32Array(near + 1);
	let farSet = 0;
	const remember = (taken: number) => {
		for (let table = 0; table <= near; table++) {
			const length = historyLengths[table] ?? 0;
			const oldest = history[(newest - length + 1 + keptHistory) % keptHistory] ?? 0;
			for (let fold = 0; fold < foldedBits.length; fold++) {
				const bits = foldedBits[fold] ?? 1;
				const at = table * foldedBits.length + fold;
				const value = (((folds[at] ?? 0) << 1) | taken) ^ (oldest << (length % bits));
				folds[at] = (value ^ (value >>> bits)) & ((1 << bits) - 1);
			}
		}
		newest = (newest + 1) % keptHistory;
		history[newest] = taken;
	};
	const predictedBy = (table: number, baseSlot: number): boolean =>
		table < 0 ? (base[baseSlot] ?? 0) >= 2 : (counters[slots[table] ?? 0] ?? 0) >= 0;
	const enter = (table: number, slot: number, taken: boolean) => {
		tags[slot] = sought[table] ?? 0;
		counters[slot] = taken ? 0 : -1;
	};
	/** Entries of the next table with room and of the last one, for a branch that was mispredicted. */
	const allocate = (provider: number, taken: boolean) => {
		if (provider === near) return;
		const from = near * tableEntries + farSet * farWays;
		let way = 0;
		while (way < farWays && tags[from + way] !== -1) way++;
		if (way === farWays) way = (random = nextRandom(random)) >>> 28;
		enter(near, from + way, taken);
		for (let table = provider + 1; table < near; table++) {
			const slot = slots[table] ?? 0;
			if (useful[slot] !== 0) {
				useful[slot] = (useful[slot] ?? 0) - 1;
				continue;
			}
			enter(table, slot, taken);
			return;
		}
	};
	/** Finds the branch's entries: the number of the table with the longest history that has one, and of the next; -1 is the base. */
	const find = (key: number): readonly [provider: number, other: number] => {
		let [provider, other] = [-1, -1];
		for (let table = 0; table <= near; table++) {
			const at = table * foldedBits.length;
			const [first = 0, second = 0, third = 0] = [folds[at], folds[at + 1], folds[at + 2]];
			const tag = (key ^ (second << 7) ^ third) & 0x3ffff;
			let slot: number;
			if (table < near) {
				slot = table * tableEntries + ((key ^ (key >>> (10 - table)) ^ first) & (tableEntries - 1));
				sought[table] = tag;
				slots[table] = slot;
				if (tags[slot] !== tag) continue;
			} else {
				// The set by other bits than the tag, so that both together are all of the folds.
				sought[table] = (tag << 13) | first;
				farSet = (Math.imul(key ^ first ^ (second << 13), 0x9e3779b1) >>> 8) % farSets;
				const from = near * tableEntries + farSet * farWays;
				slot = -1;
				for (let way = from; way < from + farWays; way++)
					if (tags[way] === sought[table]) {
						slot = way;
						break;
					}
				slots[table] = slot;
				if (slot < 0) continue;
			}
			[other, provider] = [provider, table];
		}
		return [provider, other];
	};
	return (pc, taken) => {
		const key = hash(pc);
		const [provider, other] = find(key);
		const baseSlot = key % baseCounters;
		const predicted = predictedBy(provider, baseSlot);
		if (provider >= 0) {
			const slot = slots[provider] ?? 0;
			const counter = counters[slot] ?? 0;
			counters[slot] = taken ? Math.min(3, counter + 1) : Math.max(-4, counter - 1);
			if (provider < near && predicted !== predictedBy(other, baseSlot)) {
				const worth = useful[slot] ?? 0;
				useful[slot] = predicted === taken ? Math.min(3, worth + 1) : Math.max(0, worth - 1);
			}
		} else base[baseSlot] = twoBit(base[baseSlot] ?? 0, taken);
		if (predicted !== taken) allocate(provider, taken);
		remember(+taken);
		return predicted !== taken;
	};
}

/** Indirect jumps, calls by register: predicted to go where they went last after the same eight targets. Returns are no part of it. */
export function indirect(): (pc: number, target: number) => boolean {
	const targets = new Map<number, number>();
	let history = 0;
	return (pc, target) => {
		const key = (hash(pc) ^ history) >>> 0;
		const isWrong = targets.get(key) !== target;
		targets.set(key, target);
		history = ((history << 4) ^ (hash(target) & 0xfff)) >>> 0;
		return isWrong;
	};
}

/** Whether the predictor of the core (TAGE) had another outcome, or another target, for the last instruction of a block. */
type BranchEvents = (instruction: Decoded, target: number, tally: Tally) => boolean;

/** @param entries of the predictor's table of the longest history */
export function createBranchEvents(entries: number | undefined): BranchEvents {
	const [tagged, local, targets] = [tage(entries), twoLevel(), indirect()];
	return (instruction, target, tally) => {
		if (isConditionalJump(instruction)) {
			const taken = target === instruction.target;
			const isWrong = tagged(instruction.address, taken);
			const isWrongLocally = local(instruction.address, taken);
			tally.branches++;
			tally.taken += +taken;
			tally.mispredicted += +isWrong;
			tally.mispredictedTwoLevel += +isWrongLocally;
			return isWrong;
		}
		if (!instruction.flow || instruction.target !== undefined || isEnd(instruction)) return false;
		tally.indirect++;
		const isWrong = targets(instruction.address, target);
		tally.mispredictedTargets += +isWrong;
		return isWrong;
	};
}
