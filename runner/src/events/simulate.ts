/**
 * A trace of a kernel's calls, turned into the events that cost time: where each load's data was, what was split, forwarded or
 * mispredicted. The first part of the trace warms the simulated caches and predictors up, as the harness warms the real ones; events are
 * counted in the second. Pure.
 */
import type { EventName } from '@cyclelab/contract/schema/events';
import { isConditionalJump, isEnd, type Decoded } from '../inspect/listing.ts';
import { indirect, tage, twoLevel } from './branches.ts';
import { createCache, createDrawingCache, createFullyAssociative, createLineIds } from './cache.ts';
import type { Geometry } from './geometry.ts';
import { isStreamed } from './streamed.ts';
import { createPrefetcher } from './prefetch.ts';
import type { Trace } from './trace.ts';

/** Amounts of events, of an instruction or of all. */
export type Tally = Record<EventName, number>;

export type Simulated = {
	/** Executions of the hot loop's header in the part that is counted. */
	passes: number;
	/** Executions of the header in a call that the trace has as a whole; absent if it has none. */
	passesOfCall?: number;
	/** That part touches no new lines and mispredicts no branches, so that a longer warm-up would change nothing. */
	isSettled: boolean;
	all: Tally;
	/** By address of the instruction; those that the listing has. */
	instructions: Map<number, Tally>;
	/**
	 * Loads that a store of the loop always serves, by the same number of passes later: address of the load, of the store, and passes.
	 */
	throughMemory: { load: number; store: number; passes: number }[];
	/** The instructions executed last, for the prediction with events. */
	steps: Steps;
};

/** Rarer events than this part of the passes are of no loop that goes on. */
const rare = 0.001;

/** How a load got its bytes from stores in flight; `same`: the store was of exactly these bytes. */
export const fromStores = { no: 0, same: 1, forwarded: 2, blocked: 3, alias: 4 } as const;

/** `first`: of a call, so that what the call did before, and the call before at its end, lies between it and the pass before. */
export const passBegins = { no: 0, next: 1, first: 2 } as const;

/**
 * Executed instructions in order, and what happened to each. In `source` and `storeSource` 0 is L1, 1 L2, and so on; `prefetched` is added if the
 * line was on its way.
 */
export type Steps = {
	count: number;
	/** Passes of the hot loop that begin among them. */
	passes: number;
	/**
	 * Instructions from pass to pass that the listing does not have. What a call executes before its first pass and behind its last one
	 * (the read of a parameter) is no part of the loop, and in short calls more than a hundredth of the steps.
	 */
	unlisted: number;
	/** Place in the listing. */
	at: Int32Array;
	/** A pass of the hot loop begins, of `passBegins`. */
	begins: Uint8Array;
	source: Uint8Array;
	storeSource: Uint8Array;
	/** Number of the line that it accesses; of several, the farthest. */
	line: Int32Array;
	/** Of an access that misses L1: the set of L1 that its line goes into. */
	set: Uint16Array;
	/** 1: the first-level TLB did not have the page; 2: none had it, and its entry of the page table is in L2 or nearer; 3: in the level behind L2, and so on. */
	walks: Uint8Array;
	isNew: Uint8Array;
	/** The access, or one of its accesses, crosses the border of a line (1), or of a page (2). */
	splits: Uint8Array;
	/** Of `fromStores`, and the step of the store; -1 if it lies before the first step. */
	how: Uint8Array;
	server: Int32Array;
	wrong: Uint8Array;
};

export const prefetched = 8;

/** Instructions timed at most: as many as a chase through a few thousand lines has, and few enough to be timed several times in a second. */
const mostSteps = 60_000;

function createSteps(entries: number): Steps {
	return {
		count: 0,
		passes: 0,
		unlisted: 0,
		at: new Int32Array(entries),
		begins: new Uint8Array(entries),
		source: new Uint8Array(entries),
		storeSource: new Uint8Array(entries),
		line: new Int32Array(entries),
		set: new Uint16Array(entries),
		walks: new Uint8Array(entries),
		isNew: new Uint8Array(entries),
		splits: new Uint8Array(entries),
		how: new Uint8Array(entries),
		server: new Int32Array(entries).fill(-1),
		wrong: new Uint8Array(entries)
	};
}

const noTally = (): Tally => ({
	executed: 0,
	loads: 0,
	stores: 0,
	l1Misses: 0,
	l2Misses: 0,
	l3Misses: 0,
	prefetched: 0,
	firstTouches: 0,
	conflicts: 0,
	capacity: 0,
	waitingL2: 0,
	waitingL3: 0,
	waitingMemory: 0,
	storeMisses: 0,
	lineSplits: 0,
	pageSplits: 0,
	tlbMisses: 0,
	pageWalks: 0,
	forwarded: 0,
	blocked: 0,
	aliases: 0,
	branches: 0,
	taken: 0,
	mispredicted: 0,
	mispredictedTwoLevel: 0,
	indirect: 0,
	mispredictedTargets: 0
});

export type ToSimulate = {
	trace: Trace;
	/** Calls of the kernel that were traced, those that the ring lost included. */
	calls: number;
	geometry: Geometry;
	/** Of all functions of the listing, in its order. */
	code: readonly Decoded[];
	/** Address of the hot loop's first instruction. */
	header: number;
};

/** Entries at which calls begin and end; the last one is an end. */
function marksOf({ entries, sites, site }: Trace): number[] {
	const marks: number[] = [];
	for (let i = 0; i < entries; i++) if (sites[site[i] ?? 0]?.kind === 'mark') marks.push(i);
	return marks;
}

/** Where counting begins: behind the first half of the calls, or of the entries where the ring lost some or there is one call. */
function beginOf({ entries, lost }: Trace, marks: readonly number[]): number {
	const calls = Math.floor(marks.length / 2);
	if (lost > 0 || calls < 2) return Math.floor(entries / 2);
	return marks[2 * Math.floor(calls / 2)] ?? 0;
}

/**
 * So much of a call is in front of the next one, and so much of that one was seen, before they are compared; and such a part of the lines are
 * new again. (Of the same data at most half would be.)
 */
const [enoughOfCall, begunCall, newAgain] = [0.5, 0.02, 0.75];

/**
 * The entries from the one with which the last `mostSteps` instructions begin, not before `begin`, to the last pass of the hot loop; and how many instructions they
 * are. What a call does behind its last pass can be longer than that: it reads what a copy has written.
 */
function lastSteps(
	{ entries, sites, site }: Trace,
	begin: number,
	hasHeader: Uint8Array
): { from: number; end: number; steps: number } {
	let end = entries;
	while (end > begin && !hasHeader[site[end - 1] ?? 0]) end--;
	let steps = 0;
	let from = end;
	for (let i = end - 1; i >= begin; i--) {
		const described = sites[site[i] ?? 0];
		if (described?.kind !== 'block') continue;
		if (steps + described.size > mostSteps) break;
		steps += described.size;
		from = i;
	}
	return { from, end, steps };
}

/**
 * A set of a cache behind L1 is chosen by a hash of the physical address, and a page lies anywhere in physical memory: sets are drawn by the line's
 * number. (MurmurHash3's last step, of the low 32 bits, which differ within a trace.)
 */
const drawnSet = (line: number, sets: number): number => {
	let hash = Math.imul((line | 0) ^ (line >>> 16), 0x85ebca6b);
	hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
	return ((hash ^ (hash >>> 16)) >>> 0) % sets;
};

const granules = 512;
const granuleOf = (address: number) => (address % 4096) >>> 3;

/** Undefined if the hot loop was not executed in the part that is counted, or sites were lost. */
export function simulate({
	trace,
	calls,
	geometry,
	code,
	header
}: ToSimulate): Simulated | undefined {
	const { sites, site, address, entries } = trace;
	if (sites.some(({ kind }) => kind === 'lost')) return undefined;
	const { lineBytes, pageBytes, caches, core } = geometry;
	const linesPerPage = pageBytes / lineBytes;
	const position = new Map(code.map((one, index) => [one.address, index]));
	const marks = marksOf(trace);
	const begin = beginOf(trace, marks);
	/**
	 * Calls go through the same data. So where the ring lost a part of the trace, a line that the rest touches for the first time was touched
	 * in the call before, as many lines ago as a call has, if it goes on as it does so far. A call that touches as many new lines as the one before
	 * goes on where that one stopped: then it comes back to a line after all others of the instruction's, whose number their addresses show if they are in
	 * no order, and not at all so far if they are.
	 */
	const isPart = trace.lost > 0;
	const entriesOfCall = (entries + trace.lost) / Math.max(1, calls);
	let touchedPerCall = 0;
	let goesOn = false;
	/** The entry with which the call began, and the lines that were touched before. */
	let [callBegan, linesAtCall] = [0, 0];

	/** By instruction, in the order of their numbers. */
	const tallies: Tally[] = [];
	const pcs: number[] = [];
	const numberOf = new Map<number, number>();
	const numbered = (pc: number): number => {
		const known = numberOf.get(pc);
		if (known !== undefined) return known;
		numberOf.set(pc, pcs.length);
		tallies.push(noTally());
		return pcs.push(pc) - 1;
	};
	const tallyAt = (pc: number): Tally => tallies[numbered(pc)] ?? noTally();
	/** By site: the number of the instruction that accesses memory, and a block's place in the listing; else -1. */
	const instructionOf = Int32Array.from(sites, ({ kind, pc }) =>
		kind === 'load' || kind === 'store' ? numbered(pc) : -1
	);
	/** By instruction: it stores past the caches. */
	const isPast = Uint8Array.from(pcs, (pc) => +isStreamed(code[position.get(pc) ?? -1]));
	const placeOf = Int32Array.from(sites, ({ kind, pc }) =>
		kind === 'mark' || kind === 'lost' ? -1 : (position.get(pc) ?? -1)
	);
	const headerAt = position.get(header) ?? -1;
	const blockExecutions = new Float64Array(sites.length);
	const hasHeader = Uint8Array.from(sites, ({ kind, size }, i) => {
		const from = placeOf[i] ?? -1;
		return +(kind === 'block' && from >= 0 && headerAt >= from && headerAt < from + size);
	});

	const timed = lastSteps(trace, begin, hasHeader);
	const steps = createSteps(timed.steps);
	const lines = createLineIds();
	const pages = createLineIds();
	const levels = caches.map(({ sets, ways, setsInOrder }, at) => ({
		sets,
		holds: at === 0 ? createCache(sets, ways) : createDrawingCache(sets, ways),
		...(setsInOrder && {
			inOrder: { sets: setsInOrder, holds: createDrawingCache(setsInOrder, ways) }
		})
	}));
	const [first] = caches;
	if (!first) return undefined;
	const oneSet = createFullyAssociative(first.sets * first.ways);
	const [nearTlb, farTlb] = core?.tlb.map((size) => createFullyAssociative(size)) ?? [];
	const prefetcher = createPrefetcher(sites.length + 1, lineBytes, pageBytes);
	const [tagged, local, targets] = [tage(core?.branchEntries), twoLevel(), indirect()];

	/** The stores in flight: a ring as large as the store queue. */
	const { storeQueue: queue, reorderBuffer } = core ?? { storeQueue: 0, reorderBuffer: 0 };
	/** The number of the youngest store to these eight bytes of a page of 4 KiB, the smallest that a core compares: no younger one needs to be looked at. */
	const storedIn = new Int32Array(granules).fill(-1);
	const stored = {
		address: new Float64Array(queue),
		size: new Float64Array(queue),
		instruction: new Int32Array(queue),
		executed: new Float64Array(queue),
		pass: new Float64Array(queue),
		step: new Int32Array(queue)
	};
	let stores = 0;
	let executed = 0;
	/** `executed` at the last store. */
	let storedLast = -Infinity;
	let pass = 0;
	/** By load: the store and the distance in passes that served it, as long as it is always the same. */
	const servedBy = new Map<number, { store: number; passes: number; isSame: boolean }>();

	/** By instruction: its first and last line, of those that were new. */
	const [lowest, highest] = [Infinity, -Infinity].map((none) =>
		new Float64Array(tallies.length).fill(none)
	) as [Float64Array, Float64Array];
	const spanOf = (instruction: number, line: number): number => {
		lowest[instruction] = Math.min(lowest[instruction] ?? line, line);
		highest[instruction] = Math.max(highest[instruction] ?? line, line);
		return (highest[instruction] ?? line) - (lowest[instruction] ?? line);
	};

	let branch = -1;
	let passes = 0;
	// The ring may have lost the begin of the first call.
	let isInCall = marks.length % 2 === 1;
	/** Executions of the header before the call. */
	let passBefore = isInCall ? NaN : 0;
	let passesOfCall: number | undefined;
	/** Lines that were touched before counting began. */
	let linesBefore = 0;
	let isCounted = false;
	let isTimed = false;
	let isFirstPass = true;
	/** Instructions since the pass began that the listing does not have. */
	let unlisted = 0;
	/** The steps of the block that is executed: the first one, its place in the listing, and their number. */
	let [blockStep, blockPlace, blockSize] = [0, 0, 0];
	/** Of the branch that ended the block before. */
	let branchStep = -1;
	const stepOf = (place: number): number => {
		const within = place - blockPlace;
		return isTimed && place >= 0 && within >= 0 && within < blockSize ? blockStep + within : -1;
	};
	const ignored = noTally();

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

	const access = (
		instruction: number,
		at: number,
		size: number,
		isStore: boolean,
		step: number
	) => {
		const tally = isCounted ? (tallies[instruction] ?? ignored) : ignored;
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
		const page = Math.floor(at / pageBytes);
		if (Math.floor((at + size - 1) / pageBytes) > page) {
			tally.pageSplits++;
			if (step >= 0) steps.splits[step] = 2;
		}
		if (nearTlb && farTlb) {
			const id = pages.idOf(page);
			const [isNear, isFar] = [nearTlb(id), farTlb(id)];
			if (!isNear) tally.tlbMisses++;
			if (!isNear && !isFar) tally.pageWalks++;
			const walk = isNear ? 0 : isFar ? 1 : 1 + tableLevel(page);
			if (step >= 0) steps.walks[step] = Math.max(steps.walks[step] ?? 0, walk);
		}
		if (isPast[instruction]) {
			for (let line = from; line <= to; line++) {
				[lastLine, lastId] = [-1, lines.idOf(line)];
				streamed.add(lastId);
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
			const level =
				id === known && isPart && !(goesOn && wasFetched)
					? levelBehind(
							Math.max(known, touchedPerCall, goesOn ? spanOf(instruction, line) : 0),
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
		if (step >= 0) {
			(isStore ? steps.storeSource : steps.source)[step] = farthest + (isFetched ? prefetched : 0);
			if (isNew && !isFetched) steps.isNew[step] = 1;
		}
		if (isStore) {
			tally.storeMisses++;
			if (isNew) tally.firstTouches++;
			return;
		}
		tally.l1Misses++;
		if (farthest > 1) tally.l2Misses++;
		if (farthest > 2) tally.l3Misses++;
		if (isFetched) tally.prefetched++;
		else if (isNew) tally.firstTouches++;
		else if (farthest === 1) tally.waitingL2++;
		else if (farthest === 2 && levels.length > 2) tally.waitingL3++;
		else tally.waitingMemory++;
		if (isNew) return;
		if (isConflict) tally.conflicts++;
		else tally.capacity++;
	};

	/** Looks for the youngest store in flight that has bytes of the load. */
	const serve = (instruction: number, at: number, size: number, step: number) => {
		const tally = isCounted ? (tallies[instruction] ?? ignored) : ignored;
		let isAlias = false;
		let youngest = -1;
		for (let g = granuleOf(at), last = granuleOf(at + size - 1); ; g = (g + 1) % granules) {
			youngest = Math.max(youngest, storedIn[g] ?? -1);
			if (g === last) break;
		}
		for (let back = stores - youngest; back <= queue && back <= stores; back++) {
			const slot = (stores - back) % queue;
			if (executed - (stored.executed[slot] ?? 0) > reorderBuffer) break;
			const [begins = 0, bytes = 0] = [stored.address[slot], stored.size[slot]];
			const difference = at - begins;
			if (difference < bytes && -difference < size) {
				const isBlocked = difference < 0 || difference + size > bytes;
				const { same, forwarded, blocked } = fromStores;
				const isSame = difference === 0 && size === bytes;
				noteStore(step, isBlocked ? blocked : isSame ? same : forwarded, slot);
				if (isBlocked) tally.blocked++;
				else {
					tally.forwarded++;
					if (isCounted)
						serveAlways(
							instruction,
							stored.instruction[slot] ?? -1,
							pass - (stored.pass[slot] ?? 0)
						);
				}
				return;
			}
			if (isAlias) continue;
			const low = ((difference % 4096) + 4096) % 4096;
			if (low < bytes || 4096 - low < size) {
				isAlias = true;
				tally.aliases++;
				noteStore(step, fromStores.alias, slot);
			}
		}
	};
	const noteStore = (step: number, how: number, slot: number) => {
		if (step < 0) return;
		steps.how[step] = how;
		steps.server[step] = stored.step[slot] ?? -1;
	};
	const serveAlways = (load: number, store: number, distance: number) => {
		const known = servedBy.get(load);
		if (!known) servedBy.set(load, { store, passes: distance, isSame: true });
		else if (known.store !== store || known.passes !== distance) known.isSame = false;
	};

	const resolve = (target: number) => {
		const instruction = code[branch];
		branch = -1;
		if (!instruction) return;
		const tally = isCounted ? tallyAt(instruction.address) : ignored;
		if (isConditionalJump(instruction)) {
			const taken = target === instruction.target;
			const isWrong = tagged(instruction.address, taken);
			const isWrongLocally = local(instruction.address, taken);
			if (branchStep >= 0) steps.wrong[branchStep] = +isWrong;
			tally.branches++;
			tally.taken += +taken;
			tally.mispredicted += +isWrong;
			tally.mispredictedTwoLevel += +isWrongLocally;
		} else if (instruction.flow && instruction.target === undefined && !isEnd(instruction)) {
			tally.indirect++;
			const isWrong = targets(instruction.address, target);
			if (branchStep >= 0) steps.wrong[branchStep] = +isWrong;
			tally.mispredictedTargets += +isWrong;
		}
	};

	for (let i = 0; i < entries; i++) {
		const number = site[i] ?? 0;
		const described = sites[number];
		if (!described) return undefined;
		if (isPart) {
			touchedPerCall = (lines.count() / (i + 1)) * entriesOfCall;
			const here = i - callBegan;
			if (callBegan >= enoughOfCall * entriesOfCall && here > begunCall * entriesOfCall)
				goesOn = (lines.count() - linesAtCall) / here > newAgain * (linesAtCall / callBegan);
		}
		// It may be the second part of a vector, which is read with the first one.
		if (!isCounted && i >= begin) {
			isCounted = true;
			linesBefore = lines.count();
		}
		if (i === timed.from) isTimed = true;
		if (i === timed.end) isTimed = false;
		if (described.kind === 'mark') {
			branch = -1;
			isFirstPass = true;
			if (isInCall) passesOfCall = pass - passBefore;
			isInCall = !isInCall;
			if (isInCall) [callBegan, linesAtCall] = [i, lines.count()];
			passBefore = pass;
			continue;
		}
		if (described.kind === 'block') {
			if (branch >= 0) resolve(described.pc);
			executed += described.size;
			if (hasHeader[number]) {
				pass++;
				if (isCounted) passes++;
			}
			if (isCounted) blockExecutions[number] = (blockExecutions[number] ?? 0) + 1;
			const place = placeOf[number] ?? -1;
			branch = place < 0 ? -1 : place + described.size - 1;
			branchStep = -1;
			if (!isTimed) continue;
			[blockStep, blockPlace, blockSize] = [steps.count, place, described.size];
			if (place < 0) {
				unlisted += described.size;
				continue;
			}
			if (hasHeader[number]) {
				steps.passes++;
				const { first: firstPass, next } = passBegins;
				steps.begins[steps.count + headerAt - place] = isFirstPass ? firstPass : next;
				if (!isFirstPass) steps.unlisted += unlisted;
				unlisted = 0;
				isFirstPass = false;
			}
			for (let k = 0; k < described.size; k++) steps.at[steps.count++] = place + k;
			branchStep = steps.count - 1;
			continue;
		}
		const instruction = instructionOf[number] ?? -1;
		const isStore = described.kind === 'store';
		const at = address[i] ?? 0;
		let size = described.size;
		// A vector is several accesses of the emulator, one behind the other.
		while (i + 1 < entries) {
			const next = site[i + 1] ?? 0;
			const further = sites[next];
			if (next === number || further?.pc !== described.pc || further.kind !== described.kind) break;
			if (address[i + 1] !== at + size) break;
			size += further.size;
			i++;
		}
		const step = stepOf(placeOf[number] ?? -1);
		if (!isStore && executed - storedLast <= reorderBuffer) serve(instruction, at, size, step);
		access(instruction, at, size, isStore, step);
		if (queue === 0 || !isStore) continue;
		for (let g = granuleOf(at), last = granuleOf(at + size - 1); ; g = (g + 1) % granules) {
			storedIn[g] = stores;
			if (g === last) break;
		}
		const slot = stores++ % queue;
		stored.address[slot] = at;
		stored.size[slot] = size;
		stored.instruction[slot] = instruction;
		stored.executed[slot] = storedLast = executed;
		stored.pass[slot] = pass;
		stored.step[slot] = step;
	}
	if (passes === 0) return undefined;

	// Blocks overlap, so executions add up.
	const change = new Float64Array(code.length + 1);
	placeOf.forEach((place, number) => {
		if (place < 0) return;
		const times = blockExecutions[number] ?? 0;
		const end = Math.min(place + (sites[number]?.size ?? 0), code.length);
		change[place] = (change[place] ?? 0) + times;
		change[end] = (change[end] ?? 0) - times;
	});
	let running = 0;
	code.forEach((one, index) => {
		running += change[index] ?? 0;
		if (running > 0) tallyAt(one.address).executed = running;
	});
	const all = noTally();
	const instructions = new Map<number, Tally>();
	tallies.forEach((tally, number) => {
		for (const key of keys) all[key] += tally[key];
		const pc = pcs[number] ?? 0;
		if (position.has(pc)) instructions.set(pc, tally);
	});
	const throughMemory = [...servedBy].flatMap(([load, { store, passes: distance, isSame }]) => {
		const isAll = tallies[load]?.forwarded === tallies[load]?.loads;
		const [loadAt = 0, storeAt = 0] = [pcs[load], pcs[store]];
		return isSame && isAll ? [{ load: loadAt, store: storeAt, passes: distance }] : [];
	});
	const { mispredicted, mispredictedTwoLevel, mispredictedTargets } = all;
	const unsettled =
		lines.count() - linesBefore + mispredicted + mispredictedTwoLevel + mispredictedTargets;
	const isSettled = unsettled <= rare * passes;
	const found = { passes, isSettled, all, instructions, throughMemory, steps };
	return passesOfCall ? { ...found, passesOfCall } : found;
}

const keys = Object.keys(noTally()) as readonly EventName[];
