/** What the operators' metrics count in a report: kinds of failures, and samples. Nothing that a learner wrote. Pure. */
import type { FailureFacts } from '../schema/failure.ts';
import type { Report } from '../schema/report.ts';
import { sum } from './statistics.ts';

export type ReportMetrics = {
	/** Each kind once, in alphabetical order. */
	failures: FailureFacts['kind'][];
	/** Accepted samples, and samples rejected because something disturbed them. */
	samples: { accepted: number; rejected: number };
};

/** Counts the failures of the report itself, of its variants and of its points. */
export function metricsOf(report: Pick<Report, 'failure' | 'variants'>): ReportMetrics {
	const points = report.variants.flatMap((variant) => variant.points);
	const failures = [report, ...report.variants, ...points].flatMap(({ failure }) =>
		failure ? [failure] : []
	);
	const noisy = failures.filter((failure) => failure.kind === 'too-noisy');
	const measured = points.flatMap((point) => point.measured ?? []);
	const accepted = measured.map(({ samples, setAside = 0 }) => samples + setAside);
	const rejected = measured.map((measurement) => measurement.rejected);
	return {
		failures: [...new Set(failures.map(({ kind }) => kind))].sort(),
		samples: {
			accepted: sum([...accepted, ...noisy.map((failure) => failure.accepted)]),
			rejected: sum([...rejected, ...noisy.map((failure) => failure.attempted - failure.accepted)])
		}
	};
}
