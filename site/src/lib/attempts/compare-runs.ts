/** Two kept runs of one exercise, place by place. Pure. */
import type { Facts, Parameters } from '@cyclelab/exercises/schema';
import {
	atLeastAsWide,
	differs,
	floorOf,
	honestInterval,
	isSame,
	ratioOf
} from '@cyclelab/runner/ratio';
import type { Interval } from '@cyclelab/runner/schema/measurement';
import type { Report, VariantReport } from '@cyclelab/runner/schema/report';
import { mainFunction } from '../listing.ts';
import { mainPrediction } from '../rows.ts';
import type { Line } from './diff.ts';
import { placeKey } from './keepable.ts';
import type { KeptRun } from './kept-run.ts';

/** What one run knows of a place. */
export interface Side {
	/** Cycles per iteration. */
	measured: Interval | undefined;
	predicted: number | undefined;
	/** Executed per iteration, counted exactly. */
	instructions: number | undefined;
	/** Cycles per iteration, one of each sample the figure rests on. */
	samples: number[];
}

export interface Pair {
	key: string;
	variant: string;
	parameters: Parameters;
	first: Side;
	second: Side;
	/** Second to first, by cycles, at least as wide as the noise floor of the runners. */
	ratio: Interval | undefined;
	/** Whether the two differ by more than the noise floor, surely do not, or neither is sure; absent without a ratio. */
	verdict: 'apart' | 'same' | 'unsure' | undefined;
}

/** Every place that either run has, in the order of the first. */
export function pairsOf(first: KeptRun, second: KeptRun): Pair[] {
	const floor = commonFloor(first.report, second.report);
	const places = new Map(
		[first, second].flatMap(({ report }) =>
			report.variants.flatMap(({ id, points }) =>
				(points.length > 0 ? points : [{ parameters: {} }]).map(
					({ parameters }) => [placeKey(id, parameters), { variant: id, parameters }] as const
				)
			)
		)
	);
	return [...places].map(([key, { variant, parameters }]): Pair => {
		const [a, b] = [sideOf(first, key, variant), sideOf(second, key, variant)];
		const raw = a.measured && b.measured && ratioOf(b.measured, a.measured);
		return {
			...{ key, variant, parameters, first: a, second: b },
			ratio: raw && atLeastAsWide(raw, floor),
			verdict: raw && (differs(raw, floor) ? 'apart' : isSame(raw, floor) ? 'same' : 'unsure')
		};
	});
}

/** The larger of the two runners' noise floors: how small a difference may be claimed. */
export function commonFloor(first: Report, second: Report): number {
	return Math.max(floorOf(first.runner.noiseFloor), floorOf(second.runner.noiseFloor));
}

function sideOf({ report, samples }: KeptRun, key: string, id: string): Side {
	const variant = report.variants.find((one) => one.id === id);
	const point = variant?.points.find(({ parameters }) => placeKey(id, parameters) === key);
	const timed = report.runner.host.emulated ? undefined : point?.measured;
	return {
		measured: timed && honestInterval(timed),
		predicted:
			point?.comparison?.predicted ??
			mainPrediction(variant?.predictions ?? [])?.cyclesPerIteration,
		instructions: variant?.instructionsPerIteration,
		samples: timed ? (samples[key] ?? []) : []
	};
}

/** The instructions of the function that is shown first, as lines to compare. Where a jump leads is not compared. */
export function assemblyLines(variant: VariantReport | undefined): Line[] {
	const shown = variant && mainFunction(variant);
	return (shown?.instructions ?? []).map(({ text, target }) => ({
		key: target === undefined ? text : (text.split(' ')[0] ?? text),
		text
	}));
}

/** The variant to look at first: one whose source differs, else one that was edited, else the exercise's baseline. */
export function tellingVariant(facts: Facts, first: Report, second: Report): string {
	const sourceIn = (report: Report, id: string) =>
		report.variants.find((one) => one.id === id)?.source;
	const shared = first.variants.filter(({ id }) => sourceIn(second, id) !== undefined);
	return (
		shared.find(({ id, source }) => sourceIn(second, id) !== source)?.id ??
		shared.find(({ edited }) => edited)?.id ??
		shared.find(({ id }) => id === facts.baseline)?.id ??
		shared[0]?.id ??
		facts.baseline
	);
}
