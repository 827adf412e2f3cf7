/** A run's events folded to its report: in the runner, on the site and on the page. Browser-safe: types only. */
import { defined } from '../defined.ts';
import type { Parameters } from '@cyclelab/exercises/schema';
import type { RunEvent } from '../schema/job.ts';
import type { Instruction } from '../schema/code.ts';
import type { Point } from '../schema/measurement.ts';
import type { Report, VariantReport } from '../schema/report.ts';
import type { ConcludedPoint, ConcludedVariant, Conclusions } from '../schema/verdicts.ts';
import { sameParameters } from './place.ts';

/**
 * The report after one more event. Events may come twice (a page that reconnects): the result is the same. Before
 * `started` there is no report, and events that carry none leave it as it is.
 */
export function apply(report: Report | undefined, event: RunEvent): Report | undefined {
	switch (event.type) {
		case 'started':
			return event.report;
		case 'finished':
			return report && concluded(report, event.conclusions);
		case 'inspected':
			return report && { ...report, variants: withVariant(report.variants, event.variant) };
		case 'counted': {
			const { counts, hotLoop, checksum, instructionsPerIteration, unshown } = event;
			const {
				countedThreads,
				stepped,
				printed,
				uncounted,
				instructionsPerCall,
				countedIterations
			} = event;
			return changeVariant(report, event.variant, (variant) => ({
				...variant,
				functions: variant.functions.map((f) => ({
					...f,
					instructions: f.instructions.map((instruction) => withCount(instruction, counts))
				})),
				...defined({
					hotLoop,
					checksum,
					instructionsPerIteration,
					instructionsPerCall,
					countedIterations,
					unshown,
					countedThreads,
					stepped,
					printed,
					uncounted
				})
			}));
		}
		case 'predicted': {
			const { predictions, refusals } = event;
			return changeVariant(report, event.variant, (variant) => ({
				...variant,
				predictions,
				refusals
			}));
		}
		case 'opinion': {
			const { secondOpinion } = event;
			return changeVariant(report, event.variant, (variant) => ({ ...variant, secondOpinion }));
		}
		case 'explained': {
			const { why } = event;
			return changeVariant(report, event.variant, (variant) => ({ ...variant, why }));
		}
		case 'audited': {
			const { audit, dataWork, results, otherResult, failure } = event;
			return changeVariant(report, event.variant, (variant) => ({
				...variant,
				...defined({ audit, dataWork, results, otherResult }),
				...(failure === undefined ? {} : { failure, points: [] })
			}));
		}
		case 'simulated': {
			const { events } = event;
			return changeVariant(report, event.variant, (variant) => ({
				...variant,
				events: withPlace(variant.events ?? [], events)
			}));
		}
		case 'point': {
			const { point } = event;
			return changeVariant(report, event.variant, (variant) => ({
				...variant,
				points: withPlace(variant.points, point)
			}));
		}
		case 'queued':
		case 'moved':
		case 'waiting':
		case 'stage':
		case 'failed':
		case 'cancelled':
			return report;
	}
}

/** The report of a finished run from its events; undefined if they have no beginning or no such end. */
export function reportOf(events: readonly RunEvent[]): Report | undefined {
	if (events.at(-1)?.type !== 'finished') return undefined;
	return events.reduce<Report | undefined>(apply, undefined);
}

function concluded(report: Report, { clockGHz, variants, ...verdicts }: Conclusions): Report {
	const { runner } = report;
	return {
		...report,
		...verdicts,
		runner: clockGHz === undefined ? runner : { ...runner, clockGHz },
		variants: variants.flatMap(({ id, failure, points }) => {
			const reported = report.variants.find((variant) => variant.id === id);
			return reported ? [concludedVariant(reported, failure, points)] : [];
		})
	};
}

function concludedVariant(
	variant: VariantReport,
	failure: ConcludedVariant['failure'],
	points: readonly ConcludedPoint[]
): VariantReport {
	const concluded = points.flatMap((point) => {
		const measured = variant.points.find((p) => sameParameters(p.parameters, point.parameters));
		return measured ? [concludedPoint(measured, point)] : [];
	});
	return { ...variant, points: concluded, ...defined({ failure }) };
}

/** A point with its conclusions from the run's end. */
export function concludedPoint(
	point: Point,
	{ comparison, failure }: Omit<ConcludedPoint, 'parameters'>
): Point {
	const { parameters, documented } = point;
	if (failure) return { parameters, documented, failure };
	return comparison ? { ...point, comparison } : point;
}

function withVariant(variants: VariantReport[], variant: VariantReport): VariantReport[] {
	return variants.some(({ id }) => id === variant.id)
		? variants.map((known) => (known.id === variant.id ? variant : known))
		: [...variants, variant];
}

/** What is known of places, with what came of one of them, in place of what was there. */
function withPlace<T extends { parameters: Parameters }>(places: readonly T[], place: T): T[] {
	const isIt = ({ parameters }: T) => sameParameters(parameters, place.parameters);
	return places.some(isIt)
		? places.map((known) => (isIt(known) ? place : known))
		: [...places, place];
}

function changeVariant(
	report: Report | undefined,
	id: string,
	change: (variant: VariantReport) => VariantReport
): Report | undefined {
	return (
		report && {
			...report,
			variants: report.variants.map((variant) => (variant.id === id ? change(variant) : variant))
		}
	);
}

function withCount(instruction: Instruction, counts: Record<string, number>): Instruction {
	const count = counts[instruction.address];
	return count === undefined ? instruction : { ...instruction, count };
}
