/**
 * How long a core takes for the instructions that were executed last: each waits for its registers, its bytes, a unit and room, and has the
 * latency and the units of llvm-mca's model. An out-of-order core in its outlines, after interval simulation (Genbrugge, Eyerman
 * and Eeckhout, HPCA 2010), to find what events add, not how long the loop takes without any. Pure.
 */
import type { Access } from '../inspect/registers.ts';
import { role } from './front-end.ts';
import { createBinding, createRoom, type Correction, type Schedulers } from './schedulers.ts';
import { lineBytes, type CoreSizes } from './geometry.ts';
import { fromStores, passBegins, prefetched, type Steps } from './steps.ts';

/** An instruction of the listing as it is timed. */
export type Timed = {
	access: Access;
	/** Cycles from its operands, the address of a load included, to its result; micro-operations. */
	latency: number;
	/** Latency of a load to such registers in the model, cycles. */
	modelLoad: number;
	uops: number;
	/** Cycles that it takes of each unit, by the unit's number. */
	pressure: readonly (readonly [unit: number, cycles: number])[];
	/** Does nothing but load: a register of the size of what is loaded, or a larger one. */
	loading?: 'plain' | 'extended';
	locked: boolean;
	/** Nothing behind it begins before it is done: a pause, or a fence, which waits for the stores before it to be in L1 as well. */
	holdsUp?: 'paused' | 'fenced';
	/** Loads, stores or calculates vectors, or floating-point numbers in their registers. */
	vector: boolean;
	/** Its address has an index. */
	indexed: boolean;
	/** Stores a general register. */
	plainStore: boolean;
	/** Cycles from one to the next in the model. */
	pace: number;
	/** Stores past the caches. */
	streamed: boolean;
	/** Divides whole numbers: of up to 32 bits, or of 64. */
	divides?: 32 | 64;
	/** One operation of one cycle that an arithmetic unit executes. */
	isArithmetic: boolean;
	/** Until it begins it waits in a scheduler of whole numbers: to calculate, or for its address alone. Absent: it does not. */
	waits?: 'operands' | 'address';
};

/** Groups of units that `takes` can name. */
const unitGroups = 8;

/** Cycles that events take. Absent: as if there were none. */
export type EventTimes = {
	/** By place in the listing, what the model has wrong of an instruction; and micro-operations dispatched in a cycle, where it has others. */
	corrections?: readonly (Correction | undefined)[] | undefined;
	width?: number | undefined;
	/** From a line of code to the next one. Absent: instructions are at hand, wherever they lie. */
	codeLine?: number | undefined;
	/**
	 * By place in the listing, where an instruction lies: of code that jumps to its own begin, a line's worth of bytes comes at once. Absent: lines come, wherever it
	 * begins.
	 */
	addresses?: readonly number[] | undefined;
	/** Operations of a line of code that come at once. Absent: all. */
	atOnce?: number | undefined;
	/** By place in the listing, of `role`. Absent: each instruction is whole. */
	roles?: Uint8Array | undefined;
	/** Absent: they have room for everything. */
	schedulers?: Schedulers | undefined;
	/** By place in the listing, the arithmetic units that can execute it. Absent: it waits for no unit in particular. */
	bound?: Uint8Array | undefined;
	/** Of a load by where its data is: L1 first. Absent: every load is served by L1 as in the model. */
	levels?: readonly number[] | undefined;
	/** Between two lines that are read, or written, in order of their addresses, by the level that they come from. */
	loadedLines?: readonly number[] | undefined;
	storedLines?: readonly number[] | undefined;
	/** Of a load from L2 that begins when the line of the load before has come into the same set of L1. Absent: as of any load from L2. */
	sameSet?: number | undefined;
	/** From one line to the next that come from L2 into the same set of L1, and whose loads do not wait for each other. */
	sameSets?: number | undefined;
	/** From one division to the next that does not wait for it, by its bits: no unit is taken for longer. */
	divided?: Readonly<Record<32 | 64, number | undefined>> | undefined;
	/** Beside the load's latency. */
	indexed?: number | undefined;
	tlbMiss?: number | undefined;
	/** Of a walk whose entries are in L2; and how many it loads one after the other, where they are farther. */
	pageWalk?: number | undefined;
	tables?: number | undefined;
	/** From one miss of the first-level TLB to the next. */
	tlbMisses?: number | undefined;
	/** Loads that miss L1 at the same time: each has one of the core's buffers (AMD 56665 and 57647, 2.12.1: 24) until its line is there. */
	missesInFlight?: number | undefined;
	/** From the data of a store to the data of a load: of a plain load by the same registers, by others, and of other instructions. */
	renamed?: number | undefined;
	forwarded?: number | undefined;
	folded?: number | undefined;
	/** To that of a load of a part of what was stored, or that extends it. Absent: as of other instructions. */
	extended?: number | undefined;
	/** From a store of such a register until a load of what it stored is in one. */
	vector?: number | undefined;
	/** Of an instruction that loads what an instruction that loads and stores has stored. */
	updated?: number | undefined;
	blocked?: number | undefined;
	alias?: number | undefined;
	/** From the execution of a mispredicted branch to the dispatch of what comes next. */
	refill?: number | undefined;
	locked?: number | undefined;
	paused?: number | undefined;
	fenced?: number | undefined;
	/** Of a load of two lines, beside its latency; of stores to two lines, and to two pages, from one to the next. */
	splitLoad?: number | undefined;
	splitStore?: number | undefined;
	pageSplitStore?: number | undefined;
	/** Of a store of a general register to the line of the store before, from one to the next: no unit is taken for longer. */
	storedL1?: number | undefined;
};

export type Core = Pick<
	CoreSizes,
	| 'reorderBuffer'
	| 'storeQueue'
	| 'splitsShare'
	| 'mergedLines'
	| 'passesLocks'
	| 'fenceHides'
	| 'streamsStay'
> & {
	/** Micro-operations dispatched in a cycle. */
	width: number;
	/** Latency of a load to a general register in the model, cycles. */
	modelLoad: number;
	/** Cycles from one load of a vector to the next in the model. */
	vectorLoad: number;
	/** Number of units. */
	units: number;
};

/**
 * Units are shared out in groups of so many cycles: llvm-mca has the mean use of each unit, which need not add up to whole cycles. So many
 * groups are remembered: more than anything waits for a unit.
 */
const [group, remembered] = [8, 1024];

/** More lines than the loads and stores in any reorder buffer touch. */
const inFlight = 4096;

/** More than any L1 has. */
const mostSets = 2 ** 16;

/** The longest instruction of x86-64, bytes. */
const longestInstruction = 15;

/** Address of an instruction's last byte; of its first one, if the next one of the listing does not follow it. */
function lastByte(address: number, next = address): number {
	const bytes = next - address;
	return bytes > 0 && bytes <= longestInstruction ? next - 1 : address;
}

/** By place in the listing: the line of code with the instruction's last byte. */
export const codeLines = (code: readonly { address: number }[], lineBytes: number): number[] =>
	code.map(({ address }, at) => Math.floor(lastByte(address, code[at + 1]?.address) / lineBytes));

/**
 * The listing in flat arrays, so that a hundred thousand steps take milliseconds.
 * @param code by place in the listing
 * @param general latency of a load to a general register in the model, cycles
 * @param lines of code, by place in the listing
 */
export function flatten(
	code: readonly (Timed | undefined)[],
	general: number,
	lines: readonly number[]
) {
	const registers = new Map<string, number>();
	const numberOf = (name: string) => {
		const known = registers.get(name);
		if (known !== undefined) return known;
		registers.set(name, registers.size);
		return registers.size - 1;
	};
	const steps = code.map((timed, at) => {
		if (!timed) return undefined;
		const { access, latency, pressure, loading, modelLoad } = timed;
		const { memory, advances } = access;
		const address = memory?.registers ?? [];
		return {
			...timed,
			codeLine: lines[at] ?? -1,
			loads: memory?.loads ?? false,
			stores: memory?.stores ?? false,
			address: Int32Array.from(address, numberOf),
			operands: Int32Array.from(
				access.reads.filter((name) => !address.includes(name)),
				numberOf
			),
			results: Int32Array.from(
				access.writes.filter((name) => name !== advances),
				numberOf
			),
			advanced: advances === undefined ? -1 : numberOf(advances),
			place: memory ? `${memory.form}:${memory.displacement}` : '',
			units: Int32Array.from(pressure, ([unit]) => unit),
			cycles: Float64Array.from(pressure, ([, cycles]) => cycles),
			/** Cycles by which its load is slower than that of a general register. */
			farther: Math.max(0, modelLoad - general),
			// Models of LLVM have additions that load as fast as loads.
			behindLoad: memory?.loads ? Math.max(loading ? 0 : 1, latency - modelLoad) : latency
		};
	});
	return { steps, registers: registers.size };
}

type Flat = ReturnType<typeof flatten>;

/** How far units are taken. */
function unitsOf(count: number) {
	const used = new Float32Array(count * remembered);
	const groupOf = new Float64Array(count * remembered).fill(-1);
	const taken = (unit: number, number: number): number => {
		const slot = unit * remembered + (number % remembered);
		return groupOf[slot] === number ? (used[slot] ?? 0) : 0;
	};
	/** The first cycle from `from` in whose group each unit has room. */
	return (units: Int32Array, cycles: Float64Array, from: number): number => {
		const first = Math.floor(from / group);
		let number = first;
		for (const last = first + remembered / 2; number < last; number++) {
			let hasRoom = true;
			for (let k = 0; k < units.length && hasRoom; k++)
				hasRoom = taken(units[k] ?? 0, number) < group;
			if (hasRoom) break;
		}
		for (let k = 0; k < units.length; k++) {
			const unit = units[k] ?? 0;
			let left = cycles[k] ?? 0;
			for (let then = number; left > 0; then++) {
				const before = taken(unit, then);
				const slot = unit * remembered + (then % remembered);
				// The last of a group may go beyond it: what does not fit is the next group's.
				const part = Math.min(left, Math.max(0, group - before));
				used[slot] = before + part;
				groupOf[slot] = then;
				left -= part;
			}
		}
		return number === first ? from : number * group;
	};
}

function earliestOf(times: Float64Array): number {
	let earliest = 0;
	for (let at = 1; at < times.length; at++)
		if ((times[at] ?? 0) < (times[earliest] ?? 0)) earliest = at;
	return earliest;
}

/**
 * Cycles of a pass of the hot loop, from the moment at which everything before it has retired and its stores are in L1 until that of the next pass; without what a call does before its first pass and
 * behind its last one. NaN where no pass follows another one.
 * @param begin the first step that is timed
 */
export function cyclesOf(
	steps: Steps,
	{ steps: listing, registers }: Flat,
	core: Core,
	events: EventTimes,
	begin = 0
): number {
	const { count, at } = steps;
	const { reorderBuffer } = core;
	const width = events.width ?? core.width;
	const near = events.levels?.[0] ?? core.modelLoad;
	const { storedL1 = Infinity, atOnce = Infinity, sameSets = 0, tlbMisses = 0 } = events;
	const memory = events.levels?.at(-1) ?? 0;
	const second = events.levels?.[1] ?? 0;
	const refilling = Math.max(0, (events.sameSet ?? second) - second);
	const cyclesOfUnits = listing.map((step, at) => {
		const most = step?.plainStore ? storedL1 : step?.divides && events.divided?.[step.divides];
		if (most !== undefined && !events.corrections?.[at]?.takes)
			return step?.cycles.map((cycles) => Math.min(cycles, most));
		const { part, takes } = events.corrections?.[at] ?? {};
		if (takes) return Float64Array.from(takes, ([, cycles]) => cycles);
		return part === undefined ? step?.cycles : step?.cycles.map((cycles) => part * cycles);
	});
	const firstGroup = core.units + 2;
	const units = listing.map((step, at) => {
		const takes = events.corrections?.[at]?.takes;
		return takes ? Int32Array.from(takes, ([group]) => firstGroup + group) : step?.units;
	});
	const ready = new Float64Array(registers);
	const writtenBy = new Int32Array(registers).fill(-1);
	const retired = new Float64Array(count);
	/** When a step's data to store was there. */
	const storedAt = new Float64Array(count);
	const storeQueue = Math.max(1, core.storeQueue);
	const committed = new Float64Array(storeQueue);
	let stores = 0;
	const misses = new Float64Array(Math.max(1, Math.round(events.missesInFlight ?? 1)));
	// Behind the model's units are the way into L1, which one line after the other goes, and the second-level TLB.
	const issue = unitsOf(firstGroup + unitGroups);
	const binding =
		events.bound && events.schedulers?.binding && createBinding(events.schedulers.binding);
	const room = events.schedulers && createRoom(events.schedulers.entries);
	const addressRoom =
		events.schedulers?.addresses === undefined ? room : createRoom(events.schedulers.addresses);
	const [intoTlb, perTlbMiss] = [Int32Array.of(core.units + 1), Float64Array.of(tlbMisses)];
	const [intoL1, perLine] = [
		Int32Array.of(core.units),
		Float64Array.of(events.loadedLines?.[1] ?? 0)
	];
	/** Lines that are on their way to L1, or to whose page the way is being found, and when they are there: by number, as many as are touched while any is. */
	const coming = new Int32Array(inFlight).fill(-1);
	const arrives = new Float64Array(inFlight);
	/** When the next line can come: whatever level lines come from, they go into L1 one after the other. */
	let lineFrom = 0;
	let storedLineFrom = 0;
	/** By set of L1: when the next line can come into it. */
	const setFrom = new Float64Array(mostSets);
	/** The set of L1 that a line came into last, and when. */
	let filledSet = -1;
	let filledAt = 0;
	/** When the last locked operation lets later loads begin, and when all loads so far were done. */
	let barrier = 0;
	let loaded = 0;
	let dispatch = 0;
	/** When the last line of code was there, and its number; and the place of the step before. */
	let fetchedAt = 0;
	let codeLine = -1;
	let place = -1;
	/** Where the instructions begin that came since the last jump, and whether those before it began there, too. */
	let fetchesFrom = -1;
	let isRepeated = false;
	/** Retirement of the last fence. */
	let fencedAt = -Infinity;
	/** Since the last instruction that does not follow the one before it: lines of code, operations, and how often some came. */
	let [lines, operations, fetches] = [0, 0, 0];
	let inCycle = 0;
	let resume = 0;
	let order = 0;
	let lastCommit = 0;
	/** When the next load of a vector can begin, where some cross lines: such a one begins with a cycle and takes the place of two. */
	let vectorFrom = 0;
	/** Lines that the last stores went to, in turn. */
	const storedLines = new Int32Array(core.mergedLines ?? 1).fill(-1);
	let storedLast = 0;
	/** Of the time in which the model writes one store to L1, what is left for others to the same line. */
	let lineLeft = 0;
	let passBegan = NaN;
	let passes = 0;
	let cycles = 0;

	/** When the registers are there, not before `from`; for an instruction that gets the results of its like sooner. */
	const readyAt = (numbers: Int32Array, from: number, sooner?: number): number => {
		let latest = from;
		for (let k = 0; k < numbers.length; k++) {
			const number = numbers[k] ?? 0;
			const writer = sooner === undefined ? -1 : (writtenBy[number] ?? -1);
			const isLike = writer >= 0 && events.corrections?.[at[writer] ?? -1]?.sooner !== undefined;
			latest = Math.max(latest, (ready[number] ?? 0) - (isLike ? (sooner ?? 0) : 0));
		}
		return latest;
	};
	const furtherOf = (i: number): number =>
		listing[at[i] ?? -1]?.indexed ? (events.indexed ?? 0) : 0;
	const walkOf = (walks: number): number =>
		(events.pageWalk ?? 0) +
		(events.tables ?? 1) * Math.max(0, (events.levels?.[walks - 1] ?? second) - second);
	/** When the page of a load or store is known whose address was then. L1 and L2 are looked up by the address that the TLB gives. */
	const translated = (i: number, from: number): number => {
		const walks = steps.walks[i] ?? 0;
		if (walks === 0) return from;
		const begins = issue(intoTlb, perTlbMiss, from);
		return begins + (walks === 1 ? (events.tlbMiss ?? 0) : walkOf(walks));
	};
	/** When a line that nothing has fetched is there, asked for at `from`: it has one of the core's buffers until then. */
	const missed = (level: number, from: number): number => {
		const isLimited = events.missesInFlight !== undefined;
		const slot = isLimited ? earliestOf(misses) : 0;
		const comes = issue(intoL1, perLine, isLimited ? Math.max(from, misses[slot] ?? 0) : from);
		const arrives = comes + (events.levels?.[level] ?? 0);
		if (isLimited) misses[slot] = arrives;
		return arrives;
	};
	/** When a load that began then has its data from a cache or from memory. */
	const fetched = (i: number, issued: number): number => {
		const source = steps.source[i] ?? 0;
		const walks = steps.walks[i] ?? 0;
		const begins = translated(i, issued);
		let data = begins + near + furtherOf(i);
		if (events.levels && source >= prefetched) {
			const pause = events.loadedLines?.[source - prefetched] ?? 0;
			lineFrom = Math.max(lineFrom + pause, begins);
			data = Math.max(data, lineFrom);
		} else if (events.levels && source > 0) {
			const set = steps.set[i] ?? 0;
			const isFilling = set === filledSet && issued < filledAt + 1;
			data = missed(source, Math.max(isFilling ? begins + refilling : begins, setFrom[set] ?? 0));
			setFrom[set] = data - (events.levels[source] ?? 0) + sameSets;
			[filledSet, filledAt] = [set, data];
		}
		if (steps.splits[i]) data += Math.max(0, events.splitLoad ?? 0);
		const line = steps.line[i] ?? 0;
		const slot = line % inFlight;
		if (source === 0 && walks === 0) {
			if (coming[slot] === line) data = Math.max(data, arrives[slot] ?? 0);
		} else if (events.levels) {
			coming[slot] = line;
			arrives[slot] = data;
		}
		return data;
	};

	for (let i = begin; i < count; i++) {
		const step = listing[at[i] ?? -1];
		const begins = steps.begins[i];
		if (begins) {
			if (begins === passBegins.next && !Number.isNaN(passBegan)) {
				passes++;
				cycles += Math.max(order, lastCommit) - passBegan;
			}
			passBegan = Math.max(order, lastCommit);
		}
		const before = place;
		place = at[i] ?? -1;
		if (!step) continue;
		let earliest = Math.max(dispatch, resume);
		const own = events.roles?.[place] ?? role.whole;
		const isJoined = own === role.joined;
		if (events.codeLine !== undefined && !isJoined) {
			const isFar = place !== before + 1;
			if (isFar) lines = operations = fetches = 0;
			const address = events.addresses?.[place];
			if (isFar) {
				isRepeated = address !== undefined && address === fetchesFrom;
				fetchesFrom = address ?? -1;
			}
			const line =
				isRepeated && address !== undefined
					? Math.floor((lastByte(address, events.addresses?.[place + 1]) - fetchesFrom) / lineBytes)
					: step.codeLine;
			if (isFar || line !== codeLine) lines++;
			codeLine = line;
			operations++;
			if (Math.max(lines, operations / atOnce) > fetches) {
				fetches++;
				// Lines are fetched ahead while instructions wait, as many as there is room for: here none.
				fetchedAt = Math.max(fetchedAt + events.codeLine, earliest);
				earliest = fetchedAt;
			}
		}
		if (i >= reorderBuffer) earliest = Math.max(earliest, retired[i - reorderBuffer] ?? 0);
		if (step.stores) earliest = Math.max(earliest, committed[stores % storeQueue] ?? 0);
		const waits = own === role.whole ? step.waits : undefined;
		const waitingRoom = waits === 'address' ? addressRoom : room;
		if (waits && waitingRoom) earliest = Math.max(earliest, waitingRoom.from());
		if (earliest >= dispatch + 1) {
			dispatch = Math.floor(earliest);
			inCycle = 0;
		}
		if (!isJoined) inCycle += step.uops;
		while (inCycle > width) {
			inCycle -= width;
			dispatch++;
		}
		const { later = 0, sooner } = events.corrections?.[place] ?? {};
		const [takes, behindLoad] = [step.latency + later, step.behindLoad + later];
		const addressAt = Math.max(readyAt(step.address, dispatch + 1), step.loads ? barrier : 0);
		let operandsAt = readyAt(step.operands, dispatch + 1, sooner);
		let finished: number;
		if (step.locked && events.locked !== undefined) {
			// It orders loads and stores, and nothing else waits for it; stores before it are in L1 (AMD64 Architecture Programmer's Manual 2, "Memory System").
			operandsAt = Math.max(operandsAt, addressAt, core.passesLocks ? 0 : loaded, lastCommit);
			finished = Math.max(operandsAt, fetched(i, operandsAt) - near - furtherOf(i)) + events.locked;
			loaded = Math.max(loaded, finished);
			// A later load reads L1 while the operation ends: its data is there when the operation is done.
			if (!core.passesLocks) barrier = finished - near;
		} else if (step.loads) {
			const ofStep = units[place] ?? step.units;
			const issued = issue(ofStep, cyclesOfUnits[place] ?? step.cycles, addressAt);
			// Two lines are two accesses to L1.
			const isTwice = steps.splits[i] && events.splitLoad !== undefined;
			const isAgain = isTwice && !step.vector;
			// The load comes first among the groups.
			const again = ofStep === step.units ? ofStep : ofStep.subarray(0, 1);
			let last = isAgain ? issue(again, cyclesOfUnits[place] ?? step.cycles, issued) : issued;
			if (step.vector && events.splitLoad !== undefined) {
				const from = Math.max(vectorFrom, dispatch + 1);
				const begins = isTwice && !core.splitsShare ? Math.ceil(from) : from;
				vectorFrom = begins + (isTwice ? 2 : 1) * core.vectorLoad;
				last = Math.max(last, begins);
			}
			let data = fetched(i, last);
			const how = steps.how[i] ?? 0;
			const server = steps.server[i] ?? -1;
			const from = listing[at[server] ?? -1];
			// What a locked operation stores is in L1 when it is done.
			if (how !== fromStores.no && server >= 0 && !from?.locked) {
				const stored = storedAt[server] ?? 0;
				if (from?.streamed && !core.streamsStay && how !== fromStores.alias) {
					// The line is written to memory after everything before has retired, and read from there.
					data = Math.max(data, (retired[server] ?? 0) + 2 * memory);
				} else if (how === fromStores.blocked) {
					if (events.blocked !== undefined)
						// The stores must be in L1, and go there after everything before them has retired.
						data = Math.max(data, (retired[server] ?? 0) + events.blocked);
				} else if (how === fromStores.alias) {
					// A core that compares more bits of the address does not wait. Others begin the load again, which nothing but its users wait for.
					if ((events.alias ?? 0) > near)
						data = Math.max(data, last + (events.alias ?? 0) + furtherOf(i));
				} else {
					const isSame = how === fromStores.same;
					const isPlain = isSame && step.loading === 'plain' && !step.vector && !from?.loads;
					const isNamedAlike =
						from?.place === step.place &&
						step.address.every((register) => (writtenBy[register] ?? -1) <= server);
					const isUpdated = isSame && step.stores && from?.loads;
					const pause = isPlain
						? isNamedAlike
							? events.renamed
							: events.forwarded
						: isUpdated
							? events.updated
							: step.vector
								? events.vector
								: isSame && !step.loading
									? events.folded
									: (events.extended ?? events.folded);
					// Of an update the cost is that of the whole instruction, one after the other.
					if (pause !== undefined)
						data = isUpdated
							? stored + pause - behindLoad
							: isPlain && pause < near
								? Math.max(dispatch + 1, stored + pause)
								: Math.max(data, stored + pause - (step.vector ? step.farther : 0));
				}
			}
			loaded = Math.max(loaded, data);
			finished = Math.max(data + step.farther, operandsAt) + behindLoad;
		} else {
			const from = Math.max(addressAt, operandsAt);
			const ofUnits = cyclesOfUnits[place] ?? step.cycles;
			let issued = own === role.whole ? issue(units[place] ?? step.units, ofUnits, from) : from;
			if (binding && own === role.whole && step.isArithmetic) {
				binding.dispatch(dispatch);
				issued = binding.bind(events.bound?.[place] ?? 0, issued);
			}
			finished = issued + takes;
		}
		if (waits && waitingRoom)
			waitingRoom.take(
				waits === 'address' ? addressAt : step.loads ? finished - behindLoad : finished - takes
			);
		for (let k = 0; k < step.results.length; k++) {
			ready[step.results[k] ?? 0] = finished;
			writtenBy[step.results[k] ?? 0] = i;
		}
		if (step.advanced >= 0) {
			ready[step.advanced] = addressAt + 1;
			writtenBy[step.advanced] = i;
		}
		order = Math.max(order, finished);
		retired[i] = order;
		if (step.stores) {
			const isPlain =
				(core.mergedLines === undefined ? step.plainStore : !step.streamed && !step.locked) &&
				!steps.splits[i];
			const isOther = !storedLines.includes(steps.line[i] ?? -1);
			const written = events.storedL1 ?? 0;
			if (isOther) storedLines[storedLast++ % storedLines.length] = steps.line[i] ?? -1;
			storedAt[i] = step.loads ? finished : Math.max(operandsAt, addressAt);
			const level = (steps.storeSource[i] ?? 0) % prefetched;
			const pause =
				(isPlain ? written + (isOther ? lineLeft : 0) : 0) +
				(step.streamed && (steps.walks[i] ?? 0) > 1 ? walkOf(steps.walks[i] ?? 0) : 0) +
				Math.max(0, [0, events.splitStore, events.pageSplitStore][steps.splits[i] ?? 0] ?? 0);
			lastCommit = Math.max(lastCommit + pause, order);
			if (isPlain && events.storedL1 !== undefined)
				lineLeft = Math.max(
					0,
					(isOther || (lineLeft <= 0 && core.mergedLines === undefined)
						? Math.max(step.pace, core.mergedLines === undefined ? 0 : 1)
						: lineLeft) - written
				);
			if (level > 0) {
				// A line is asked for as soon as the store's address is known, so stores to the line before go to L1 meanwhile.
				const from = storedLineFrom + (events.storedLines?.[level] ?? 0);
				storedLineFrom = Math.max(from, dispatch);
				lastCommit = Math.max(lastCommit, from);
				if ((steps.storeSource[i] ?? 0) < prefetched)
					lastCommit = Math.max(lastCommit, missed(level, translated(i, addressAt)));
			}
			committed[stores++ % storeQueue] = lastCommit;
		}
		const held = step.holdsUp && events[step.holdsUp];
		if (held !== undefined) {
			const stored = step.holdsUp === 'fenced' ? lastCommit : 0;
			const hidden = step.holdsUp === 'fenced' ? (core.fenceHides ?? 0) : 0;
			order = Math.max(Math.max(order, dispatch, stored) + held - hidden, fencedAt + held);
			if (step.holdsUp === 'fenced') fencedAt = order;
			retired[i] = order;
			resume = Math.max(resume, order);
		}
		if (steps.wrong[i] && events.refill !== undefined)
			resume = Math.max(resume, finished + events.refill);
	}
	return cycles / passes;
}
