/** The plot of a kept run's picture where nothing is swept: a row for each variant. Pure. */
import { number, plusMinus } from '../ui/format.ts';
import { valuesOf, type Row } from '../comparison/rows.ts';
import { axisOf, tickText } from '../comparison/scale.ts';
import type { QuantitySheet } from '../comparison/sheets.ts';
import { compareWords } from '../comparison/compare-words.ts';
import { snapshotWords } from './snapshot-words.ts';
import { colours, edge, mark, plot, width } from './picture-marks.ts';
import { element, text, wrapped } from './svg.ts';

const mostRows = 6;
/** Few rows are spread over the plot, but not farther apart than this; below them is the axis. */
const widestStep = 64;
const axisRoom = 18;
/** Distance of the lines of a name in two lines; type and marks of rows that are this far apart are larger. */
const nameLine = 12;
const roomy = 32;
/** Room for a row's name, for the mark of edited code in it, and for its measured figure. */
const room = { label: 204, mark: 52, figure: 116 };

export function dotsOf(sheet: QuantitySheet): string[] {
	const rows = sheet.rows.slice(0, mostRows);
	const more = sheet.rows.length - rows.length;
	const [from, to] = [edge + room.label, width - edge - room.figure];
	const axis = axisOf(valuesOf(rows), [from + 10, to - 10], sheet.axis, 5);
	const step = Math.min(widestStep, (plot.bottom - plot.top - axisRoom) / rows.length);
	const bottom = plot.top + step * rows.length;
	return [
		...axis.ticks.flatMap((tick) => [
			element('path', { d: `M${axis.at(tick)} ${plot.top}V${bottom}`, stroke: colours.line }),
			text(tickText(tick), {
				x: axis.at(tick),
				y: bottom + 13,
				'text-anchor': 'middle',
				'font-size': 10,
				fill: colours.ink3
			})
		]),
		text(sheet.scale.words, {
			x: width - edge,
			y: bottom + 13,
			'text-anchor': 'end',
			'font-size': 10,
			fill: colours.ink3
		}),
		...(more > 0
			? [
					text(snapshotWords.moreRows(more), {
						x: edge,
						y: bottom + 13,
						'font-size': 10,
						fill: colours.ink3
					})
				]
			: []),
		...rows.flatMap((row, i) =>
			dotRow(row, plot.top + step * (i + 0.5), axis.at, sheet.scale.short, step >= roomy)
		)
	];
}

function dotRow(
	row: Row,
	y: number,
	at: (value: number) => number,
	unit: string,
	isRoomy: boolean
): string[] {
	const size = isRoomy ? 13 : 12;
	const marks = isRoomy ? 6.5 : 5;
	const { predicted, measured, documented } = row;
	// a long name is cut before its mark
	const edited = row.edited ? ` (${compareWords.edited})` : '';
	const own = room.label - (row.edited ? room.mark : 0);
	const whole = wrapped(row.label, own, size, 2);
	const names = whole.length > 1 ? wrapped(row.label, own, 11, 2) : whole;
	return [
		...names.map((line, i) =>
			text(i === names.length - 1 ? line + edited : line, {
				x: edge,
				y: y + 4 + nameLine * (i - (names.length - 1) / 2),
				...(names.length > 1 ? { 'font-size': 11 } : { 'font-size': size })
			})
		),
		...(predicted !== undefined && measured
			? [
					element('path', {
						d: `M${at(predicted)} ${y}H${at(measured.median)}`,
						stroke: colours.ink3,
						'stroke-dasharray': '2 3'
					})
				]
			: []),
		...documented.flatMap(({ value }) =>
			value === undefined ? [] : [mark('documented', at(value), y, marks)]
		),
		...(predicted === undefined ? [] : [mark('predicted', at(predicted), y, marks)]),
		...(measured
			? [
					element('path', {
						d: `M${at(measured.low)} ${y}H${at(measured.high)}`,
						stroke: colours.measured,
						'stroke-width': 2.5
					}),
					mark('measured', at(measured.median), y, 0.9 * marks)
				]
			: []),
		text(
			measured
				? `${number(measured.median)} ${plusMinus(measured)}${unit ? ` ${unit}` : ''}`
				: compareWords.notMeasured,
			{
				x: width - edge,
				y: y + 4,
				'text-anchor': 'end',
				fill: measured ? colours.measured : colours.ink3
			}
		)
	];
}
