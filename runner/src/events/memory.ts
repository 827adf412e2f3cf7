/** Where the lines of loads and stores are: caches, TLBs, page tables and prefetchers, warm from what was accessed before. Pure. */
import { createCache, createDrawingCache, createFullyAssociative, createLineIds } from './cache.ts';
import type { Geometry } from './geometry.ts';
import { createPrefetcher } from './prefetch.ts';
import { prefetched, type Steps } from './steps.ts';
import type { Access } from './store-queue.ts';
import type { Tally } from './tally.ts';
import type { Unseen } from './unseen.ts';

/**
 * A set of a cache behind L1 is chosen by a hash of the physical address, and a page lies anywhere in physical memory: sets are drawn by the line's
 * number. (MurmurHash3's last step, of the low 32 bits, which differ within a trace.)
 */
const drawnSet = (line: number, sets: number): number => {
	let hash = Math.imul((line | 0) ^ (line >>> 16), 0x85ebca6b);
	hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
	return ((hash ^ (hash >>> 16)) >>> 0) % sets;
};

/**
 * Entries of a set of the second-level TLB, which is chosen by a hash of the page, and whose entries leave at random. A chase through pages finds a part
 * of them there, as in a cache: on Zen 4, with 3,072 entries, a load takes 22 cycles with 2,048 pages, 49 with 3,072, 66 with 4,096, 85 with 6,144 and 118
 * with 8,192.
 */
const farWays = 16;

export type Memory = {
	access: (access: Access, isStore: boolean, tally: Tally) => void;
	/** Lines that were touched so far. */
	touched: () => number;
};

export type ToRemember = {
	geometry: Geometry;
	steps: Steps;
	unseen: Unseen;
	/** By instruction: it stores past the caches. */
	isPast: Uint8Array;
};

/** Undefined if the geometry has no cache. */
export function createMemory({ geometry, steps, unseen, isPast }: ToRemember): Memory | undefined {
	const { lineBytes, pageBytes, caches, core } = geometry;
	const [first] = caches;
	if (!first) return undefined;
	const linesPerPage = pageBytes / lineBytes;
	const lines = createLineIds();
	const pages = createLineIds();
	const levels = caches.map(({ sets, ways, setsInOrder }, at) => ({
		sets,
		holds: at === 0 ? createCache(sets, ways) : createDrawingCache(sets, ways),
		...(setsInOrder && {
			inOrder: { sets: setsInOrder, holds: createDrawingCache(setsInOrder, ways) }
		})
	}));
	const oneSet = createFullyAssociative(first.sets * first.ways);
	const [near, far] = core?.tlb ?? [0, 0];
	const nearTlb = createFullyAssociative(near);
	const farSets = Math.max(1, Math.round(far / farWays));
	const farTlb = createDrawingCache(farSets, farWays);
	const prefetcher = createPrefetcher(isPast.length, lineBytes, pageBytes);

	/** Lines that were stored past the caches, which then do not have them. */
	const streamed = new Set<number>();
	/** Where a load's or store's line is. 0: in L1; one more for each level that does not have it. */
	const levelOf = (line: number, id: number, isInOrder: boolean): number => {
		let level = 0;
		for (const { sets, holds, inOrder } of levels) {
			const set = sets <= linesPerPage ? line % sets : drawnSet(line, sets);
			const isHeld = holds(set, id);
			const isHeldInOrder = inOrder ? inOrder.holds(drawnSet(line, inOrder.sets), id) : isHeld;
			if (isInOrder ? isHeldInOrder : isHeld) break;
			level++;
		}
		return streamed.delete(id) ? levels.length : level;
	};

	/** The line that was accessed last, and its number: it is in L1, and its page in the TLB. */
	let [lastLine, lastId] = [-1, -1];
	/**
	 * Where the entry of a page in the page table is, which a walk loads through the caches behind L1 (AMD64 Architecture Programmer's Manual 2, "Long-Mode Page Translation": eight
	 * bytes each). An entry that is loaded for the first time counts as one of L2: the program was there before.
	 */
	const tables = createLineIds();
	const tableLevel = (page: number): number => {
		const table = Math.floor(page / (lineBytes / 8));
		const known = tables.count();
		const id = tables.idOf(table);
		let level = 1;
		for (const { sets, holds } of levels.slice(1)) {
			// Ids of data begin with 0, and -1 is none.
			if (holds(drawnSet(~table, sets), -2 - id)) break;
			level++;
		}
		return id === known ? 1 : level;
	};

	const room = caches.map(({ sets, ways }) => sets * ways);
	const roomInOrder = caches.map(({ sets, ways, setsInOrder = sets }) => setsInOrder * ways);
	/** The first level with room for so many lines. */
	const levelBehind = (others: number, isInOrder: boolean): number => {
		const found = (isInOrder ? roomInOrder : room).findIndex((lines) => others < lines);
		return found < 0 ? levels.length : found;
	};

	const translate = (at: number, size: number, step: number, tally: Tally) => {
		const page = Math.floor(at / pageBytes);
		if (Math.floor((at + size - 1) / pageBytes) > page) {
			tally.pageSplits++;
			if (step >= 0) steps.splits[step] = 2;
		}
		if (!core) return;
		const id = pages.idOf(page);
		const [isNear, isFar] = [nearTlb(id), farTlb(drawnSet(page, farSets), id)];
		if (!isNear) tally.tlbMisses++;
		if (!isNear && !isFar) tally.pageWalks++;
		const walk = isNear ? 0 : isFar ? 1 : 1 + tableLevel(page);
		if (step >= 0) steps.walks[step] = Math.max(steps.walks[step] ?? 0, walk);
	};

	const countMiss = (
		tally: Tally,
		level: number,
		how: { isStore: boolean; isNew: boolean; isFetched: boolean; isConflict: boolean }
	) => {
		const { isStore, isNew, isFetched, isConflict } = how;
		if (isStore) {
			tally.storeMisses++;
			if (isNew) tally.firstTouches++;
			return;
		}
		tally.l1Misses++;
		if (level > 1) tally.l2Misses++;
		if (level > 2) tally.l3Misses++;
		if (isFetched) tally.prefetched++;
		else if (isNew) tally.firstTouches++;
		else if (level === 1) tally.waitingL2++;
		else if (level === 2 && levels.length > 2) tally.waitingL3++;
		else tally.waitingMemory++;
		if (isNew) return;
		if (isConflict) tally.conflicts++;
		else tally.capacity++;
	};

	const access = ({ instruction, at, size, step }: Access, isStore: boolean, tally: Tally) => {
		const from = Math.floor(at / lineBytes);
		const to = Math.floor((at + size - 1) / lineBytes);
		if (isStore) tally.stores++;
		else tally.loads++;
		if (to > from) {
			tally.lineSplits++;
			if (step >= 0) steps.splits[step] = Math.max(1, steps.splits[step] ?? 0);
		}
		if (from === to && from === lastLine) {
			prefetcher.sameLine(instruction, at);
			if (step >= 0) steps.line[step] = lastId;
			return;
		}
		translate(at, size, step, tally);
		if (isPast[instruction]) {
			for (let line = from; line <= to; line++) {
				[lastLine, lastId] = [-1, lines.idOf(line)];
				if (!core?.streamsStay) streamed.add(lastId);
				if (step >= 0) steps.line[step] = lastId;
			}
			return;
		}
		let farthest = 0;
		let isNew = false;
		let isConflict = false;
		let isFetched = true;
		for (let line = from; line <= to; line++) {
			const known = lines.count();
			const id = lines.idOf(line);
			const wasFetched = prefetcher.access(instruction, line === from ? at : line * lineBytes);
			const cached = levelOf(line, id, wasFetched);
			const { isPart, goesOn, touched } = unseen;
			const level =
				id === known && isPart && !(goesOn && wasFetched)
					? levelBehind(
							Math.max(known, touched, goesOn ? unseen.spanOf(instruction, line) : 0),
							wasFetched
						)
					: cached;
			const isHeld = oneSet(id);
			[lastLine, lastId] = [line, id];
			if (step >= 0 && (line === from || level > farthest)) steps.line[step] = id;
			if (level === 0) continue;
			isFetched &&= wasFetched;
			if (level <= farthest) continue;
			farthest = level;
			if (step >= 0) steps.set[step] = line % first.sets;
			isNew = id === known;
			isConflict = isHeld;
		}
		if (farthest === 0) return;
		if (step >= 0)
			(isStore ? steps.storeSource : steps.source)[step] = farthest + (isFetched ? prefetched : 0);
		countMiss(tally, farthest, { isStore, isNew, isFetched, isConflict });
	};

	return { access, touched: lines.count };
}
