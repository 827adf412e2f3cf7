/** Sets of lines in the order of their use: caches and TLBs. Pure. */

/** Lines are numbered from 0 in the order of their first use. */
export type LineIds = { idOf: (line: number) => number; count: () => number };

/** An open-addressed table, which doubles when it is half full: a `Map` took half of a simulation's time. */
export function createLineIds(): LineIds {
	let slots = 2 ** 12;
	let keys = new Float64Array(slots).fill(-1);
	let ids = new Int32Array(slots);
	let next = 0;
	const slotOf = (line: number): number => {
		// Fibonacci hashing (Knuth, The Art of Computer Programming 3, 6.4) of the low 32 bits, which differ within a trace.
		const hash = Math.imul((line % 2 ** 32) | 0, 0x9e3779b1) >>> 0;
		let slot = (hash ^ (hash >>> 15)) & (slots - 1);
		while (keys[slot] !== -1 && keys[slot] !== line) slot = (slot + 1) & (slots - 1);
		return slot;
	};
	const grow = () => {
		const [oldKeys, oldIds] = [keys, ids];
		slots *= 2;
		keys = new Float64Array(slots).fill(-1);
		ids = new Int32Array(slots);
		oldKeys.forEach((key, old) => {
			if (key === -1) return;
			const slot = slotOf(key);
			keys[slot] = key;
			ids[slot] = oldIds[old] ?? 0;
		});
	};
	return {
		idOf: (line) => {
			const slot = slotOf(line);
			if (keys[slot] === line) return ids[slot] ?? 0;
			keys[slot] = line;
			ids[slot] = next++;
			if (2 * next > slots) grow();
			return next - 1;
		},
		count: () => next
	};
}

/** Whether it was there; it is afterwards, in place of the entry of the set that was used least recently. */
export type Cache = (set: number, id: number) => boolean;

/** Least recently used first out. Hardware approximates it (tree pseudo-LRU in L1, others behind it). */
export function createCache(sets: number, ways: number): Cache {
	const held = new Int32Array(sets * ways).fill(-1);
	return (set, id) => {
		const from = set * ways;
		if (held[from] === id) return true;
		let at = from;
		const last = from + ways - 1;
		while (at < last && held[at] !== id) at++;
		const isHit = held[at] === id;
		// Faster than `copyWithin` for so few.
		for (; at > from; at--) held[at] = held[at - 1] ?? -1;
		held[from] = id;
		return isHit;
	};
}

/**
 * The same with an entry drawn from the set in place of the oldest one. Hardware behind L1 keeps a part of a cycle of lines that is longer than a set; least
 * recently used first out keeps none of it.
 */
export function createDrawingCache(sets: number, ways: number): Cache {
	const held = new Int32Array(sets * ways).fill(-1);
	let random = 1;
	return (set, id) => {
		const from = set * ways;
		for (let at = from; at < from + ways; at++) if (held[at] === id) return true;
		let at = from;
		while (at < from + ways && held[at] !== -1) at++;
		if (at === from + ways) {
			// Numerical Recipes' generator (Press and others, 7.1); its high bits are the better ones.
			random = (Math.imul(random, 1664525) + 1013904223) >>> 0;
			at = from + Math.floor((random / 2 ** 32) * ways);
		}
		held[at] = id;
		return false;
	};
}

/** The same with one set of all entries: a list, so that the number of entries costs no time. Ids are numbers from 0, as `LineIds` gives. */
export function createFullyAssociative(entries: number): (id: number) => boolean {
	let before = new Int32Array(1024);
	let after = new Int32Array(1024);
	let isHeld = new Uint8Array(1024);
	let newest = -1;
	let oldest = -1;
	let count = 0;
	const grow = () => {
		const more = new Int32Array(2 * before.length);
		more.set(before);
		before = more;
		const behind = new Int32Array(before.length);
		behind.set(after);
		after = behind;
		const held = new Uint8Array(before.length);
		held.set(isHeld);
		isHeld = held;
	};
	const remove = (id: number) => {
		const [newer = -1, older = -1] = [before[id], after[id]];
		if (newer < 0) newest = older;
		else after[newer] = older;
		if (older < 0) oldest = newer;
		else before[older] = newer;
	};
	return (id) => {
		if (id === newest) return true;
		while (id >= before.length) grow();
		const isHit = isHeld[id] === 1;
		if (isHit) remove(id);
		else if (count === entries) {
			isHeld[oldest] = 0;
			remove(oldest);
		} else count++;
		isHeld[id] = 1;
		before[id] = -1;
		after[id] = newest;
		if (newest >= 0) before[newest] = id;
		newest = id;
		if (oldest < 0) oldest = id;
		return isHit;
	};
}
