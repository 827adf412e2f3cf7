/** The calibration that follows from a measurement of one of the runner's own kernels. Pure. */
import type { MeasuredPair } from '../measure/noise-floor.ts';
import { honestInterval, ratioOf } from '@cyclelab/contract/measure/ratio';
import { meanTicksPerCycle } from '@cyclelab/contract/measure/sample-cost';
import { ascending, quantile } from '@cyclelab/contract/measure/statistics';
import type { Calibration } from '@cyclelab/contract/schema/gateway';
import type { Measured } from '@cyclelab/contract/schema/measurement';

/** @param at ISO 8601 */
export function calibrationOf(measured: readonly Measured[], at: string): Calibration {
	const clocks = ascending(measured.flatMap(clocksOf));
	const [low, median, high] = [0.05, 0.5, 0.95].map((p) => quantile(clocks, p));
	return { at, clockGHz: { median: median ?? NaN, low: low ?? NaN, high: high ?? NaN } };
}

/** The same of a kernel that was measured twice, with what differed although nothing does. */
export function calibrationOfPair({ kind, one, other }: MeasuredPair, at: string): Calibration {
	const ratio = ratioOf(honestInterval(other), honestInterval(one));
	return { ...calibrationOf([one, other], at), pair: { kind, ratio } };
}

/** GHz, of every sample that nothing disturbed. */
function clocksOf({ raw, clock, clockGHz }: Measured): number[] {
	if (!clock) return [clockGHz];
	return raw
		.filter(({ accepted }) => accepted)
		.map(({ ticksPerCycle }) => clock.counterGHz / meanTicksPerCycle(ticksPerCycle));
}
