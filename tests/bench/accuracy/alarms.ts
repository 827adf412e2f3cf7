/** How often `cyclelab compare --at-most` would call identical code too slow: in measured pairs, and in pairs derived from them. Pure. */
import { chooseSamples } from '@cyclelab/contract/measure/alone';
import { ratioOf, settled } from '@cyclelab/contract/measure/ratio';
import { cyclesPerIteration } from '@cyclelab/contract/measure/sample-cost';
import { medianInterval } from '@cyclelab/contract/measure/statistics';
import type { Measured } from '@cyclelab/contract/schema/measurement';
import { limitStatus, status } from '../../../site/client/status.mjs';
import type { Table } from '../section.ts';

/** The limit of docs/review.md: a ratio of the second version to the first. */
export const limit = 1.02;

export type AlarmDecision = 'alarm' | 'kept' | 'undecided';

/** As the client decides by the interval that the site judged. */
export function decisionOf(judged: { low: number; high: number } | undefined): AlarmDecision {
	const code = limitStatus([judged], limit);
	return code === status.notSo ? 'alarm' : code === status.good ? 'kept' : 'undecided';
}

/** Cycles per iteration by process, of the samples that a figure comes from. */
export function processesOf({ raw }: Measured): number[][] {
	const { used } = chooseSamples(raw);
	const ids = [...new Set(used.map(({ process }) => process))];
	return ids.map((id) => used.filter(({ process }) => process === id).map(cyclesPerIteration));
}

/**
 * Decisions about pairs that were not measured: the processes of both versions, which ran the same code, are dealt at random
 * to two versions (a permutation test's way). Pairs derived from one measured pair share its processes and are not
 * independent. Several modes and shared cores, which widen a report's interval, are not considered here.
 * @param floor part of 1 by which identical code differs on the runner
 * @param random uniform numbers in 0..1
 */
export function derived(
	[first, second]: readonly [readonly number[][], readonly number[][]],
	times: number,
	floor: number,
	random: () => number
): AlarmDecision[] {
	const all = [...first, ...second];
	return Array.from({ length: times }, () => {
		const dealt = shuffled(all, random);
		const to = medianInterval(dealt.slice(0, first.length));
		const of = medianInterval(dealt.slice(first.length));
		return decisionOf(settled(ratioOf(of, to), { smallest: floor, floor }));
	});
}

/** Fisher and Yates. */
function shuffled<T>(values: readonly T[], random: () => number): T[] {
	const result = [...values];
	for (let at = result.length - 1; at > 0; at--) {
		const other = Math.floor(random() * (at + 1));
		[result[at], result[other]] = [result[other] as T, result[at] as T];
	}
	return result;
}

/** Largest rate of alarms that 0 of so many independent comparisons leave possible, at 95 % confidence (0.05 = (1 - rate)^n). */
export const possibleRate = (comparisons: number) => 1 - 0.05 ** (1 / comparisons);

export function alarmTable(
	measured: readonly AlarmDecision[],
	resampled: readonly AlarmDecision[]
): Table {
	const row = (label: string, some: readonly AlarmDecision[]) => [
		label,
		`${some.length}`,
		...(['alarm', 'kept', 'undecided'] as const).map(
			(decision) => `${some.filter((one) => one === decision).length}`
		)
	];
	return {
		headings: [`compare --at-most ${limit}`, 'comparisons', 'false alarms', 'kept', 'undecided'],
		rows: [row('measured', measured), row('derived by resampling', resampled)]
	};
}

export function alarmNotes(
	measured: readonly AlarmDecision[],
	resampled: readonly AlarmDecision[]
): string[] {
	const alarms = (some: readonly AlarmDecision[]) => some.filter((one) => one === 'alarm').length;
	const percent = (part: number) => `${(100 * part).toFixed(2)} %`;
	return [
		alarms(measured) === 0 && measured.length > 0
			? `0 of ${measured.length} measured comparisons were false alarms: at 95 % confidence the rate is below ${percent(possibleRate(measured.length))}; below 0.1 % needs 2,995 comparisons.`
			: `${alarms(measured)} of ${measured.length} measured comparisons were false alarms.`,
		`${alarms(resampled)} of ${resampled.length} derived comparisons were false alarms; target: at most 1 in 1,000. They are not independent.`
	];
}
