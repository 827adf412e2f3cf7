/**
 * Which process of a variant is observed: one that was timed, with its command unchanged, so that no program can tell from its
 * environment that it is observed. Pure.
 */
import type { Parameters } from '@cyclelab/exercises/schema';
import type { Command } from '../sandbox/command.ts';
import { sameParameters } from '@cyclelab/contract/measure/place';
import { sizeOf } from './plan.ts';
import type { PlaceState } from './plan-state.ts';
import type { Rows } from './rows.ts';
import { cyclesPerIteration } from '@cyclelab/contract/measure/sample-cost';
import { toSamples } from './samples.ts';
import { median } from '@cyclelab/contract/measure/statistics';

/** A process that was timed: what it was started with, and what it reported. */
export type TimedProcess = { command: Command; rows: Rows; parameters: Parameters };

/**
 * The quickest process of a variant, by the median of its samples: a program that works less in some processes does so there.
 * Of the place whose parameters were counted; of the smallest that was measured, where that place was not. Undefined if
 * none was measured.
 */
export function observedProcess(
	places: readonly PlaceState[],
	variant: string,
	counted: Parameters
): TimedProcess | undefined {
	const measured = places
		.filter(({ place, failure, processes }) => {
			return place.variant === variant && !failure && processes.length > 0;
		})
		.toSorted((a, b) => sizeOf(a.place) - sizeOf(b.place));
	const state =
		measured.find(({ place }) => sameParameters(place.parameters, counted)) ?? measured[0];
	if (!state) return undefined;
	const { parameters } = state.place;
	const [quickest] = state.commands
		.flatMap((command, i) => {
			const rows = state.processes[i];
			return rows ? [{ command, rows, parameters }] : [];
		})
		.map((process) => ({ process, cycles: cyclesOf(process.rows) }))
		.toSorted((a, b) => a.cycles - b.cycles);
	return quickest?.process;
}

const cyclesOf = (rows: Rows) => median(toSamples([rows]).map(cyclesPerIteration));
