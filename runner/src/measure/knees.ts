/** Steps in a sweep, found in what was measured; what the system reports only gives them a name. Browser-safe. */
import { defined } from '@cyclelab/contract/defined';
import type { Facts } from '@cyclelab/exercises/schema';
import type { Host } from '@cyclelab/contract/schema/host';
import type { Interval, Knee } from '@cyclelab/contract/schema/measurement';
import type { VariantReport } from '@cyclelab/contract/schema/report';
import { honestInterval } from '@cyclelab/contract/measure/ratio';
import { bytes } from '@cyclelab/contract/measure/sentence-numbers';

/** A step raises the cost at least by this factor ... */
const stepAtLeast = 1.25;
/** ... and while it rises, by at least this per doubling of the parameter (natural logarithm: about 9 %). */
const slopeAtLeast = 0.09;
/** A rise that slackens to this part of the steepness on both sides is two steps. */
const slackening = 0.5;
/** A rise at a step's end that is less steep than this part of its steepest belongs to the plateau. */
const edge = 0.3;
/** A cache may lie this factor beside a step: other data share it, and sweeps have gaps. */
const beside = Math.SQRT2;

export type SweptPoint = { value: number; cost: Interval };

/** The quotient of an interval's ends. */
export const width = ({ cost }: SweptPoint) => cost.high / cost.low;

/** Whether a point is wider than a step is high, so that it could stand on either side of one. */
export const isVague = (point: SweptPoint) => width(point) >= stepAtLeast;

/** All variants' steps, in order of the parameter. */
export function findKnees(
	facts: Facts,
	variants: readonly VariantReport[],
	caches: Host['caches']
): Knee[] {
	const { sweep } = facts;
	if (!sweep) return [];
	return variants.flatMap((variant) => {
		const points = variant.points.flatMap(({ parameters, measured }): SweptPoint[] => {
			const value = parameters[sweep.name];
			return measured && value !== undefined ? [{ value, cost: honestInterval(measured) }] : [];
		});
		const steps = findSteps(points);
		return steps.map(({ from, to }) => {
			const near = sweep.unit === 'bytes' ? nearest(caches, from.value, to.value) : undefined;
			return {
				variant: variant.id,
				from: from.value,
				to: to.value,
				before: from.cost.median,
				after: to.cost.median,
				...defined({ near })
			};
		});
	});
}

/** Each step's last point of the lower plateau and first of the upper one. */
export function findSteps(unsorted: readonly SweptPoint[]): { from: SweptPoint; to: SweptPoint }[] {
	const points = telling([...unsorted].sort((a, b) => a.value - b.value));
	const rises = points.slice(1).map((to, i) => {
		const from = points[i] ?? to;
		const slope =
			(Math.log(to.cost.median / from.cost.median) / Math.log(to.value / from.value)) * Math.LN2;
		return { from, to, slope: to.cost.low > from.cost.high ? slope : 0 };
	});
	return runs(rises)
		.map((run) => ({ from: run[0]?.from, to: run.at(-1)?.to }))
		.filter((step): step is { from: SweptPoint; to: SweptPoint } => {
			const { from, to } = step;
			return !!from && !!to && to.cost.median >= stepAtLeast * from.cost.median;
		});
}

/**
 * Without the vague points that overlap a neighbour.
 * One such point between two plateaus would hide the step between them; the step then lies between its neighbours.
 */
function telling(points: readonly SweptPoint[]): readonly SweptPoint[] {
	const overlap = (a: SweptPoint, b: SweptPoint | undefined) =>
		!!b && a.cost.low <= b.cost.high && b.cost.low <= a.cost.high;
	const [vague] = points
		.filter(
			(point, i) =>
				isVague(point) && (overlap(point, points[i - 1]) || overlap(point, points[i + 1]))
		)
		.sort((a, b) => width(b) - width(a));
	return vague ? telling(points.filter((point) => point !== vague)) : points;
}

type Rise = { from: SweptPoint; to: SweptPoint; slope: number };

/** Runs of neighbouring rises, cut where the rise slackens between two steep parts. */
function runs(rises: readonly Rise[]): Rise[][] {
	const found: Rise[][] = [];
	let run: Rise[] = [];
	for (const rise of rises) {
		if (rise.slope >= slopeAtLeast) run.push(rise);
		else if (run.length > 0) {
			found.push(run);
			run = [];
		}
	}
	if (run.length > 0) found.push(run);
	return found.flatMap(cut);
}

function cut(run: Rise[]): Rise[][] {
	const slopes = run.map(({ slope }) => slope);
	const valleys = slopes
		.map((slope, at) => ({ slope, at }))
		.filter(({ slope, at }) => {
			const [left, right] = [Math.max(...slopes.slice(0, at)), Math.max(...slopes.slice(at + 1))];
			return slope <= slackening * Math.min(left, right);
		});
	const deepest = valleys.sort((a, b) => a.slope - b.slope)[0]?.at;
	// The slack rise itself belongs to the plateau between the two steps.
	if (deepest !== undefined) return [run.slice(0, deepest), run.slice(deepest + 1)].flatMap(cut);
	const isSteep = (rise: Rise) => rise.slope >= edge * Math.max(...slopes);
	return [run.slice(run.findIndex(isSteep), run.findLastIndex(isSteep) + 1)];
}

/** "L2, 1 MiB": the reported level in or beside the step, the nearest if there are several. */
function nearest(caches: Host['caches'], from: number, to: number): string | undefined {
	const middle = Math.log(from * to) / 2;
	const distance = ({ bytes }: Host['caches'][number]) => Math.abs(Math.log(bytes) - middle);
	const cache = caches
		.filter((c) => c.bytes >= from / beside && c.bytes <= to * beside)
		.sort((a, b) => distance(a) - distance(b))[0];
	return cache && `L${cache.level}, ${bytes(cache.bytes)}`;
}
