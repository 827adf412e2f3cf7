/** Rows of raw ticks -> samples, and a sample's cost in cycles. */
import type { Sample } from '../schema/measurement.ts';
import type { Rows, SampleRow } from './rows.ts';
import { median } from './statistics.ts';

/** Two calibrations around a sample may differ by this part; more means the clock changed in between. */
const calibrationDrift = 0.005;
/**
 * The same for a program with dedicated cores. Its threads sleep and wake each other, and of two looks of 8 microseconds
 * at a core that has just been asleep most differ by 0.6 to 3 % (seen on Zen 4, around samples of 30 to 60 ms). Every
 * sample is converted by the mean of its two looks, so their error widens the interval; nanoseconds do not need them.
 */
const driftOfWaiters = 0.05;
/**
 * The second ruler, a loop of one branch a cycle, wants the whole front end, the chain of multiplications one slot in
 * three cycles. While a hyperthread of another program runs, the loop takes longer and the chain does not. Of 3142
 * accepted samples of Zen 5 beside changing neighbours 46 % read 0.995 to 1.01 and 45 % more than 1.05; 3 % lay between
 * 1.01 and 1.02, and no median depended on where in there the line is.
 */
const loopAtMost = 1.015;
/**
 * Page faults that touch at most this part of a place's samples are an accident (a page given back, a huge page made) and
 * no cost of the loop. More than that is what the code does: it allocates.
 */
const accidentalFaults = 0.1;

/**
 * Context switches that touch more than this part of the samples of a program with dedicated cores are its own doing:
 * its threads take each other's core. Fewer are an accident, as with faults.
 */
const accidentalSwitches = 0.1;

/** All samples of a place, `processes` in the order they ran. */
export function toSamples(processes: readonly Rows[]): Sample[] {
	const rows = processes.flatMap(({ samples }) => samples);
	const faulted = rows.filter(({ minflt }) => minflt > 0).length;
	const faultsDisturb = faulted <= accidentalFaults * rows.length;
	const switched = rows.filter(({ nivcsw }) => nivcsw > 0).length;
	const switchesItself =
		processes.every(({ hello }) => (hello.cores ?? 1) > 1) &&
		switched > accidentalSwitches * rows.length;
	return processes.flatMap((rows, process) => {
		const { hello, samples } = rows;
		const rate = tickRate([rows]);
		const drift = (hello.cores ?? 1) > 1 ? driftOfWaiters : calibrationDrift;
		return samples.map((row): Sample => {
			const before = (row.c0 - hello.overhead) / hello.chainCycles;
			const after = (row.c1 - hello.overhead) / hello.chainCycles;
			const shared = isShared(hello, row, (before + after) / 2);
			return {
				process,
				iterations: row.n,
				ticks: [row.t1, row.t2],
				ticksPerCycle: [before, after],
				switches: row.nivcsw,
				...metersOf(hello, row),
				accepted:
					(switchesItself || keptItsCore(row, rate)) &&
					(row.minflt === 0 || !faultsDisturb) &&
					row.t2 > row.t1 &&
					before > 0 &&
					after > 0 &&
					Math.abs(before - after) <= (drift * (before + after)) / 2,
				...(shared === undefined ? {} : { shared })
			};
		});
	});
}

/**
 * Whether its core was its own all the time, or was lost so shortly that the slope changes by no more than the clock may: a
 * sample of 100 ms, some 25 scheduler ticks, has hardly ever no switch. Switches between threads of one process, a
 * runtime's finalizer and the kernel's say, lose nothing.
 * @param rate ticks per nanosecond
 */
function keptItsCore({ nivcsw, lost, t1, t2 }: SampleRow, rate: number): boolean {
	return nivcsw === 0 || (lost !== undefined && lost * rate <= calibrationDrift * (t2 - t1));
}

function metersOf({ meters }: Rows['hello'], { m1, m2 }: SampleRow): Pick<Sample, 'meters'> {
	if (!meters) return {};
	return {
		meters: Object.fromEntries(meters.map((id, i) => [id, [m1?.[i] ?? 0, m2?.[i] ?? 0]]))
	};
}

/** By the slower of two looks, before and after: a neighbour may come or go in between. */
function isShared(
	{ overhead, loopCycles }: Rows['hello'],
	{ l0, l1 }: SampleRow,
	ticksPerCycle: number
): boolean | undefined {
	if (loopCycles === undefined || l0 === undefined || l1 === undefined) return undefined;
	return (Math.max(l0, l1) - overhead) / loopCycles > loopAtMost * ticksPerCycle;
}

/** Slope between kernel(n) and kernel(2n): call, prologue, remainder and timer cost cancel. */
export function cyclesPerIteration({ ticks, iterations, ticksPerCycle }: Sample): number {
	return (ticks[1] - ticks[0]) / iterations / meanTicksPerCycle(ticksPerCycle);
}

/** Slope of one of the exercise's meters, in its unit. */
export function meterPerIteration({ meters, iterations }: Sample, id: string): number {
	const [once, twice] = meters?.[id] ?? [NaN, NaN];
	return (twice - once) / iterations;
}

export function meanTicksPerCycle([before, after]: Sample['ticksPerCycle']): number {
	return (before + after) / 2;
}

/** Ticks per nanosecond, by the pairs of clock readings at each process's ends. */
export function tickRate(processes: readonly Rows[]): number {
	return median(processes.map(({ hello, end }) => (end.tsc - hello.tsc) / (end.ns - hello.ns)));
}

/** The step the counter advances by, in its ticks: some count 100 MHz in ticks of a faster clock (26 at a time on Zen 5). */
export function tickStep(processes: readonly Rows[]): number {
	const ticks = processes.flatMap(({ samples }) =>
		samples.flatMap(({ t1, t2, c0, c1 }) => [t1, t2, c0, c1])
	);
	return Math.max(1, ticks.reduce(greatestDivisor, 0));
}

function greatestDivisor(a: number, b: number): number {
	return b === 0 ? a : greatestDivisor(b, a % b);
}
