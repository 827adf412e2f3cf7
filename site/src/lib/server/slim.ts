/** A report as a page needs it: without the raw samples, which are most of its bytes and stay in the API. Pure. */
import type { Report } from '@cyclelab/runner/schema/report';

export function slim(report: Report): Report {
	return {
		...report,
		variants: report.variants.map((variant) => ({
			...variant,
			points: variant.points.map((point) => ({
				...point,
				...(point.measured && { measured: { ...point.measured, raw: [] } })
			}))
		}))
	};
}
