/**
 * The prediction with events: the instructions that were executed last are timed without their events and with them, at what each event
 * costs on this runner's core, and llvm-mca's prediction of the loop grows by the difference. Where a cost is not known there is no number,
 * but a sentence that says which. Pure.
 */
import { defined } from '@cyclelab/contract/defined';
import type { EventCosts, MeasuredCaches } from '@cyclelab/contract/schema/gateway';
import type { Host } from '@cyclelab/contract/schema/host';
import type { Interval } from '@cyclelab/contract/schema/measurement';
import type { PredictionWithEvents } from '@cyclelab/contract/schema/events';
import type { PredictedInstruction } from '@cyclelab/contract/schema/prediction';
import type { Isa } from '../inspect/isa.ts';
import type { Access } from '../inspect/registers.ts';
import type { Decoded } from '../inspect/listing.ts';
import { rolesIn } from './front-end.ts';
import { farPages, lineBytes, walkingPart, type CoreSizes } from './geometry.ts';
import { isArithmetic, unitsIn } from './schedulers.ts';
import { isStreamed } from './streamed.ts';
import type { Simulated } from './simulate.ts';
import { fromStores, prefetched, type Steps } from './steps.ts';
import { codeLines, cyclesOf, flatten, type EventTimes, type Timed } from './timing.ts';

/** What events cost on this processor, in cycles, as the runner measured it. */
export type Costs = {
	/** Of a load by where its data is: L1 first, memory last. */
	levels: readonly (number | undefined)[];
	/** Entries of page tables that a walk loads one after the other: a virtual machine's pages have one of its own and one of the host's. */
	tables: 1 | 2;
	/** Medians of `EventCosts`. */
	events: { [Name in keyof EventCosts]?: number | undefined };
};

/** Beyond this part of its median, an interval is too wide to predict with: neighbours used the cache, or the memory, as well. */
const widest = 0.5;

const steady = (cost: Interval | undefined): number | undefined =>
	cost && cost.high - cost.low <= widest * Math.max(1, Math.abs(cost.median))
		? cost.median
		: undefined;

/**
 * A cost whose interval is wide counts as not measured. Where the sweep found fewer caches than the host reports, a cache has the cost of the one that
 * ends at its size, or none: neighbours in a shared cache can hide its end. Undefined before anything is measured. Steps behind
 * those are of memory: a chase through more than a shared cache's part finds some of its lines there, depending on the neighbours.
 */
export function costsOf(
	{ caches, virtualised }: Pick<Host, 'caches' | 'virtualised'>,
	measured: Pick<MeasuredCaches, 'levels' | 'beyond' | 'events'> | undefined,
	core?: Pick<CoreSizes, 'tlb'>
): Costs | undefined {
	if (!measured) return undefined;
	const { levels, beyond, events = {} } = measured;
	const isWhole = levels.length >= caches.length;
	const found = caches.map(({ bytes }, at) =>
		isWhole
			? levels[at]
			: levels.find(({ endsBetween: [low, high] }) => low <= bytes && bytes <= high)
	);
	const medians: Costs['events'] = Object.fromEntries(
		Object.entries(events).map(([name, cost]) => [name, steady(cost)])
	);
	const { pageWalk, tlbMiss = 0 } = medians;
	if (core && pageWalk !== undefined) {
		// The chase that it is measured with finds some of its pages in the second-level TLB.
		const part = walkingPart(farPages, core.tlb[1]);
		medians.pageWalk = (pageWalk - (1 - part) * tlbMiss) / part;
	}
	return {
		tables: virtualised ? 2 : 1,
		levels: [...found, beyond].map((level) => steady(level?.cyclesPerLoad)),
		events: medians
	};
}

/** Events of fewer iterations than this part cost nothing that shows. */
const negligible = 0.005;

/** Latencies of a load in llvm-mca's model, cycles: of a general register, and of a vector; and from one load of a vector to the next. */
export type ModelLoads = { general: number; vector: number; nextVector: number };

const isVector = ({ operands }: Decoded) =>
	operands.some((operand) => /^[xyz]mm\d|^[vqds]\d/.test(operand));

/** It divides 128 bits by 64. */
const isWide = ({ operands }: Decoded) =>
	operands.some((operand) => /^(qword|r([abcd]x|[sd]i|[bs]p|\d+)$)/.test(operand));

const loadsOnly =
	/^(mov|movzx|movs[xbwdq]|movsxd|v?mov[a-z\d]+|v?lddqu|v?p?broadcast\w+|ld[rpu]\w*)$/;
/** An index beside a base, or an index times 2, 4 or 8. */
const withIndex = /\[.*(\b[248]\*|\*[248]\b|lsl #[123]|\b[a-z]\w* \+ [a-z])/;
const extending = /^(movzx|movsx|movsxd|ldr?s[bhw]|ldu?rs[bhw])$/;

/** It does as much as a register says, of which the model knows nothing. */
const isCounted = ({ mnemonic, prefixes }: Decoded) =>
	prefixes.some((prefix) => prefix.startsWith('rep')) && !mnemonic.startsWith('ret');

/** What an instruction waits for in a scheduler of whole numbers. */
function waitsFor(
	instruction: Decoded,
	{ memory }: Access,
	isMove: boolean,
	hasUnits: boolean
): Timed['waits'] {
	if (memory && (isMove || isVector(instruction))) return 'address';
	return hasUnits && !isVector(instruction) ? 'operands' : undefined;
}

/** It asks for a line, and does not wait for it. */
const isRequest = ({ mnemonic }: Decoded) => /^(prefetch|prfu?m$)/.test(mnemonic);

/** An instruction of the listing with its figures in llvm-mca's model. */
export function timedOf(
	instruction: Decoded,
	{ latency, uops, reciprocalThroughput, pressure }: PredictedInstruction,
	isa: Isa,
	unitOf: (resource: string) => number,
	modelLoads: ModelLoads
): Timed {
	const access = isa.access(instruction);
	const { mnemonic, prefixes } = instruction;
	const loads = access.memory?.loads === true;
	const stores = access.memory?.stores === true;
	const isMove = loads && !stores && loadsOnly.test(mnemonic);
	return {
		access,
		latency,
		modelLoad: isVector(instruction) ? modelLoads.vector : modelLoads.general,
		uops,
		pace: reciprocalThroughput,
		pressure: pressure.map(({ resource, cycles }) => [unitOf(resource), cycles] as const),
		...(isMove ? { loading: extending.test(mnemonic) ? 'extended' : 'plain' } : {}),
		// `xchg` with memory locks without being told to (Intel's manual, volume 2).
		locked: prefixes.includes('lock') || (mnemonic === 'xchg' && access.memory !== undefined),
		...(mnemonic === 'pause' && { holdsUp: 'paused' }),
		...(mnemonic === 'mfence' && { holdsUp: 'fenced' }),
		vector: isVector(instruction),
		indexed: loads && instruction.operands.some((operand) => withIndex.test(operand)),
		plainStore: stores && !loads && !isVector(instruction) && !isStreamed(instruction),
		streamed: isStreamed(instruction),
		isArithmetic:
			!access.memory &&
			uops === 1 &&
			latency === 1 &&
			pressure.some(({ resource }) => isArithmetic(resource)),
		...defined({ waits: waitsFor(instruction, access, isMove, pressure.length > 0) }),
		...(/^i?div$/.test(mnemonic) ? { divides: isWide(instruction) ? 64 : 32 } : {})
	};
}

/** Cycles that the kernel of mispredicted branches hides: its next random number, which is computed while the branch waits for the last one. */
const hidden = 4;

/** How often each event occurred; of `loads` and the like by the level that has the data. */
function occurrencesOf(
	steps: Steps,
	code: readonly (Timed | undefined)[],
	levels: number,
	mergesLines: boolean
) {
	const none = () => Array.from({ length: levels }, () => 0);
	const counts = {
		loads: none(),
		loadedLines: none(),
		storedLines: none(),
		forwarded: 0,
		vectors: 0,
		blocked: 0,
		aliases: 0,
		tlbMisses: 0,
		pageWalks: 0,
		splitLoads: 0,
		splitStores: 0,
		pageSplitStores: 0,
		wrong: 0,
		locked: 0,
		paused: 0,
		fenced: 0,
		indexed: 0,
		plainStores: 0,
		gathered: 0,
		streamed: 0,
		divisions: 0
	};
	const { how, source, storeSource, walks, splits, wrong } = steps;
	const add = (numbers: number[], at: number) => (numbers[at] = (numbers[at] ?? 0) + 1);
	for (let i = 0; i < steps.count; i++) {
		const timed = code[steps.at[i] ?? -1];
		if (!timed) continue;
		const { memory } = timed.access;
		if (timed.locked) counts.locked++;
		if (timed.holdsUp) counts[timed.holdsUp]++;
		if (timed.indexed) counts.indexed++;
		if (timed.plainStore) counts.plainStores++;
		else if (mergesLines && timed.access.memory?.stores && !timed.streamed) counts.gathered++;
		if (timed.streamed) counts.streamed++;
		if (timed.divides) counts.divisions++;
		if (wrong[i]) counts.wrong++;
		if (memory?.loads) {
			const from = source[i] ?? 0;
			add(from < prefetched ? counts.loads : counts.loadedLines, from % prefetched);
			if (splits[i]) counts.splitLoads++;
			if (walks[i] === 1) counts.tlbMisses++;
			if ((walks[i] ?? 0) > 1) counts.pageWalks++;
		}
		if (memory?.stores) {
			const to = (storeSource[i] ?? 0) % prefetched;
			if (to > 0) add(counts.storedLines, to);
			// A line that nothing has fetched is asked for as a load asks for it.
			if (to > 0 && storeSource[i] === to) add(counts.loads, to);
			if (splits[i]) counts.splitStores++;
			if (splits[i] === 2) counts.pageSplitStores++;
		}
		if (how[i] === fromStores.same || how[i] === fromStores.forwarded)
			counts[timed.vector ? 'vectors' : 'forwarded']++;
		if (how[i] === fromStores.blocked) counts.blocked++;
		if (how[i] === fromStores.alias) counts.aliases++;
	}
	return counts;
}

/** Kinds of events, in the order in which a loop is timed with one kind more. */
const kinds = [
	'corrections',
	'fetching',
	'units',
	'divisions',
	'caches',
	'stores',
	'mispredictions',
	'locked',
	'pauses'
] as const;

/** What each kind of event costs here; a kind that does not occur is absent. Or the event whose cost is not known. */
function timesOf(
	{ steps }: Pick<Simulated, 'steps'>,
	code: readonly (Timed | undefined)[],
	{ levels, tables, events }: Costs,
	mergesLines: boolean,
	ofCore: Partial<Record<'corrections' | 'fetching' | 'units', EventTimes>>
): Partial<Record<(typeof kinds)[number], EventTimes>> | { unknown: string } {
	const counts = occurrencesOf(steps, code, levels.length, mergesLines);
	const last = levels.length - 1;
	const lines = (second: number | undefined, third: number | undefined, memory?: number) =>
		levels.map((_, level) => (level === last ? memory : [0, second, third][level]));
	const loaded = lines(events.loadedL2, events.loadedL3, events.loadedMemory);
	const stored = lines(events.storedL2, events.storedL3, events.storedMemory);
	const nameOf = (level: number) => (level === last ? 'memory' : `L${level + 1}`);
	const far = counts.loads.slice(2).reduce((sum, count) => sum + count, 0);
	const { renamed, forwarded, folded, extended, updated, vector } = events;
	const ofStores = [renamed, forwarded, folded, updated].includes(undefined)
		? undefined
		: forwarded;
	const needed: (readonly [count: number, cost: number | undefined, what: string])[] = [
		...levels.flatMap((cost, level) => [
			[counts.loads[level] ?? 0, cost, `a load from ${nameOf(level)}`] as const,
			[
				counts.loadedLines[level] ?? 0,
				loaded[level],
				`a line read in order from ${nameOf(level)}`
			] as const,
			[
				counts.storedLines[level] ?? 0,
				stored[level],
				`a store to a line of ${nameOf(level)}`
			] as const
		]),
		[far, events.missesInFlight, 'several loads from memory at once'],
		[counts.tlbMisses, events.tlbMiss, 'a miss of the first-level TLB'],
		[counts.pageWalks, events.pageWalk, 'a page walk'],
		[counts.forwarded, ofStores, 'a load from a store'],
		[counts.vectors, events.vector, 'a load of a vector from a store'],
		[counts.blocked, events.blocked, 'a load from several stores'],
		[counts.aliases, events.alias, 'a load 4 KiB behind a store'],
		[counts.splitLoads, events.splitLoad, 'a load from two lines'],
		[counts.splitStores, events.splitStore, 'a store to two lines'],
		[counts.pageSplitStores, events.pageSplitStore, 'a store to two pages'],
		[counts.wrong, events.misprediction, 'a mispredicted branch'],
		[counts.locked, events.locked, 'a locked operation'],
		[counts.paused, events.paused, 'a pause'],
		[counts.fenced, events.fenced, 'a memory fence'],
		[counts.indexed, events.indexed, 'a load by an index'],
		[counts.streamed, levels.at(-1), 'a load from memory'],
		[counts.plainStores, events.storedL1, 'a store to L1']
	];
	const occurs = (count: number) => count > negligible * Math.max(1, steps.passes);
	for (const [count, cost, what] of needed)
		if (occurs(count) && cost === undefined)
			return { unknown: `the cost of ${what} is not measured, or not steady` };
	const isSplit = occurs(counts.splitLoads + counts.splitStores);
	const known = (numbers: readonly (number | undefined)[]) => numbers.map((one) => one ?? 0);
	return defined({
		...ofCore,
		divisions: occurs(counts.divisions)
			? { divided: { 32: events.divided32, 64: events.divided64 } }
			: undefined,
		caches:
			occurs(counts.streamed) ||
			[counts.loads, counts.loadedLines, counts.storedLines].some((lines) => lines.some(occurs)) ||
			occurs(counts.plainStores + counts.gathered) ||
			isSplit
				? {
						levels: known(levels),
						loadedLines: known(loaded),
						storedLines: known(stored),
						tlbMiss: events.tlbMiss,
						pageWalk: events.pageWalk,
						tables,
						sameSet: events.sameSet,
						sameSets: events.sameSets,
						tlbMisses: events.tlbMisses,
						indexed: events.indexed,
						storedL1: events.storedL1,
						missesInFlight: events.missesInFlight,
						...(isSplit && {
							splitLoad: events.splitLoad,
							splitStore: events.splitStore,
							pageSplitStore: events.pageSplitStore
						})
					}
				: undefined,
		stores: occurs(counts.forwarded + counts.vectors + counts.blocked + counts.aliases)
			? {
					renamed,
					forwarded,
					folded,
					extended,
					updated,
					vector,
					blocked: events.blocked,
					alias: events.alias
				}
			: undefined,
		mispredictions: occurs(counts.wrong)
			? { refill: Math.max(0, (events.misprediction ?? 0) - hidden) }
			: undefined,
		locked: occurs(counts.locked + counts.fenced)
			? { locked: events.locked, fenced: events.fenced }
			: undefined,
		pauses: occurs(counts.paused) ? { paused: events.paused } : undefined
	});
}

/** Instructions of others' code, which no listing has, among those that are timed: beyond this part nothing is predicted. */
const mostUnlisted = 0.01;
/** The loop's path stands for what was executed if it is this part of it, and each of its instructions is in all but this part of the passes. */
const [leastPath, missing] = [0.9, 0.02];

const isOnPath = (path: readonly Decoded[], { passes, all, instructions }: Simulated): boolean =>
	path.length * passes >= leastPath * all.executed &&
	path.every(
		({ address }) => Math.abs((instructions.get(address)?.executed ?? 0) / passes - 1) <= missing
	);

/** Instructions that are timed of a loop that repeats: several times what any core has between dispatch and retirement. */
const enoughSteps = 20_000;

export type ToPredict = {
	/** llvm-mca's prediction of the hot loop's path, in cycles of an iteration; undefined if it has none. */
	own: number | undefined;
	model: string;
	path: readonly Decoded[];
	simulated: Simulated;
	sourceIterations: number;
	listing: readonly Decoded[];
	/** By place in the listing; those that were executed. */
	code: readonly (Timed | undefined)[];
	core: Omit<CoreSizes, 'tlb'> | undefined;
	width: number;
	units: number;
	modelLoads: ModelLoads;
	costs: Costs;
};

/** The prediction, or what is not known. */
export function predictionWithEvents({
	own,
	model,
	path,
	simulated,
	sourceIterations,
	listing,
	code,
	core: sizes,
	width,
	units,
	modelLoads,
	costs
}: ToPredict): PredictionWithEvents | { unknown: string } {
	const { steps } = simulated;
	if (!sizes) return { unknown: 'the sizes of this core’s queues are not published' };
	if (steps.unlisted > mostUnlisted * steps.count)
		return { unknown: 'the loop calls code that the listing does not have' };
	const executes = (is: (one: Decoded) => boolean) => {
		const places = listing.map(is);
		return steps.at.subarray(0, steps.count).some((place) => places[place]);
	};
	if (executes(isCounted)) return { unknown: 'the time of a rep instruction depends on its count' };
	if (executes(isRequest))
		return { unknown: 'the emulator does not trace which lines a prefetch instruction asks for' };
	const { frontEnd, schedulers, correctionOf } = sizes;
	const fetching = defined({
		codeLine: costs.events.codeLine,
		addresses: frontEnd?.fromAnywhere && listing.map(({ address }) => address),
		atOnce: frontEnd?.atOnce,
		roles: frontEnd && rolesIn(listing, frontEnd)
	});
	const bound =
		schedulers?.binding && fetching.roles && unitsIn(listing, schedulers.binding, fetching.roles);
	const corrections = correctionOf && listing.map(correctionOf);
	const times = timesOf(
		simulated,
		code,
		costs,
		sizes.mergedLines !== undefined,
		defined({
			corrections:
				sizes.width !== undefined || corrections?.some((one) => one)
					? { corrections, width: sizes.width }
					: undefined,
			fetching: Object.keys(fetching).length > 0 ? fetching : undefined,
			units: schedulers && { schedulers, bound }
		})
	);
	if ('unknown' in times) return times;
	const core = {
		...sizes,
		width,
		units,
		modelLoad: modelLoads.general,
		vectorLoad: modelLoads.nextVector
	};
	const flat = flatten(code, core.modelLoad, codeLines(listing, lineBytes));
	const begin = simulated.isSettled ? Math.max(0, steps.count - enoughSteps) : 0;
	const timed = (events: EventTimes) =>
		cyclesOf(steps, flat, core, events, begin) / sourceIterations;
	const without = timed({});
	if (Number.isNaN(without)) return { unknown: 'a pass of the loop is longer than what is timed' };
	let so: EventTimes = {};
	let before = without;
	const added = kinds.map((kind) => {
		if (!times[kind]) return 0;
		so = { ...so, ...times[kind] };
		const cycles = timed(so);
		const difference = cycles - before;
		before = cycles;
		return difference;
	});
	const base = own !== undefined && isOnPath(path, simulated) ? own : without;
	const growth = before - without;
	const isSame = Math.abs(growth) < negligible * without;
	// What events add may overlap with what llvm-mca has and the timing has not: then the larger of both holds. What the timing has and llvm-mca
	// has not is no event.
	const slower = Math.max(base, before - Math.max(0, without - base));
	const faster = Math.max(Math.min(base, before), base + growth);
	const cyclesPerIteration = isSame ? base : growth > 0 ? slower : faster;
	// Each kind's share of the difference; none where they make up for each other.
	const scale = isSame ? 0 : (cyclesPerIteration - base) / growth;
	const parts = Object.fromEntries(
		kinds.flatMap((kind, at) => {
			const cycles = (added[at] ?? 0) * scale;
			return Math.abs(cycles) < negligible * cyclesPerIteration ? [] : [[kind, cycles]];
		})
	);
	return {
		model,
		cyclesPerIteration,
		parts: { core: base, ...parts },
		latencies: costs.levels.flatMap((cycles) => cycles ?? [])
	};
}
