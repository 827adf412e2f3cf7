/** A loop's measured time beside that of its instructions in a straight line. Pure. */
import type { Interval } from '@cyclelab/contract/schema/measurement';
import type { Report, VariantReport } from '@cyclelab/contract/schema/report';

type Range = { low: number; high: number };

/** Part of a time by which another one may differ to be called alike. */
const tenth = 0.1;

/** Badges of loops that are no straight line of copies (`runner/src/blocks/loop-block.ts`). */
const noLine: ReadonlySet<string> = new Set(['call', 'path-dependent']);

/** The report's variant, if it has a measured loop whose copies can be measured: of this source, on x86-64. */
export function explainable(
	report: Report | undefined,
	id: string,
	source: string
): VariantReport | undefined {
	if (report?.finishedAt === undefined || report.target !== 'x86-64') return undefined;
	const variant = report.variants.find((variant) => variant.id === id);
	const isWhole =
		variant?.source === source &&
		variant.hotLoop?.badges.every(({ id }) => !noLine.has(id)) === true &&
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

/**
 * Whether a loop took about as long as its instructions in a straight line: at all measured points, at some of them, or at
 * none. At none the loop is limited by something else, and what shortens the straight line says nothing about it.
 */
export function likeStraightLine(
	{ low, high }: Range,
	{ median }: Interval
): 'everywhere' | 'somewhere' | 'nowhere' {
	const [least, most] = [(1 - tenth) * median, (1 + tenth) * median];
	if (low >= least && high <= most) return 'everywhere';
	return low > most || high < least ? 'nowhere' : 'somewhere';
}

export const loopLimitsText = (label: string) =>
	`The runner measures changed copies of the loop of “${label}”: one without a chain, one with a register in place of a load, one with an instruction less. What shortens the loop is a limit of it. The limit that the model names stands beside it.`;
