/**
 * Which samples a number rests on when another program may have run on the same physical core (as a hyperthread, often
 * outside of our virtual machine, so nobody can be asked).
 *
 * The rule: accepted samples that had the core to themselves, if there are enough of them; else all accepted samples,
 * marked as slowed, unless the few that were alone show that sharing makes no difference. Code that waits for its own
 * results (latency) does not notice a neighbour; code that fills the core (throughput) takes up to twice as long.
 *
 * A neighbour that comes and goes between the two rulers is seen by neither. Then the two calls ran at two speeds, and their
 * difference belongs to none: such samples are set aside too, where they are the lesser part. Where they are the greater part, the
 * kernel itself is like that (a fixed cost per call, data that decides the time).
 *
 * A measurement that has several cores is not asked whether it was alone (`ask.ts`): where two of them are hyperthreads of
 * one physical core, the ruler would see the exercise's own second thread and take it for somebody else's. Its samples say
 * nothing of neighbours, and all that were accepted are used.
 */
import type { Sample } from '../schema/measurement.ts';
import { cyclesPerIteration, longerOf, meanTicksPerCycle } from './sample-cost.ts';
import { median } from './statistics.ts';

/** Fewest samples for a number with an interval; with fewer the interval is the range of what was seen. */
const usualAtLeast = 11;
/**
 * As many would take too long where a sample takes more core cycles than this, 50 to 100 ms. The range of five holds the
 * median with 94 % (1 - 2 * 0.5^5).
 */
const longCycles = 2e8;
const longAtLeast = 5;

/** Whether a sample of these takes so long that few must do. */
export function isLong(samples: readonly Sample[]): boolean {
	return (
		median(
			samples.map(
				({ ticks, ticksPerCycle }) => (ticks[0] + ticks[1]) / meanTicksPerCycle(ticksPerCycle)
			)
		) > longCycles
	);
}

/** Fewest accepted samples for such a number. */
export function acceptedAtLeast(samples: readonly Sample[]): number {
	return isLong(samples) ? longAtLeast : usualAtLeast;
}

/** Enough to compare with: five of five lie on one side of the true median once in 16 times. */
const aloneAtLeast = 5;
/** Medians of shared and lone samples that differ by no more than this part agree. */
const agreement = 0.01;

/** `shared`: part of `used`, 0..1. `slowed`: whether sharing may have changed the result. */
export type Choice = { used: Sample[]; setAside: number; shared: number; slowed: boolean };

/** The samples behind a number, and its caveats. */
export function chooseSamples(samples: readonly Sample[]): Choice {
	const accepted = samples.filter((sample) => sample.accepted);
	const alone = aloneOf(samples);
	const shared = accepted.filter((sample) => sample.shared);
	if (shared.length === 0 || enoughAlone(samples)) {
		const used = steadyOf(alone);
		return { used, setAside: accepted.length - used.length, shared: 0, slowed: false };
	}
	const [ours, theirs] = [alone, shared].map((part) => median(part.map(cyclesPerIteration)));
	const agree = Math.abs((theirs ?? NaN) / (ours ?? NaN) - 1) <= agreement;
	return {
		used: accepted,
		setAside: 0,
		shared: shared.length / accepted.length,
		slowed: alone.length < aloneAtLeast || !agree
	};
}

/** The longer call takes as much longer as it has more iterations, up to this part, if both ran at one speed. */
const steadiness = 0.01;

/** Those whose two calls ran at one speed, if they are more than half and enough; else all. */
function steadyOf(samples: Sample[]): Sample[] {
	const steady = samples.filter(
		(sample) =>
			Math.abs((sample.ticks[1] * sample.iterations) / (sample.ticks[0] * longerOf(sample)) - 1) <=
			steadiness
	);
	const several = processesOf(steady) >= Math.min(2, processesOf(samples));
	return 2 * steady.length > samples.length && several && enoughAlone(steady) ? steady : samples;
}

/** Accepted, and not seen to share the core. */
export function aloneOf(samples: readonly Sample[]): Sample[] {
	return samples.filter((sample) => sample.accepted && !sample.shared);
}

/** Whether enough samples were accepted and alone, from two processes at least if more than one ran. */
export function enoughAlone(samples: readonly Sample[]): boolean {
	const alone = aloneOf(samples);
	return (
		alone.length >= acceptedAtLeast(samples) &&
		processesOf(alone) >= Math.min(2, processesOf(samples))
	);
}

const processesOf = (samples: readonly Sample[]) =>
	new Set(samples.map(({ process }) => process)).size;
