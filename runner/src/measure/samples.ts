/** Rows of raw ticks -> samples. */
import { defined } from '@cyclelab/contract/defined';
import type { Sample } from '@cyclelab/contract/schema/measurement';
import { calibrationDrift, driftOn } from '@cyclelab/contract/measure/bounds';
import type { Rows, SampleRow } from './rows.ts';
import { median } from '@cyclelab/contract/measure/statistics';

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
		const drift = driftOn(hello.cores ?? 1);
		return samples.map((row): Sample => {
			const before = (row.c0 - hello.overhead) / hello.chainCycles;
			const after = (row.c1 - hello.overhead) / hello.chainCycles;
			const shared = isShared(hello, row, (before + after) / 2);
			return {
				process,
				iterations: row.n,
				...defined({ longer: row.n2 }),
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
				...defined({ shared })
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
