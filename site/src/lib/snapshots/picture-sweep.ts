/** The plot of a kept run's picture where a parameter is swept: a line for each variant. Pure. */
import type { Facts } from '@cyclelab/exercises/schema';
import { parameter } from '../ui/format.ts';
import { tickText } from '../comparison/scale.ts';
import { namesAtEnds } from '../comparison/labels.ts';
import type { QuantitySheet } from '../comparison/sheets.ts';
import { dashOf, sweepGeometry } from '../comparison/sweep.ts';
import { colours, edge, mark, plot, width } from './picture-marks.ts';
import { element, text, wrapped } from './svg.ts';

/** Names of more lines than this cover each other. */
const mostNames = 6;

export function sweepOf(facts: Facts, sheet: QuantitySheet): string[] {
	const named = facts.variants.length <= mostNames;
	const right = named ? 130 : edge;
	const box = {
		width,
		height: plot.bottom + 12,
		top: plot.top,
		right,
		bottom: 30,
		left: edge + 26
	};
	const chart = sweepGeometry(facts, sheet.rows, box);
	const unit = facts.sweep?.unit ?? 'count';
	return [
		...chart.yTicks.flatMap(({ value, y }) => [
			element('path', { d: `M${box.left} ${y}H${chart.right}`, stroke: colours.line }),
			text(tickText(value), {
				x: box.left - 6,
				y: y + 4,
				'text-anchor': 'end',
				'font-size': 10,
				fill: colours.ink3
			})
		]),
		...chart.xTicks.map(({ value, x }) =>
			text(parameter(value, unit), {
				x,
				y: chart.bottom + 14,
				'text-anchor': 'middle',
				'font-size': 10,
				fill: colours.ink3
			})
		),
		text(sheet.scale.words, {
			x: width - edge,
			y: plot.top - 8,
			'text-anchor': 'end',
			'font-size': 10,
			fill: colours.ink3
		}),
		...chart.documented.flatMap(({ path, places, index }) => [
			element('path', {
				d: path,
				fill: 'none',
				stroke: colours.documented,
				'stroke-dasharray': dashOf(index)
			}),
			...places.map(({ x, y }) => mark('documented', x, y, 3))
		]),
		...chart.predicted.map(({ y }) =>
			element('path', {
				d: `M${box.left + 10} ${y}H${chart.right}`,
				stroke: colours.predicted,
				'stroke-dasharray': '2 4'
			})
		),
		...chart.measured.flatMap(({ path, places, index }) => [
			element('path', {
				d: path,
				fill: 'none',
				stroke: colours.measured,
				'stroke-width': 2,
				'stroke-dasharray': dashOf(index)
			}),
			...places.map(({ x, y }) => mark('measured', x, y, 2.6))
		]),
		...(named
			? namesAtEnds(chart.measured, chart).flatMap((one) =>
					wrapped(one.text, 106, 11, 1).map((line) =>
						text(line, { x: one.x - 2, y: one.y, 'font-size': 11, fill: colours.measured })
					)
				)
			: [])
	];
}
