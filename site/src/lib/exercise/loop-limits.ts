/** A loop's measured time beside that of its instructions in a straight line. Pure. */
import type { Interval } from '@cyclelab/runner/schema/measurement';
import type { Report, VariantReport } from '@cyclelab/runner/schema/report';

type Range = { low: number; high: number };

/** Part of a time by which another one must differ to be called different. */
const tenth = 0.1;

/** The report's variant, if it has a measured loop whose copies can be measured: of this source, on x86-64. */
export function explainable(
	report: Report | undefined,
	id: string,
	source: string
): VariantReport | undefined {
	if (report?.finishedAt === undefined || report.target !== 'x86-64') return undefined;
	const variant = report.variants.find((one) => one.id === id);
	const isWhole =
		variant?.source === source &&
		variant.hotLoop !== undefined &&
		variant.predictions.length + variant.refusals.length > 0 &&
		variant.points.some(({ measured }) => measured);
	return isWhole ? variant : undefined;
}

/** Cycles of a pass of the assembly's loop: the smallest and the largest of the measured points. */
export function passCycles({ hotLoop, points }: VariantReport): Range | undefined {
	const all = points.flatMap(({ measured }) =>
		measured && hotLoop ? [measured.cyclesPerIteration.median * hotLoop.sourceIterations] : []
	);
	return all.length === 0 ? undefined : { low: Math.min(...all), high: Math.max(...all) };
}

/** Whether no point took nearly what the straight line took, or some point took another time. */
export const isApart = ({ low, high }: Range, { median }: Interval): boolean =>
	low < (1 - tenth) * median || high > (1 + tenth) * median;
