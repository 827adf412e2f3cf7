/** The last events of a run: what its end adds to the report of the events before. Pure. */
import { isDeepStrictEqual } from 'node:util';
import type { RunEvent } from '../schema/job.ts';
import type { Point } from '../schema/measurement.ts';
import type { Report, VariantReport } from '../schema/report.ts';
import type { Conclusions } from '../schema/verdicts.ts';
import { pointAt } from './place.ts';
import { apply, concludedPoint } from './progress.ts';

type ConcludedPoint = Conclusions['variants'][number]['points'][number];

/**
 * Events that turn `known` into `end`: the points of `end` that the conclusions cannot give, then `finished`.
 * @param known the report of the events sent so far
 * @param end the final report, with the same variants
 */
export function endingEvents(known: Report, end: Report): RunEvent[] {
	const points = end.variants.flatMap(({ id, points }) =>
		points
			.filter((point) => !follows(pointOf(known, id, point), point))
			.map((point): RunEvent => ({ type: 'point', variant: id, point }))
	);
	const complete = points.reduce<Report | undefined>(apply, known) ?? known;
	return [...points, { type: 'finished', conclusions: conclusionsOf(complete, end) }];
}

const pointOf = ({ variants }: Report, variant: string, { parameters }: Point) =>
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
	const variant: Conclusions['variants'][number] = {
		id,
		points: points.map((point) => changeOf(pointOf(known, id, point) ?? point, point))
	};
	if (failure && !isDeepStrictEqual(failure, before?.failure)) variant.failure = failure;
	return variant;
}
