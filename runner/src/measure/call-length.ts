/**
 * How long the calls of a place have to be. A harness lengthens them until a call takes long enough; one that does much beside its
 * iterations (a benchmark that fills its table in the function that is timed) takes that long with a few of them, whose time is then
 * lost in the noise of the others. Pure.
 */
import type { Sample } from '@cyclelab/contract/schema/measurement';
import { median } from '@cyclelab/contract/measure/statistics';
import { partBeside } from './plausible.ts';
import type { Rows } from './rows.ts';
import { tickRate, toSamples } from './samples.ts';

/** A process is thrown away where this part of its calls does not grow with their iterations. */
const partAtMost = 0.5;
/**
 * Times what a call takes beside its iterations: these take at least half of it, since a harness ends at 0.7 of the target. In longer
 * calls more samples are disturbed.
 */
const timesBeside = 3;
/** Longer calls would leave too few samples in a place's time. */
const mostUs = 20_000;

const takesBeside = (sample: Sample) => Math.min(1, partBeside(sample)) * sample.ticks[0];

/** The length that a place's calls need instead of the one asked for, in microseconds; undefined where it is enough. */
export function longerTargetUs(rows: Rows, askedUs: number): number | undefined {
	const samples = toSamples([rows]);
	if (samples.length === 0 || !(median(samples.map(partBeside)) > partAtMost)) return undefined;
	const besideUs = median(samples.map(takesBeside)) / tickRate([rows]) / 1000;
	const neededUs = Math.min(mostUs, Math.ceil(timesBeside * besideUs));
	return neededUs > askedUs ? neededUs : undefined;
}
