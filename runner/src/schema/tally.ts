/** What operators count of a report: kinds of failures and fates of samples, nothing of what a learner wrote. Pure. */
import type { FailureFacts } from './failure.ts';
import type { Report } from './report.ts';

export type FailureKind = FailureFacts['kind'];

export type Tally = {
	/** Each kind once, in alphabetical order. */
	failures: FailureKind[];
	/** Accepted samples, and samples rejected because something disturbed them. */
	samples: { accepted: number; rejected: number };
};

/** Of a whole report: its own failure, its variants' and its points'. */
export function tallyOf(report: Pick<Report, 'failure' | 'variants'>): Tally {
	const points = report.variants.flatMap((variant) => variant.points);
	const failures = [report, ...report.variants, ...points].flatMap(({ failure }) =>
		failure ? [failure] : []
	);
	const noisy = failures.filter((failure) => failure.kind === 'too-noisy');
	const measured = points.flatMap((point) => point.measured ?? []);
	const accepted = measured.map(({ samples, setAside = 0 }) => samples + setAside);
	const rejected = measured.map((one) => one.rejected);
	return {
		failures: [...new Set(failures.map(({ kind }) => kind))].sort(),
		samples: {
			accepted: sum([...accepted, ...noisy.map((one) => one.accepted)]),
			rejected: sum([...rejected, ...noisy.map((one) => one.attempted - one.accepted)])
		}
	};
}

const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0);
