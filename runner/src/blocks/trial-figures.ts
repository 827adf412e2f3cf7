/** Latencies and reciprocal throughputs from the times of trials. Pure. */
import type { FormFigures } from '@cyclelab/contract/schema/blocks';
import type { Interval } from '@cyclelab/contract/schema/measurement';
import { loadLines, textOf, type FormTrials } from './form-trials.ts';
import type { OwnFigures } from './own-prediction.ts';
import { bridges, type Bridge, type Trials } from './trials.ts';

/** Cycles of one pass, and the ISO 8601 time of the measurement. */
export type TrialTime = { cycles: Interval; at: string };
/** By a trial's text; undefined if no time could be believed. */
type TrialTimes = ReadonlyMap<string, TrialTime | undefined>;

/** Undefined if a load has no time: most blocks need it. The fastest stream is at the core's width. */
export function figuresOf(
	trials: readonly FormTrials[],
	times: TrialTimes
): OwnFigures | undefined {
	const timeOf = (lines: readonly string[]) => times.get(textOf(lines));
	const load = timeOf(loadLines);
	if (!load) return undefined;
	const forms = new Map<string, FormFigures>();
	for (const { form, chain, stream } of trials) {
		const streamed = timeOf(stream.lines);
		if (!streamed) continue;
		const latency = chain && latencyOf(chain, timeOf);
		const throughput = scaled(streamed.cycles, 1 / stream.instances);
		const at = older(latency?.at, streamed.at);
		forms.set(form, { form, throughput, ...(latency && { latency: latency.cycles }), at });
	}
	const slot = Math.min(...[...forms.values()].map(({ throughput }) => throughput.median));
	return { forms, slot, load: load.cycles.median };
}

const older = (one: string | undefined, other: string): string =>
	one !== undefined && one < other ? one : other;

const scaled = ({ median, low, high }: Interval, by: number): Interval => ({
	median: median * by,
	low: low * by,
	high: high * by
});

/**
 * Nothing waits longer than the chain's time less the time of its bridges; 0 for a result that depends on nothing. The squares of
 * half widths add up, as for a difference of independent medians.
 */
function latencyOf(
	{ lines, instances, less }: NonNullable<Trials['chain']>,
	timeOf: (lines: readonly string[]) => TrialTime | undefined
): (Partial<TrialTime> & Pick<TrialTime, 'cycles'>) | undefined {
	if (instances === 0) return { cycles: { median: 0, low: 0, high: 0 } };
	const whole = timeOf(lines);
	if (!whole) return undefined;
	let { median } = whole.cycles;
	let below = median - whole.cycles.low;
	let above = whole.cycles.high - median;
	let { at } = whole;
	for (const [bridge, part] of Object.entries(less)) {
		const time = timeOf(bridges[bridge as Bridge]);
		if (!time) return undefined;
		const { cycles } = time;
		const [low, high] = [part * (cycles.median - cycles.low), part * (cycles.high - cycles.median)];
		median -= part * cycles.median;
		below = Math.hypot(below, part > 0 ? high : low);
		above = Math.hypot(above, part > 0 ? low : high);
		at = older(time.at, at);
	}
	const [middle, low, high] = [median, median - below, median + above].map(
		(cycles) => Math.max(0, cycles) / instances
	) as [number, number, number];
	return { cycles: { median: middle, low, high }, at };
}
