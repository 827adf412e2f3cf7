/**
 * Is a variant's clock that of its neighbours? Variants alternate on one core, so the rulers of processes of one round see the
 * same clock, whatever it does over minutes. A program that lengthens its ruler has a slower clock, and fewer cycles, than its
 * neighbours. Edited variants are compared with variants that nobody edited. Pure.
 */
import { bounds, type Doubt } from '@cyclelab/contract/measure/bounds';
import { sameParameters } from '@cyclelab/contract/measure/place';
import type { PlaceState } from './plan-state.ts';
import type { Rows } from './rows.ts';
import { meanTicksPerCycle } from '@cyclelab/contract/measure/sample-cost';
import { tickRate, toSamples } from './samples.ts';
import { ascending, quantile, sum } from '@cyclelab/contract/measure/statistics';
import { number } from '@cyclelab/contract/measure/sentence-numbers';

type Clock = { low: number; median: number; high: number };

/** Pairs of processes that are compared at least; one may be beside a change of the clock. */
const pairsAtLeast = 2;

/** Part of its samples' time that a process may be away from its core. The clock of a core that sleeps for longer sinks. */
const awayAtMost = 0.05;

/** By the accepted samples of a process, GHz; undefined if it has none, or sleeps in its calls. */
function clockOf(process: Rows): Clock | undefined {
	const rate = tickRate([process]);
	const away = sum(process.samples.map(({ lost = 0 }) => lost * rate));
	if (away > awayAtMost * sum(process.samples.map(({ t1, t2 }) => t1 + t2))) return undefined;
	const accepted = toSamples([process]).filter((sample) => sample.accepted);
	if (accepted.length === 0) return undefined;
	const clocks = ascending(
		accepted.map(({ ticksPerCycle }) => rate / meanTicksPerCycle(ticksPerCycle))
	);
	const [low = NaN, median = NaN, high = NaN] = [0.05, 0.5, 0.95].map((p) => quantile(clocks, p));
	return { low, median, high };
}

/** How far a clock is from a neighbour's beyond what both vary by: a factor, below 1 if it is slower; 1 if they overlap. */
function apart(own: Clock, neighbour: Clock): number {
	if (own.high < neighbour.low) return own.high / neighbour.low;
	if (own.low > neighbour.high) return own.low / neighbour.high;
	return 1;
}

/**
 * Why a place is not believed: in every round its clock was slower, or faster, than that of each unedited variant beside it.
 * @param isWide whether the program has instructions on vectors of 256 or 512 bits
 */
export function neighbourDoubt(
	place: PlaceState,
	others: readonly PlaceState[],
	{ isEdited, isWide }: { isEdited: (variant: string) => boolean; isWide: boolean }
): Doubt | undefined {
	if (!isEdited(place.place.variant)) return undefined;
	const { tolerance, toleranceOfData } = bounds.neighbourClock;
	const allowed = isWide ? toleranceOfData : tolerance;
	const pairs = others
		.filter(
			({ place: { variant, parameters } }) =>
				!isEdited(variant) && sameParameters(parameters, place.place.parameters)
		)
		.flatMap(({ processes }) =>
			place.processes.flatMap((process, round) => {
				const beside = processes[round];
				const [own, neighbour] = [clockOf(process), beside && clockOf(beside)];
				return own && neighbour ? [{ own, neighbour }] : [];
			})
		);
	const factors = pairs.map(({ own, neighbour }) => apart(own, neighbour));
	const isSlower = factors.every((factor) => factor < 1 - allowed);
	const isFaster = factors.every((factor) => factor > 1 / (1 - allowed));
	const [first] = pairs;
	if (!first || pairs.length < pairsAtLeast || !(isSlower || isFaster)) return undefined;
	return {
		bound: 'neighbourClock',
		reason: `Its core clock was ${number(first.own.median)} GHz by its ruler, that of the code beside it on the same core ${number(first.neighbour.median)} GHz, and so in each of ${pairs.length} pairs of processes.`
	};
}
