/** What the simulator needs to know of a processor: its caches as the host reports them, its TLBs and store queue by its name. Pure. */
import { defined } from '@cyclelab/contract/defined';
import type { MeasuredCaches } from '@cyclelab/contract/schema/gateway';
import type { Host } from '@cyclelab/contract/schema/host';
import type { Decoded } from '../inspect/listing.ts';
import { correctionOf } from '../inspect/figures-znver4.ts';
import { frontEnds, type FrontEnd } from './front-end.ts';
import { zen5Schedulers, zenSchedulers, type Correction, type Schedulers } from './schedulers.ts';
import * as ofZen5 from './zen5.ts';

/** `setsInOrder`: what neighbours leave to lines that are read or written in order; absent where that is as much as to others. */
export type CacheGeometry = { level: number; sets: number; ways: number; setsInOrder?: number };

/** Sizes of the structures between a load and its data that no host reports. */
export type CoreSizes = {
	/** Entries of the first- and second-level data TLB, for pages of 4 KiB. */
	tlb: readonly [number, number];
	/** Stores that wait for L1, and instructions between dispatch and retirement. */
	storeQueue: number;
	reorderBuffer: number;
	/** Entries of the branch predictor's table of the longest history (`tage`). Absent: we have no figure. */
	branchEntries?: number;
	/** Absent: we have no figures. */
	frontEnd?: FrontEnd;
	schedulers?: Schedulers;
	/**
	 * What LLVM's model has wrong of an instruction, as chains and streams on this core show, and the micro-operations dispatched in a cycle. Absent: nothing was
	 * measured, or as in the model.
	 */
	correctionOf?: (instruction: Decoded) => Correction | undefined;
	width?: number;
	/** A load of a vector from two lines begins with half a cycle, as other loads. Absent: with a cycle. */
	splitsShare?: true;
	/** Stores of any kind to so many lines are gathered, and each line is written once. Absent: stores of general registers to one. */
	mergedLines?: number;
	/** Loads neither wait for a locked operation nor it for them. Absent: they do. */
	passesLocks?: true;
	/** Non-temporal stores leave their line in the caches that have it, and serve its loads. Absent: the next load finds it in memory. */
	streamsStay?: true;
	/** Of what a fence takes behind a fence, the cycles in which other work goes on. Absent: none. */
	fenceHides?: number;
};

export type Geometry = {
	lineBytes: number;
	pageBytes: number;
	/** L1 first. */
	caches: CacheGeometry[];
	/** Absent: no figures are published, or we have none. */
	core?: CoreSizes;
};

/** Of every x86-64 processor and of the arm64 cores of this list's hosts. */
export const lineBytes = 64;

const zen2: CoreSizes = {
	tlb: [64, 2048],
	storeQueue: 48,
	reorderBuffer: 224,
	frontEnd: frontEnds.zen2
};
const zen3: CoreSizes = {
	tlb: [64, 2048],
	storeQueue: 64,
	reorderBuffer: 256,
	frontEnd: frontEnds.zen3,
	schedulers: zenSchedulers
};
const zen4: CoreSizes = {
	tlb: [72, 3072],
	storeQueue: 64,
	reorderBuffer: 320,
	// Measured: a branch that repeats a random sequence is learnt up to 48,000 outcomes, two fifths of the cost of none are back at 64,000 and four fifths at 96,000.
	branchEntries: 2 ** 15,
	frontEnd: frontEnds.zen4,
	schedulers: zenSchedulers,
	correctionOf
};
/**
 * Measured on Zen 5 (family 26, model 2): a chase takes 4.0 cycles a load through 96 pages and 11.0 through 104; two loads from memory overlap with 440 `nop`s
 * between them and not with 450, with 100 stores and not with 104; four loads of a vector, of which none, one, two or four cross a
 * line, take 2.0, 2.5, 3.1 and 4.0 cycles; stores take 0.50 cycles each to one line and to eight in turn, and 1.04 to sixteen and to 64. An `xchg` takes 20 cycles,
 * also with four chained loads, or 24 independent ones, beside it, and an `mfence` 79, but 57 beside 16 to 32 chained multiplications. Eight `movnti` to
 * a line and a load of it take 9.9 cycles, and of the line 64 lines before 7.2 within 16 KiB.
 */
export const zen5: CoreSizes = {
	tlb: [96, 4096],
	storeQueue: 104,
	reorderBuffer: 448,
	frontEnd: frontEnds.zen5,
	schedulers: zen5Schedulers,
	correctionOf: ofZen5.correctionOf,
	width: ofZen5.width,
	splitsShare: true,
	mergedLines: 8,
	passesLocks: true,
	fenceHides: 24,
	streamsStay: true
};
const skylake: CoreSizes = { tlb: [64, 1536], storeQueue: 56, reorderBuffer: 224 };
const sunnyCove: CoreSizes = { tlb: [64, 2048], storeQueue: 72, reorderBuffer: 352 };
const goldenCove: CoreSizes = { tlb: [96, 2048], storeQueue: 112, reorderBuffer: 512 };

/**
 * By LLVM's name. AMD: Software Optimization Guides for families 17h models 30h and later (56305), 19h (56665, 57647) and 1Ah (58455).
 * Intel: 64 and IA-32 Architectures Optimization Reference Manual, the chapter of each microarchitecture.
 */
const cores: Record<string, CoreSizes> = {
	znver2: zen2,
	znver3: zen3,
	znver4: zen4,
	znver5: zen5,
	skylake,
	'skylake-avx512': skylake,
	cascadelake: skylake,
	cooperlake: skylake,
	'icelake-client': sunnyCove,
	'icelake-server': sunnyCove,
	alderlake: goldenCove,
	raptorlake: goldenCove,
	sapphirerapids: goldenCove,
	emeraldrapids: goldenCove
};

/** Pages of the chase with which a runner measures a page walk: more than any second-level TLB has entries. */
export const farPages = 6144;

/**
 * The part of a chase through so many pages that walks the page table. Entries leave at random, so the others find theirs in a TLB of that many entries; e to
 * the power of minus the walks of a round for each entry is the part of the entries that no walk of a round replaces.
 */
export function walkingPart(pages: number, entries: number): number {
	let part = 1;
	for (let round = 0; round < 64; round++) part = 1 - Math.exp((-pages / entries) * part);
	return part;
}

/** Sizes are swept in powers, so the middle is the geometric one. */
const midway = ([low, high]: readonly [number, number]) => Math.sqrt(low * high);

/**
 * The part of a shared cache that is left to lines in order, if a chase keeps `share` of it. Neighbours bring lines at some rate, so what they take of
 * the cache between two uses of a line grows with the time between them, and lines in order are used again sooner.
 * @param chased cycles from line to line of the chase
 * @param ordered cycles from line to line in order
 */
const leftInOrder = (share: number, chased: number, ordered: number): number =>
	1 / (1 + (1 / share - 1) * (ordered / chased));

/**
 * Undefined where the host does not report the size and ways of L1 and L2.
 * @param measured what a chase found: neighbours and the host's settings leave a program less of a shared cache than is reported
 */
export function geometryOf(
	{ caches, microarchitecture }: Pick<Host, 'caches' | 'microarchitecture'>,
	measured?: Pick<MeasuredCaches, 'levels' | 'events'>
): Geometry | undefined {
	const levels: CacheGeometry[] = [];
	for (const level of [1, 2, 3]) {
		const cache = caches.find((cache) => cache.level === level);
		if (!cache && level === 3) break;
		if (!cache?.ways) return undefined;
		const { bytes, ways, sharedBy = 1 } = cache;
		const sets = bytes / lineBytes / ways;
		if (!Number.isInteger(sets)) return undefined;
		const isWhole = measured !== undefined && measured.levels.length >= caches.length;
		const found = isWhole ? measured.levels[level - 1] : undefined;
		const share = Math.min(1, found && sharedBy > 1 ? midway(found.endsBetween) / bytes : 1);
		const pause = measured?.events?.loadedL3?.median;
		const inOrder =
			found && pause !== undefined && level === 3
				? leftInOrder(share, found.cyclesPerLoad.median, pause)
				: share;
		const setsOf = (part: number) => Math.max(1, Math.round(sets * part));
		levels.push({
			level,
			sets: setsOf(share),
			ways,
			...(inOrder > share && { setsInOrder: setsOf(inOrder) })
		});
	}
	const core = cores[microarchitecture];
	// What the kernel gives to memory that asks for nothing else; a program that asks for larger pages has fewer TLB misses.
	return { lineBytes, pageBytes: 4096, caches: levels, ...defined({ core }) };
}
