/** Rows of a place's processes -> what was measured there. */
import type { FailureFacts } from '@cyclelab/contract/schema/failure';
import type { Measured } from '@cyclelab/contract/schema/measurement';
import { acceptedAtLeast, chooseSamples } from '@cyclelab/contract/measure/alone';
import { bounds } from '@cyclelab/contract/measure/bounds';
import type { Rows } from './rows.ts';
import {
	cyclesPerIteration,
	meanTicksPerCycle,
	meterPerIteration,
	ticksPerIteration
} from '@cyclelab/contract/measure/sample-cost';
import { tickRate, toSamples } from './samples.ts';
import { costsOfLengths } from './line.ts';
import { findModes } from './modes.ts';
import { rulers } from './rulers.ts';
import { ascending, medianInterval, quantile } from '@cyclelab/contract/measure/statistics';

export type MeasureResult = { ok: true; measured: Measured } | { ok: false; failure: FailureFacts };

/** @param processes rows of every process that measured this place, in the order they ran */
export function measure(processes: readonly Rows[], variant: string): MeasureResult {
	const raw = toSamples(processes);
	const { used, setAside, shared, slowed } = chooseSamples(raw);
	if (used.length < acceptedAtLeast(raw)) {
		return {
			ok: false,
			failure: {
				kind: 'too-noisy',
				stage: 'measure',
				variant,
				accepted: used.length,
				attempted: raw.length
			}
		};
	}
	const costs = costsOfLengths(used);
	if (costs) return { ok: false, failure: { kind: 'no-line', stage: 'measure', variant, costs } };
	const rate = tickRate(processes);
	const byProcess = (value: (sample: (typeof raw)[number]) => number) =>
		processes.map((_, process) => used.filter((sample) => sample.process === process).map(value));
	const ids = processes[0]?.hello.meters ?? [];
	const meters = ids.map(
		(id) => [id, medianInterval(byProcess((sample) => meterPerIteration(sample, id)))] as const
	);
	const backwards = meters.find(([, { high }]) => high < bounds.meterBackwards.limit);
	if (backwards) {
		const reason = `Its meter "${backwards[0]}" counts less in more iterations.`;
		const doubt = { bound: 'meterBackwards', reason } as const;
		return { ok: false, failure: { kind: 'implausible', stage: 'measure', variant, ...doubt } };
	}
	const cycles = used.map(cyclesPerIteration);
	const sorted = ascending(cycles);
	const clocks = ascending(used.map((sample) => rate / meanTicksPerCycle(sample.ticksPerCycle)));
	const clockGHz = quantile(clocks, 0.5);
	const counter = processes[0]?.hello.clock ?? 'tsc';
	return {
		ok: true,
		measured: {
			cyclesPerIteration: medianInterval(byProcess(cyclesPerIteration)),
			nsPerIteration: medianInterval(byProcess((sample) => ticksPerIteration(sample) / rate)),
			samples: used.length,
			rejected: raw.length - setAside - used.length,
			...(setAside === 0 ? {} : { setAside }),
			...(shared === 0 ? {} : { shared }),
			...(slowed ? { slowed } : {}),
			processes: processes.length,
			modes: findModes(cycles),
			spread: [quantile(sorted, 0.05), quantile(sorted, 0.95)],
			clockGHz,
			clock: { counter, counterGHz: rate, ruler: rulers[counter].statement },
			...(meters.length === 0 ? {} : { meters: Object.fromEntries(meters) }),
			drift: (quantile(clocks, 0.95) - quantile(clocks, 0.05)) / clockGHz,
			raw
		}
	};
}
