/** Two runs of one exercise, place by place, and what changed between them. Pure. */
import type { Facts, Parameters } from '@cyclelab/exercises/schema';
import {
	atLeastAsWide,
	floorOf,
	honestInterval,
	ratioOf,
	speedsOf
} from '@cyclelab/contract/measure/ratio';
import type { Failure } from '@cyclelab/contract/schema/failure';
import type { Interval } from '@cyclelab/contract/schema/measurement';
import type { Report, VariantReport } from '@cyclelab/contract/schema/report';
import { verdictOf, type PairVerdict } from '../../../shared/pair-verdict.ts';
import { mainPrediction } from '../code/models.ts';
import { compilers } from '../ui/names.ts';
import { elsewhereIn } from './rows.ts';

/** A run to compare. */
export interface PairedRun {
	report: Report;
	/** Cycles per iteration of the samples that its figures come from, by place (`placeKey`). */
	samples?: Readonly<Record<string, number[]>>;
}

/** The results of one run at a place. */
interface PlaceResult {
	/** Cycles per iteration. */
	measured: Interval | undefined;
	/** Centres of several modes, cycles per iteration; empty where one number holds. */
	speeds: number[];
	predicted: number | undefined;
	/** Its code is not the exercise's own. */
	edited: boolean;
	/** Why it was not measured. */
	failure: Failure | undefined;
	/** Executed per iteration, counted exactly. */
	instructions: number | undefined;
	/** Executed per iteration besides, in code that is not shown. */
	elsewhere: number | undefined;
	/** Cycles per iteration, one of each sample that the figure comes from. */
	samples: number[];
}

export interface Pair {
	key: string;
	variant: string;
	parameters: Parameters;
	first: PlaceResult;
	second: PlaceResult;
	/** Second to first, by cycles, at least as wide as the noise floor of the runners. */
	ratio: Interval | undefined;
	/** Absent without a ratio. */
	verdict: PairVerdict | undefined;
}

/** A place of a report as the key of a record: `word`, `chase/working-set=4096`. */
export function placeKey(variant: string, parameters: Parameters): string {
	const values = Object.entries(parameters).map(([name, value]) => `${name}=${value}`);
	return [variant, ...values.toSorted()].join('/');
}

/** Every place that either run has, in the order of the first. */
export function pairsOf(first: PairedRun, second: PairedRun): Pair[] {
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
		const [a, b] = [resultOf(first, key, variant), resultOf(second, key, variant)];
		const raw = a.measured && b.measured && ratioOf(b.measured, a.measured);
		return {
			key,
			variant,
			parameters,
			first: a,
			second: b,
			ratio: raw && atLeastAsWide(raw, floor),
			verdict: raw && verdictOf(raw, floor)
		};
	});
}

/** The larger of the two runners' noise floors: how small a difference may be claimed. */
export function commonFloor(first: Report, second: Report): number {
	return Math.max(floorOf(first.runner.noiseFloor), floorOf(second.runner.noiseFloor));
}

function resultOf({ report, samples }: PairedRun, key: string, id: string): PlaceResult {
	const variant = report.variants.find((variant) => variant.id === id);
	const point = variant?.points.find(({ parameters }) => placeKey(id, parameters) === key);
	const timed = report.runner.host.emulated ? undefined : point?.measured;
	return {
		measured: timed && honestInterval(timed),
		speeds: timed ? speedsOf(timed) : [],
		predicted:
			point?.comparison?.predicted ??
			mainPrediction(variant?.predictions ?? [])?.cyclesPerIteration,
		edited: variant?.edited ?? false,
		failure: point?.failure ?? variant?.failure ?? report.failure,
		instructions: variant?.instructionsPerIteration,
		elsewhere: variant && elsewhereIn(variant),
		samples: timed ? (samples?.[key] ?? []) : []
	};
}

/**
 * Sentences that name what differs: machine, compiler, llvm-mca, machine code.
 * @param when which run is which: "then" and "now", "in the first run" and "in the second"
 */
export function changesOf(
	facts: Facts,
	first: Report,
	second: Report,
	when: readonly [string, string]
): string[] {
	const host = ({ runner }: Report) => `${runner.host.processor} (${runner.host.identity})`;
	const built = ({ toolchain: { compiler, version } }: Report) =>
		`${compilers[compiler]} (${version})`;
	const changed = (what: string, of: (report: Report) => string) =>
		of(first) === of(second)
			? []
			: [`The ${what} differs: ${of(first)} ${when[0]}, ${of(second)} ${when[1]}.`];
	const recompiled = facts.variants.filter(({ id }) => {
		const [a, b] = [first, second].map((report) =>
			report.variants.find((variant) => variant.id === id)
		);
		return a && b && codeOf(a) !== codeOf(b);
	});
	return [
		...changed('processor', host),
		...changed('compiler', built),
		...changed('version of llvm-mca', ({ toolchain }) => toolchain.llvmMca),
		recompiled.length === 0
			? 'The machine code is the same.'
			: `The machine code differs: ${recompiled.map(({ label }) => `“${label}”`).join(', ')}.`
	];
}

/** The instructions without addresses, which move with every line. */
const codeOf = ({ functions }: VariantReport): string =>
	functions
		.flatMap(({ symbol, instructions }) => [symbol, ...instructions.map(({ text }) => text)])
		.map((line) => line.replace(/0x[0-9a-f]+/g, ''))
		.join('\n');

/** The id that both have in the table. */
export const bothKernels = 'both';

/** The report with only this variant, under the id of both. Places of the exercise's other variants are left out. */
export const asBoth = (report: Report, variant: string): Report => ({
	...report,
	variants: report.variants
		.filter(({ id }) => id === variant)
		.map((only) => ({ ...only, id: bothKernels }))
});

/** The facts with one variant, which the table names. */
export const factsOfBoth = (facts: Facts, label: string): Facts => ({
	...facts,
	variants: facts.variants.slice(0, 1).map((row) => ({ ...row, id: bothKernels, label }))
});

/**
 * What stands beside a variant at first: the baseline, and beside the baseline what the question asks about, else the next
 * variant. Undefined in an exercise of one variant.
 */
export function besideAtFirst({ variants, baseline, question }: Facts, selected: string) {
	const wanted = [
		baseline,
		question.of.variant,
		question.to.variant,
		...variants.map(({ id }) => id)
	];
	return wanted.find((id) => id !== selected && variants.some((variant) => variant.id === id));
}
