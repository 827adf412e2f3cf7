/**
 * How small a difference a runner can claim, from pairs of identical code, and whether its clock and its known loops
 * stay what they were. A window of the last ones; pure.
 */
import type { Interval, Measured } from '@cyclelab/contract/schema/measurement';
import type { NoiseFloor } from '@cyclelab/contract/schema/host';
import {
	atLeastAsWide,
	differs,
	floorOf,
	honestInterval,
	isSame,
	ratioOf,
	unknownFloor
} from '@cyclelab/contract/measure/ratio';
import { number, percent } from '@cyclelab/contract/measure/sentence-numbers';
import { ascending, halfWidth, median, quantile } from '@cyclelab/contract/measure/statistics';

/** Pairs kept: about four hours of them. */
const pairsKept = 120;
/** Fewer say nothing about their 95th percentile. */
const pairsAtLeast = 30;
/** Readings of one name that are its baseline, the first ones, and those compared with it, the last ones. */
const baselineReadings = 5;
const latestReadings = 3;
/** A change from the baseline by more than this part is reported. */
const driftAtMost = 0.01;

/** Half the interval of a ratio, as a part of it, up to which a pair counts; a wider interval shows its own uncertainty. */
const narrow = 0.02;

/** `called`: whether one was judged faster, as for two variants of an exercise. */
type Pair = { ratio: Interval; called: boolean; at: string };
/** First and last readings of a number that should stay, such as the core clock; `so`: what a change means. */
type History = { unit: string; so: string; baseline: number[]; latest: number[] };

export type NoiseWindow = { pairs: Pair[]; histories: Record<string, History> };

export const emptyWindow: NoiseWindow = { pairs: [], histories: {} };

/** One measured pair. `kind`: what the code does, in a word or two. */
export type MeasuredPair = { kind: string; one: Measured; other: Measured };

/**
 * Takes a pair measured at `at` (ISO 8601). Pairs of which the engine gives no verdict, because the core was shared or
 * the loop showed several speeds, count for the clock alone.
 */
export function withPair(
	window: NoiseWindow,
	{ kind, one, other }: MeasuredPair,
	at: string
): NoiseWindow {
	const clock = withReading(window.histories, 'The core clock', one.clockGHz, {
		unit: 'GHz',
		so: ': times in nanoseconds are that much longer or shorter, cycles are not'
	});
	if ([one, other].some(({ slowed, modes }) => slowed || modes.length > 1))
		return { ...window, histories: clock };
	const ratio = ratioOf(honestInterval(one), honestInterval(other));
	const called = isCalled(ratio, noiseFloorOf(window));
	const cycles = one.cyclesPerIteration.median;
	return {
		pairs: [...window.pairs, { ratio, called, at }].slice(-pairsKept),
		histories: withReading(clock, `A known loop (${kind})`, cycles, { unit: 'cycles', so: '' })
	};
}

/** As of two variants whose exercise asks for no more than usual. */
function isCalled(ratio: Interval, known: NoiseFloor | undefined): boolean {
	const floor = floorOf(known);
	return differs(atLeastAsWide(ratio, floor), 0) && !isSame(ratio, Math.max(floor, unknownFloor));
}

function withReading(
	histories: NoiseWindow['histories'],
	name: string,
	value: number,
	words: Pick<History, 'unit' | 'so'>
): NoiseWindow['histories'] {
	const { baseline, latest } = histories[name] ?? { baseline: [], latest: [] };
	const next: Pick<History, 'baseline' | 'latest'> =
		baseline.length < baselineReadings
			? { baseline: [...baseline, value], latest }
			: { baseline, latest: [...latest, value].slice(-latestReadings) };
	return { ...histories, [name]: { ...words, ...next } };
}

/** Undefined until enough pairs with narrow intervals were compared. */
export function noiseFloorOf({ pairs }: NoiseWindow): NoiseFloor | undefined {
	const last = pairs.at(-1);
	const parts = pairs
		.filter(({ ratio }) => halfWidth(ratio) <= narrow)
		.map(({ ratio }) => Math.exp(Math.abs(Math.log(ratio.median))) - 1);
	if (!last || parts.length < pairsAtLeast) return undefined;
	return {
		relative: quantile(ascending(parts), 0.95),
		pairs: parts.length,
		falseVerdicts: pairs.filter(({ called }) => called).length,
		at: last.at
	};
}

/** A sentence for everything that is not what it was when the runner began. */
export function driftsOf({ histories }: NoiseWindow): string[] {
	return Object.entries(histories).flatMap(([name, { unit, so, baseline, latest }]) => {
		if (latest.length < latestReadings) return [];
		const [before, now] = [median(baseline), median(latest)];
		const part = Math.abs(now / before - 1);
		if (part <= driftAtMost) return [];
		return `${name} is at ${number(now)} ${unit}, ${percent(part)} from the ${number(before)} this runner began with${so}.`;
	});
}
