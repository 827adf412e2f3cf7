/** The first and the last form of a report, and the events that lead to the last. Pure. */
import { isDeepStrictEqual } from 'node:util';
import { defined } from '@cyclelab/contract/defined';
import { judgeChallenge } from '../measure/challenge.ts';
import { judgeClaims, judgeInspection } from '../measure/claims.ts';
import { explain } from '@cyclelab/contract/measure/explain';
import { measure } from '../measure/measure.ts';
import { findKnees } from '../measure/knees.ts';
import { sizeOf } from '../measure/plan.ts';
import type { PlaceState } from '../measure/plan-state.ts';
import { countedAt, isOfCount, pointAt, sameParameters } from '@cyclelab/contract/measure/place';
import { checksumFailures, clockDoubt } from '../measure/plausible.ts';
import { toPoint, untimedPoint } from '../measure/point.ts';
import { apply, concludedPoint } from '@cyclelab/contract/measure/progress';
import { summarise } from '@cyclelab/contract/measure/summary';
import type { Job, RunEvent } from '@cyclelab/contract/schema/job';
import type { Point } from '@cyclelab/contract/schema/measurement';
import type { Report, VariantReport } from '@cyclelab/contract/schema/report';
import type {
	ConcludedPoint,
	ConcludedVariant,
	Conclusions
} from '@cyclelab/contract/schema/verdicts';
import { reportedToolchain } from '../toolchains/toolchains.ts';
import type { JobContext } from './job-context.ts';

type ReportContext = Pick<JobContext, 'runner' | 'clockGHz' | 'toolchains' | 'llvmMca'>;

/** A report before anything was found out. `at`: when the runner began. */
export function emptyReport(
	job: Job,
	{ runner, clockGHz, toolchains, llvmMca }: ReportContext,
	at: Date
): Report {
	return {
		run: job.run,
		exercise: job.exercise,
		language: job.language,
		target: job.target,
		startedAt: at.toISOString(),
		runner: {
			id: runner.id,
			arch: runner.host.arch,
			microarchitecture: runner.host.microarchitecture,
			...defined({ clockGHz }),
			...(runner.noiseFloor ? { noiseFloor: runner.noiseFloor } : {}),
			host: runner.host
		},
		toolchain: { ...reportedToolchain(job, toolchains), llvmMca },
		variants: [],
		claims: [],
		knees: []
	};
}

/** A place as the report shows it, with what is known about its variant so far. */
export function pointOf(
	job: Job,
	place: PlaceState,
	{ runner, variants }: Pick<Report, 'runner' | 'variants'>
): Point {
	if (runner.host.emulated) return untimedPoint(place, job.facts);
	const variant = variants.find(({ id }) => id === place.place.variant);
	const { parameters } = place.place;
	const isCounted = sameParameters(parameters, countedAt(job.facts));
	const counted = isOfCount(job.facts, parameters) ? variant : undefined;
	return toPoint(
		place,
		{
			facts: job.facts,
			hotLoop: variant?.hotLoop,
			predictions: variant?.predictions ?? [],
			refusals: variant?.refusals ?? [],
			host: runner.host,
			clockGHz: runner.clockGHz
		},
		place.counted ?? counted?.instructionsPerIteration,
		// What other threads do is refused by its own name (`others.ts`).
		variant?.edited && variant.countedThreads === undefined && job.facts.needs.cores === 1
			? {
					// What edited code does once in a call may depend on a parameter.
					instructions: isCounted ? variant.instructionsPerCall : undefined,
					isWhole: job.language !== 'cs'
				}
			: undefined
	);
}

/** Whether a place was measured at a clock that this runner's calibration leaves no room for. */
export function doubtsClock({ runner }: Report, places: readonly PlaceState[]): boolean {
	return places.some(({ failure, processes, place: { variant } }) => {
		const result = failure ? undefined : measure(processes, variant);
		return result?.ok && clockDoubt(result.measured, runner.clockGHz) !== undefined;
	});
}

/** The report of a runner whose core was calibrated again; without a clock, none is doubted. */
export function withClock({ runner, ...report }: Report, clockGHz: number | undefined): Report {
	const { clockGHz: _, ...others } = runner;
	return { ...report, runner: { ...others, ...defined({ clockGHz }) } };
}

/**
 * The final report: every point judged again with all predictions, wrong checksums named, claims and knees from the
 * points that stand. A variant that failed its checks keeps no points.
 */
export function conclude(
	job: Job,
	report: Report,
	places: readonly PlaceState[],
	at: Date
): Report {
	const { facts } = job;
	const wrong = new Map(
		checksumFailures(facts, report.variants).map((failure) => [failure.variant, explain(failure)])
	);
	const variants = report.variants
		.map((variant) => {
			const failure = variant.failure ?? wrong.get(variant.id);
			const points = failure
				? []
				: places
						.filter(({ place, done }) => done && place.variant === variant.id)
						.toSorted((a, b) => sizeOf(a.place) - sizeOf(b.place))
						.map((place) => pointOf(job, place, report));
			return { ...variant, points, ...defined({ failure }) };
		})
		.toSorted((a, b) => orderOf(job, a.id) - orderOf(job, b.id));
	const ended = { ...report, variants, finishedAt: at.toISOString() };
	const challenge = judgeChallenge(facts, ended);
	const concluded = challenge ? { ...ended, challenge } : ended;
	if (!job.stages.includes('measure') || report.runner.host.emulated)
		return { ...concluded, claims: judgeInspection(facts, concluded) };
	const judged = {
		...concluded,
		claims: judgeClaims(facts, concluded),
		knees: findKnees(facts, variants, report.runner.host.caches)
	};
	const summary = summarise(facts, judged);
	return summary === undefined ? judged : { ...judged, summary };
}

const orderOf = (job: Job, variant: string) =>
	job.facts.variants.findIndex(({ id }) => id === variant);

/**
 * Events that turn `known` into `end`: the points of `end` that the conclusions cannot give, then `finished`.
 * @param known the report of the events sent so far
 * @param end the final report, with the same variants
 */
export function endingEvents(known: Report, end: Report): RunEvent[] {
	const points = end.variants.flatMap(({ id, points }) =>
		points
			.filter((point) => !follows(knownPoint(known, id, point), point))
			.map((point): RunEvent => ({ type: 'point', variant: id, point }))
	);
	const complete = points.reduce<Report | undefined>(apply, known) ?? known;
	return [...points, { type: 'finished', conclusions: conclusionsOf(complete, end) }];
}

const knownPoint = ({ variants }: Report, variant: string, { parameters }: Point) =>
	pointAt(variants, { variant, parameters });

/** Whether the conclusions can turn a point into the final point. */
const follows = (known: Point | undefined, end: Point): boolean =>
	known !== undefined && isDeepStrictEqual(concludedPoint(known, changeOf(known, end)), end);

/** The verdict on a point as far as it differs from the point's last event. */
function changeOf(known: Point, { parameters, comparison, failure }: Point): ConcludedPoint {
	const change: ConcludedPoint = { parameters };
	if (comparison && !isDeepStrictEqual(comparison, known.comparison))
		change.comparison = comparison;
	if (failure && !isDeepStrictEqual(failure, known.failure)) change.failure = failure;
	return change;
}

function conclusionsOf(known: Report, end: Report): Conclusions {
	const { finishedAt = '', claims, challenge, knees, summary, runner } = end;
	const variants = end.variants.map((variant) => concludedVariant(known, variant));
	const conclusions: Conclusions = { finishedAt, variants, claims, knees };
	if (runner.clockGHz !== known.runner.clockGHz) conclusions.clockGHz = runner.clockGHz;
	if (challenge) conclusions.challenge = challenge;
	if (summary !== undefined) conclusions.summary = summary;
	return conclusions;
}

function concludedVariant(known: Report, { id, failure, points }: VariantReport) {
	const before = known.variants.find((variant) => variant.id === id);
	const variant: ConcludedVariant = {
		id,
		points: points.map((point) => changeOf(knownPoint(known, id, point) ?? point, point))
	};
	if (failure && !isDeepStrictEqual(failure, before?.failure)) variant.failure = failure;
	return variant;
}
