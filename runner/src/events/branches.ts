/** Predictors of branches, to tell a branch that hardware learns from a branch that it cannot. Pure. */

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
const tagBits = 10;
/** A geometric series, as the TAGE paper recommends. */
const historyLengths = [5, 15, 44, 130];
/** Bits of history that are kept: a power of two above the longest. */
const keptHistory = 256;

/** Bits of an index, a tag and the second part of a tag: what history is folded to. */
const foldedBits = [10, tagBits, tagBits - 1];

/**
 * TAGE (Seznec and Michaud, "A case for (partially) TAgged GEometric history length branch prediction", 2006): a base of 2^13 two-bit
 * counters and four tables of 2^10 tagged three-bit counters, over the last 5, 15, 44 and 130 outcomes; some 8 KiB. Zen 2 and later
 * have one, larger and of unpublished sizes (AMD at Hot Chips 31), and so have Intel's cores in all likelihood.
 */
export function tage(): BranchPredictor {
	const count = historyLengths.length;
	const base = new Uint8Array(baseCounters).fill(1);
	// Of all tables, one behind the other: objects took most of a simulation's time.
	const tags = new Int16Array(count * tableEntries).fill(-1);
	const counters = new Int8Array(count * tableEntries);
	const useful = new Uint8Array(count * tableEntries);
	/** The history, folded for each table to each number of bits. */
	const folds = new Int32Array(count * foldedBits.length);
	const history = new Uint8Array(keptHistory);
	let newest = 0;
	const slots = new Int32Array(count);
	const sought = new Int32Array(count);
	const remember = (taken: number) => {
		for (let table = 0; table < count; table++) {
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
	/** An entry of a table with a longer history, for a branch that was mispredicted. */
	const allocate = (provider: number, taken: boolean) => {
		for (let table = provider + 1; table < count; table++) {
			const slot = slots[table] ?? 0;
			if (useful[slot] !== 0) continue;
			tags[slot] = sought[table] ?? 0;
			counters[slot] = taken ? 0 : -1;
			return;
		}
		for (let table = provider + 1; table < count; table++) {
			const slot = slots[table] ?? 0;
			useful[slot] = Math.max(0, (useful[slot] ?? 0) - 1);
		}
	};
	return (pc, taken) => {
		const key = hash(pc);
		let provider = -1;
		let other = -1;
		for (let table = 0; table < count; table++) {
			const at = table * foldedBits.length;
			const index = (key ^ (key >>> (10 - table)) ^ (folds[at] ?? 0)) & (tableEntries - 1);
			const slot = table * tableEntries + index;
			const tag = (key ^ (folds[at + 1] ?? 0) ^ ((folds[at + 2] ?? 0) << 1)) & ((1 << tagBits) - 1);
			slots[table] = slot;
			sought[table] = tag;
			if (tags[slot] !== tag) continue;
			other = provider;
			provider = table;
		}
		const baseSlot = key % baseCounters;
		const predicted = predictedBy(provider, baseSlot);
		if (provider >= 0) {
			const slot = slots[provider] ?? 0;
			const counter = counters[slot] ?? 0;
			counters[slot] = taken ? Math.min(3, counter + 1) : Math.max(-4, counter - 1);
			if (predicted !== predictedBy(other, baseSlot)) {
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
