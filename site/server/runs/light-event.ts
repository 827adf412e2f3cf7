/** An event without the parts that only watchers need; they get the full event as text. Pure. */
import type { RunEvent } from '@cyclelab/contract/schema/job';
import type { Point } from '@cyclelab/contract/schema/measurement';
import type { Report, VariantReport } from '@cyclelab/contract/schema/report';

/** Code, text and raw samples are most of an event's bytes; failures, verdicts and counts of samples stay. */
export function lightEvent(event: RunEvent): RunEvent {
	switch (event.type) {
		case 'started':
			return { ...event, report: lightReport(event.report) };
		case 'point':
			return { ...event, point: lightPoint(event.point) };
		case 'inspected':
			return { ...event, variant: lightVariant(event.variant) };
		case 'counted': {
			const { hotLoop: _, ...others } = event;
			return { ...others, counts: {} };
		}
		case 'predicted':
			return { ...event, predictions: [] };
		default:
			return event;
	}
}

const lightReport = (report: Report): Report => ({
	...report,
	variants: report.variants.map(lightVariant)
});

function lightVariant(variant: VariantReport): VariantReport {
	const { representations: _, hotLoop: __, ...others } = variant;
	return {
		...others,
		source: '',
		compilerText: '',
		diagnostics: [],
		functions: [],
		predictions: [],
		points: variant.points.map(lightPoint)
	};
}

const lightPoint = (point: Point): Point =>
	point.measured ? { ...point, measured: { ...point.measured, raw: [] } } : point;
