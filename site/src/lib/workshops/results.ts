/** A room's measured results, one distribution for each runner. Pure. */
import type { RoomResult } from '../../../shared/workshop-results.ts';
import { medianOf } from './histogram.ts';

export interface OfRunner {
	runner: string;
	processor: string;
	microarchitecture: string;
	toolchains: string[];
	results: RoomResult[];
	/** Median of the runs' medians; lowest and highest end of their intervals. */
	middle: number;
	low: number;
	high: number;
	/** How many asked for these runs. */
	people: number;
}

export function byRunner(all: readonly RoomResult[]): OfRunner[] {
	const names = [...new Set(all.map(({ runner }) => runner))];
	return names.flatMap((runner) => {
		const results = all.filter((one) => one.runner === runner);
		const [first] = results;
		const middle = medianOf(results.map(({ answer }) => answer.median));
		if (!first || middle === undefined) return [];
		const { processor, microarchitecture } = first;
		return {
			runner,
			processor,
			microarchitecture,
			toolchains: [...new Set(results.map(({ toolchain }) => toolchain))],
			results,
			middle,
			low: Math.min(...results.map(({ answer }) => answer.low)),
			high: Math.max(...results.map(({ answer }) => answer.high)),
			people: results.reduce((sum, { people }) => sum + people, 0)
		};
	});
}
