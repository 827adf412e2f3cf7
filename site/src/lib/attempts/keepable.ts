/** From a run's report to what is kept of it. Pure. */
import { chooseSamples } from '@cyclelab/runner/alone';
import { cyclesPerIteration } from '@cyclelab/runner/samples';
import type { Report } from '@cyclelab/runner/schema/report';
import { placeKey } from '../comparison/pairs.ts';
import type { KeptRun } from './kept-run.ts';

/** Digits that a kept sample has: more than any table shows. */
const digits = 5;

/** @param guess the learner's prediction, if there was one */
export function keepable(report: Report, guess: number | undefined): KeptRun {
	const places = report.variants.flatMap(({ id, points }) =>
		points.flatMap(({ parameters, measured }) => {
			if (!measured || measured.raw.length === 0) return [];
			const { used } = chooseSamples(measured.raw);
			const cycles = used.map((one) => Number(cyclesPerIteration(one).toPrecision(digits)));
			return [[placeKey(id, parameters), cycles] as const];
		})
	);
	return {
		version: 1,
		id: report.run,
		...(guess === undefined ? {} : { guess }),
		report: {
			...report,
			variants: report.variants.map(({ representations: _, ...variant }) => ({
				...variant,
				points: variant.points.map((point) =>
					point.measured ? { ...point, measured: { ...point.measured, raw: [] } } : point
				)
			}))
		},
		samples: Object.fromEntries(places)
	};
}
