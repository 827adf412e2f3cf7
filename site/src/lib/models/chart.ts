/** Predicted against measured on two equal logarithmic axes. Pure. */
import { scaleLog } from 'd3-scale';
import { logDomain, logTicks } from '../comparison/scale.ts';
import type { Box } from '../comparison/sweep.ts';

interface Point {
	predicted: number;
	measured: number;
}

/** The factor by which a prediction is off, above 1: "2.0× too high". */
export const factorOf = ({ predicted, measured }: Point): number =>
	Math.max(predicted / measured, measured / predicted);

/** Undefined where there is nothing to draw. */
export function pointGeometry<T extends Point>(points: readonly T[], box: Box) {
	if (points.length === 0) return undefined;
	const domain = logDomain(points.flatMap(({ predicted, measured }) => [predicted, measured]));
	const [right, bottom] = [box.width - box.right, box.height - box.bottom];
	const x = scaleLog().domain(domain).range([box.left, right]);
	const y = scaleLog().domain(domain).range([bottom, box.top]);
	const [low, high] = domain;
	const line = (factor: number) => {
		const [from, to] = [Math.max(low, low / factor), Math.min(high, high / factor)];
		return `M${x(from)} ${y(from * factor)}L${x(to)} ${y(to * factor)}`;
	};
	return {
		right,
		bottom,
		dots: points.map((point) => ({ point, x: x(point.measured), y: y(point.predicted) })),
		ticks: logTicks(domain).map((value) => ({ value, x: x(value), y: y(value) })),
		/** Where both are equal, and where the prediction is a tenth off. */
		equal: line(1),
		tenths: [line(1.1), line(0.9)]
	};
}
