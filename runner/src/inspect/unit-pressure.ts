/** Whether all units that an instruction can use were taken in a cycle of a simulated timeline. Pure. */
import type { PredictedInstruction, TimelineRow } from '../schema/prediction.ts';

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
export function busyUnits(
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
