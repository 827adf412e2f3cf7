/**
 * What the instructions of a simulated timeline wait for. llvm-mca prints when each is dispatched, issued, executed and
 * retired, and not why; the reason is derived from these cycles, the registers that instructions read and write, and the
 * pressure on the units. A reason that the cycles do not bear out is left out. Pure.
 */
import type { Target } from '@cyclelab/exercises/schema';
import type {
	PredictedInstruction,
	TimelineRow,
	Waits
} from '@cyclelab/contract/schema/prediction';
import { isaOf } from './isa-of.ts';
import type { Decoded } from './listing.ts';
import type { Access } from './registers.ts';

/** Of a prediction: what the derivation needs besides the cycles. */
export type Costs = {
	dispatchWidth: number;
	instructions?: readonly PredictedInstruction[] | undefined;
};

/** A register that a row reads, and the row of the timeline that wrote it. */
type ReadRegister = { register: string; row: number };

/** `timeline`: whole passes of `instructions`, in their order. */
export function withWaits(
	timeline: readonly TimelineRow[],
	instructions: readonly Decoded[],
	target: Target,
	costs: Costs
): TimelineRow[] {
	const { access } = isaOf(target);
	const accesses = instructions.map(access);
	const operands = operandsOf(timeline, accesses);
	const ahead = forwardedAhead(timeline, operands, instructions.length);
	const inOrder = timeline.every(({ dispatched, issued }) => dispatched === issued);
	const dispatch = inOrder ? [] : dispatchWaits(timeline, costs);
	const busy = busyUnits(timeline, costs.instructions ?? []);
	return timeline.map((row, at) => {
		const kind = at % instructions.length;
		const waits: Waits = {
			...(dispatch[at] && { dispatch: dispatch[at] }),
			...startWait(at, kind),
			...retireWait(timeline, at)
		};
		return Object.keys(waits).length > 0 ? { ...row, waits } : row;
	});

	/** Why it is issued later than it could be, as far as dispatch decides (on cores in order: the row before it). */
	function startWait(at: number, kind: number): Pick<Waits, 'operand' | 'units' | 'after'> {
		const row = timeline[at];
		if (!row) return {};
		const possible = inOrder ? (timeline[at - 1]?.issued ?? 0) : row.dispatched + 1;
		if (row.issued <= possible) return {};
		const last = (operands[at] ?? [])
			.map((operand) => ({
				...operand,
				ready: (timeline[operand.row]?.executed ?? 0) - (ahead.get(keyOf(kind, operand)) ?? 0)
			}))
			.toSorted((a, b) => b.ready - a.ready)[0];
		if (last?.ready === row.issued) return { operand: { register: last.register, row: last.row } };
		const units = busy(at);
		if (units) return { units };
		const after = earlierAccess(timeline, accesses, at);
		return after === undefined ? {} : { after };
	}
}

const keyOf = (kind: number, { register }: ReadRegister) => `${kind} ${register}`;

/** For each row: which row wrote each register that it needs to begin, as far as a row of the timeline did. */
function operandsOf(
	timeline: readonly TimelineRow[],
	accesses: readonly Access[]
): ReadRegister[][] {
	const writers = new Map<string, number>();
	return timeline.map((row, at) => {
		const { reads = [], writes = [], memory } = accesses[at % accesses.length] ?? {};
		// An operation with a folded load begins with the load, which needs the address alone (images/tools/llvm/folded-loads.patch).
		const begins = memory?.loads && !memory.stores ? memory.registers : undefined;
		const operands = reads.flatMap((register) => {
			const writer = writers.get(register);
			return writer === undefined || !(begins?.includes(register) ?? true)
				? []
				: [{ register, row: writer }];
		});
		// A move that renaming does is never executed: its reader waits for whatever wrote the source.
		const renamed = row.executed === row.dispatched && reads.length === 1 && operands[0];
		for (const register of writes) writers.set(register, renamed ? renamed.row : at);
		return operands;
	});
}

/**
 * By how many cycles an operand may be ready after the instruction began, the most that was seen: some units take a result before
 * it is written.
 */
function forwardedAhead(
	timeline: readonly TimelineRow[],
	operands: readonly ReadRegister[][],
	length: number
): Map<string, number> {
	const ahead = new Map<string, number>();
	timeline.forEach(({ issued }, at) => {
		for (const operand of operands[at] ?? []) {
			const key = keyOf(at % length, operand);
			const early = (timeline[operand.row]?.executed ?? 0) - issued;
			if (early > (ahead.get(key) ?? 0)) ahead.set(key, early);
		}
	});
	return ahead;
}

/** For each row: why it is dispatched later than the row before it. Dispatch is in order. */
function dispatchWaits(
	timeline: readonly TimelineRow[],
	{ dispatchWidth, instructions = [] }: Costs
): Waits['dispatch'][] {
	/** By cycle: µops that were dispatched. */
	const used = new Map<number, number>();
	return timeline.map(({ dispatched }, at) => {
		const uops = instructions[at % instructions.length]?.uops ?? 1;
		const before = used.get(dispatched - 1) ?? 0;
		// An instruction with more µops than the width begins in a cycle without others and takes the next cycles too.
		for (let cycle = dispatched, left = uops; left > 0; cycle++) {
			const now = Math.min(left, Math.max(1, dispatchWidth - (used.get(cycle) ?? 0)));
			used.set(cycle, (used.get(cycle) ?? 0) + now);
			left -= now;
		}
		const previous = timeline[at - 1]?.dispatched;
		if (previous === undefined || previous === dispatched) return undefined;
		return before + Math.min(uops, dispatchWidth) > dispatchWidth ? 'width' : 'full';
	});
}

/** Rows retire in their order: what is done earlier waits for the last of the rows before it to be done. */
function retireWait(timeline: readonly TimelineRow[], at: number): Pick<Waits, 'retire'> {
	const row = timeline[at];
	if (!row || row.retired <= row.executed + 1) return {};
	for (let i = at - 1; i >= 0; i--) {
		const earlier = timeline[i];
		if (!earlier || earlier.retired < row.executed) break;
		if (earlier.retired === row.retired && earlier.retired <= earlier.executed + 1)
			return { retire: i };
	}
	return {};
}

/** A store waits until the accesses before it have begun: the youngest of them that began no earlier than the cycle before. */
function earlierAccess(
	timeline: readonly TimelineRow[],
	accesses: readonly Access[],
	at: number
): number | undefined {
	const memoryOf = (row: number) => accesses[row % accesses.length]?.memory;
	const issued = timeline[at]?.issued ?? 0;
	if (!memoryOf(at)?.stores) return undefined;
	for (let i = at - 1; i >= 0; i--) {
		const began = timeline[i]?.issued ?? 0;
		if (memoryOf(i) && (began === issued || began === issued - 1)) return i;
	}
	return undefined;
}

// Whether all units that an instruction can use were taken in a cycle of a simulated timeline.

/**
 * Pressure is an average over many passes, so the sum over the instructions of one cycle may fall short of the number of
 * taken units; less than half a unit is not a free unit.
 */
const tolerance = 0.5;
/** Cycles of pressure from which an instruction needs one of these units at each execution. */
const always = 0.95;

/** `Zn4LSU` for `Zn4LSU.1`, `Zn4AGU` for `Zn4AGU0`: units of one name can take each other's place. */
const kindOf = (resource: string) => resource.replace(/[.\d]+$/, '');

/**
 * @returns for a row that is issued in some cycle: the names of units of which it needs one, if all of them were taken in
 * the cycle before; undefined if there are none, or if the model gives no units
 */
function busyUnits(
	timeline: readonly TimelineRow[],
	instructions: readonly PredictedInstruction[]
): (row: number) => string[] | undefined {
	const pressureOf = (row: number) => instructions[row % instructions.length]?.pressure ?? [];
	/** By cycle and unit: cycles of use, 0..1. */
	const taken = new Map<number, Map<string, number>>();
	timeline.forEach(({ issued }, row) => {
		for (const { resource, cycles } of pressureOf(row)) {
			// A unit that is not pipelined (a divider) is taken for several cycles.
			for (let cycle = 0; cycle < cycles; cycle++) {
				const units = taken.get(issued + cycle) ?? new Map<string, number>();
				units.set(resource, (units.get(resource) ?? 0) + Math.min(1, cycles - cycle));
				taken.set(issued + cycle, units);
			}
		}
	});
	return (row) => {
		const pressure = pressureOf(row);
		const before = taken.get((timeline[row]?.issued ?? 0) - 1);
		const kinds = Map.groupBy(pressure, ({ resource }) => kindOf(resource)).values();
		for (const units of [...pressure.map((one) => [one]), ...kinds, pressure]) {
			const needed = units.reduce((all, { cycles }) => all + cycles, 0);
			const sum = units.reduce(
				(all, { resource }) => all + Math.min(1, before?.get(resource) ?? 0),
				0
			);
			if (needed >= always && sum > units.length - tolerance)
				return units.map(({ resource }) => resource);
		}
		return undefined;
	};
}
