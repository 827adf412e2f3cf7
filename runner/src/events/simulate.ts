/**
 * A trace of a kernel's calls, turned into the events that cost time: where each load's data was, what was split, forwarded or
 * mispredicted. The first part of the trace warms the simulated caches and predictors up, as the harness warms the real ones; events are
 * counted in the second. Pure.
 */
import type { Decoded } from '../inspect/listing.ts';
import { createBranchEvents } from './branches.ts';
import type { Geometry } from './geometry.ts';
import { createMemory } from './memory.ts';
import { createSteps, passBegins, type Steps } from './steps.ts';
import { createStoreQueue, type Access } from './store-queue.ts';
import { isStreamed } from './streamed.ts';
import { eventNames, noTally, type Tally } from './tally.ts';
import type { Trace } from './trace.ts';
import { createUnseen } from './unseen.ts';
import { beginOf, lastSteps, marksOf } from './window.ts';

export type Simulated = {
	/** Executions of the hot loop's header in the part that is counted. */
	passes: number;
	/** Executions of the header in a call: in one that the trace has as a whole, or at the rate of what it has. */
	passesOfCall: number;
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

/** What the sites of a trace are of. */
function describedSites({ sites }: Trace, { code, header }: Pick<ToSimulate, 'code' | 'header'>) {
	const position = new Map(code.map((one, index) => [one.address, index]));
	/** Tallies of instructions in the order of their numbers, and their addresses. */
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
	/** By site: the number of the instruction that accesses memory, and a block's place in the listing; else -1. */
	const instructionOf = Int32Array.from(sites, ({ kind, pc }) =>
		kind === 'load' || kind === 'store' ? numbered(pc) : -1
	);
	const placeOf = Int32Array.from(sites, ({ kind, pc }) =>
		kind === 'mark' || kind === 'lost' ? -1 : (position.get(pc) ?? -1)
	);
	const headerAt = position.get(header) ?? -1;
	const hasHeader = Uint8Array.from(sites, ({ kind, size }, i) => {
		const from = placeOf[i] ?? -1;
		return +(kind === 'block' && from >= 0 && headerAt >= from && headerAt < from + size);
	});
	/** By instruction that accesses memory: it stores past the caches. */
	const isPast = Uint8Array.from(pcs, (pc) => +isStreamed(code[position.get(pc) ?? -1]));
	return {
		position,
		headerAt,
		instructionOf,
		placeOf,
		hasHeader,
		isPast,
		tallies,
		pcs,
		tallyAt: (pc: number): Tally => tallies[numbered(pc)] ?? noTally()
	};
}

type Sites = ReturnType<typeof describedSites>;

/** Undefined if the hot loop was not executed in the part that is counted, or sites were lost. */
export function simulate(toSimulate: ToSimulate): Simulated | undefined {
	const { trace, calls, geometry, code } = toSimulate;
	const { sites, site, address, entries } = trace;
	if (sites.some(({ kind }) => kind === 'lost')) return undefined;
	const { core } = geometry;
	const marks = marksOf(trace);
	const begin = beginOf(trace, marks);
	const described = describedSites(trace, toSimulate);
	const { headerAt, instructionOf, placeOf, hasHeader, isPast, tallies, tallyAt } = described;
	const blockExecutions = new Float64Array(sites.length);

	const timed = lastSteps(trace, begin, hasHeader);
	const steps = createSteps(timed.steps);
	const unseen = createUnseen(trace, calls, isPast.length);
	const memory = createMemory({ geometry, steps, unseen, isPast });
	if (!memory) return undefined;
	const storeQueue = createStoreQueue(core ?? { storeQueue: 0, reorderBuffer: 0 }, steps);
	const wentWrong = createBranchEvents(core?.branchEntries);

	let branch = -1;
	let passes = 0;
	// The ring may have lost the begin of the first call.
	let isInCall = marks.length % 2 === 1;
	/** Executions of the header so far, and before the call. */
	let pass = 0;
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
	/** The load or store that is looked at: one object for all, so that none is made for each. */
	const access: Access = { instruction: -1, at: 0, size: 0, step: -1, executed: 0, pass: 0 };

	const resolve = (target: number) => {
		const instruction = code[branch];
		branch = -1;
		if (!instruction) return;
		const tally = isCounted ? tallyAt(instruction.address) : ignored;
		const isWrong = wentWrong(instruction, target, tally);
		if (branchStep >= 0) steps.wrong[branchStep] = +isWrong;
	};

	const executeBlock = (number: number, pc: number, size: number) => {
		if (branch >= 0) resolve(pc);
		access.executed += size;
		if (hasHeader[number]) {
			pass++;
			if (isCounted) passes++;
		}
		if (isCounted) blockExecutions[number] = (blockExecutions[number] ?? 0) + 1;
		const place = placeOf[number] ?? -1;
		branch = place < 0 ? -1 : place + size - 1;
		branchStep = -1;
		if (!isTimed) return;
		[blockStep, blockPlace, blockSize] = [steps.count, place, size];
		if (place < 0) {
			unlisted += size;
			return;
		}
		if (hasHeader[number]) {
			steps.passes++;
			const { first: firstPass, next } = passBegins;
			steps.begins[steps.count + headerAt - place] = isFirstPass ? firstPass : next;
			if (!isFirstPass) steps.unlisted += unlisted;
			unlisted = 0;
			isFirstPass = false;
		}
		for (let k = 0; k < size; k++) steps.at[steps.count++] = place + k;
		branchStep = steps.count - 1;
	};

	for (let i = 0; i < entries; i++) {
		const number = site[i] ?? 0;
		const here = sites[number];
		if (!here) return undefined;
		unseen.before(i, memory.touched());
		// It may be the second part of a vector, which is read with the first one.
		if (!isCounted && i >= begin) {
			isCounted = true;
			linesBefore = memory.touched();
		}
		if (i === timed.from) isTimed = true;
		if (i === timed.end) isTimed = false;
		if (here.kind === 'mark') {
			branch = -1;
			isFirstPass = true;
			if (isInCall) passesOfCall = pass - passBefore;
			isInCall = !isInCall;
			if (isInCall) unseen.call(i, memory.touched());
			passBefore = pass;
			continue;
		}
		if (here.kind === 'block') {
			executeBlock(number, here.pc, here.size);
			continue;
		}
		const at = address[i] ?? 0;
		let size = here.size;
		// A vector is several accesses of the emulator, one behind the other.
		while (i + 1 < entries) {
			const next = site[i + 1] ?? 0;
			const further = sites[next];
			if (next === number || further?.pc !== here.pc || further.kind !== here.kind) break;
			if (address[i + 1] !== at + size) break;
			size += further.size;
			i++;
		}
		access.instruction = instructionOf[number] ?? -1;
		access.at = at;
		access.size = size;
		access.step = stepOf(placeOf[number] ?? -1);
		access.pass = pass;
		const tally = isCounted ? (tallies[access.instruction] ?? ignored) : ignored;
		const isStore = here.kind === 'store';
		if (!isStore) storeQueue.serve(access, tally, isCounted);
		memory.access(access, isStore, tally);
		if (isStore) storeQueue.push(access);
	}
	if (passes === 0) return undefined;

	countExecutions(trace, code, described, blockExecutions);
	const { all, instructions } = summed(described);
	const { mispredicted, mispredictedTwoLevel, mispredictedTargets } = all;
	const unsettled =
		memory.touched() - linesBefore + mispredicted + mispredictedTwoLevel + mispredictedTargets;
	const { pcs } = described;
	const throughMemory = storeQueue.servedAlways().flatMap(({ load, store, passes: distance }) => {
		const isAll = tallies[load]?.forwarded === tallies[load]?.loads;
		const [loadAt = 0, storeAt = 0] = [pcs[load], pcs[store]];
		return isAll ? [{ load: loadAt, store: storeAt, passes: distance }] : [];
	});
	const isSettled = unsettled <= rare * passes;
	const found = { passes, isSettled, all, instructions, throughMemory, steps };
	// Where the ring lost the begin of the last call, the rest of the trace has as many passes as it shows.
	const lasting = (pass * (entries + trace.lost)) / entries / calls;
	return { ...found, passesOfCall: passesOfCall || lasting };
}

/** Executions of each instruction from those of the blocks, which overlap. */
function countExecutions(
	{ sites }: Trace,
	code: readonly Decoded[],
	{ placeOf, tallyAt }: Pick<Sites, 'placeOf' | 'tallyAt'>,
	blockExecutions: Float64Array
): void {
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
}

/** Of all instructions together, and of those of the listing by address. */
function summed({ tallies, pcs, position }: Pick<Sites, 'tallies' | 'pcs' | 'position'>) {
	const all = noTally();
	const instructions = new Map<number, Tally>();
	tallies.forEach((tally, number) => {
		for (const name of eventNames) all[name] += tally[name];
		const pc = pcs[number] ?? 0;
		if (position.has(pc)) instructions.set(pc, tally);
	});
	return { all, instructions };
}
