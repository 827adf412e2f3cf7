/**
 * A kept run as one picture, for link previews and reviews: its sentence, and documented, predicted and measured on one
 * axis. It has attributes only, neither styles nor scripts, so it may stand alone. Pure.
 */
import type { Facts } from '@cyclelab/exercises/schema';
import type { Failure } from '@cyclelab/contract/schema/failure';
import type { Report } from '@cyclelab/contract/schema/report';
import { gigahertz, moment, number, plusMinus, parameter } from '../ui/format.ts';
import { failuresOf, messagesOf } from '../../../shared/failures.ts';
import { oneLine } from '../../../shared/one-line.ts';
import { headingOf } from '../comparison/heading.ts';
import { valuesOf, speedsText, type Row } from '../comparison/rows.ts';
import { sheetsOf, type QuantitySheet } from '../comparison/sheets.ts';
import { editedOf, type Kept } from './card.ts';
import { element, escaped, text, wrapped } from './svg.ts';
import type { Interval } from '@cyclelab/contract/schema/measurement';
import { axisOf, tickText } from '../comparison/scale.ts';
import { namesAtEnds } from '../comparison/labels.ts';
import { dashOf, sweepGeometry } from '../comparison/sweep.ts';
import { pictureSize } from './formats.ts';

export function pictureOf({ facts, report, createdAt }: Kept): string {
	const heading = headingOf(facts, report);
	const notes = notesOf(facts, report, heading);
	const lines = linesOf(notes);
	const sheet = sheetsOf(facts, report)[0];
	const { host } = report.runner;
	const clock = host.emulated
		? undefined
		: report.variants.flatMap(({ points }) => points.flatMap((point) => point.measured ?? []))[0]
				?.clockGHz;
	const when = ` · ${moment(report.finishedAt ?? createdAt)}`;
	const legend = legendOf(sheet);
	// A processor's name may be long, and so may the legend; what is cut is the name, never the date.
	const where = wrapped(
		`${host.processor}${clock ? `, ${gigahertz(clock)}` : ''} · ${report.target}`,
		Math.min(360, width - edge - legend.end) - letterPx * when.length,
		11,
		1
	).map((line) => line + when);
	return pictureWith(
		`${facts.title}: documented, predicted and measured`,
		[heading, ...notes].join(' '),
		...wrapped(facts.title, width - 2 * edge - 80, 21, 1).map((line) =>
			text(line, edge, 40, { 'font-size': 21, stroke: colours.ink, 'stroke-width': 0.5 })
		),
		text('Cyclelab', width - edge, 39, { ...atEnd, fill: colours.ink3 }),
		...wrapped(heading, width - 2 * edge, 14, Math.max(1, 3 - lines.length)).map((line, i) =>
			text(line, edge, 64 + 19 * i, { 'font-size': 14, fill: colours.ink2 })
		),
		...lines.map((line, i) =>
			text(line, edge, plot.top - 14 - noteStep * (lines.length - 1 - i), {
				'font-size': 12,
				fill: colours.ink
			})
		),
		...(sheet ? chartOf(facts, sheet) : []),
		...legend.marks,
		...where.map((line) =>
			text(line, width - edge, height - 12, { ...atEnd, ...fine, 'font-size': 11 })
		)
	);
}

/** A picture in the site's frame. @param about for readers who do not see it */
export const pictureWith = (title: string, about: string, ...content: string[]): string =>
	element(
		'svg',
		{
			xmlns: 'http://www.w3.org/2000/svg',
			width,
			height,
			viewBox: `0 0 ${width} ${height}`,
			role: 'img',
			'font-family': 'Inter, system-ui, sans-serif',
			'font-size': 12,
			fill: colours.ink
		},
		element('title', {}, escaped(title)),
		element('desc', {}, escaped(about)),
		element('rect', { width, height, fill: colours.paper }),
		element('rect', { width, height: 5, fill: colours.measured }),
		...content
	);

/** Of a letter at the size of the last line, px. */
const letterPx = 6;

/** Failures that the heading does not have, and edited code: sentences. */
function notesOf(facts: Facts, report: Report, heading: string): string[] {
	const above = heading.toLowerCase();
	const [failed, ...more] = failuresOf(facts, report).filter(
		({ failure }) => !above.includes(failure.title.toLowerCase())
	);
	const others = more.length > 0 ? ` And ${more.length} more.` : '';
	return [
		failed &&
			`${failed.label ? `${failed.label}: ` : ''}${failed.failure.title}${others}${messageOf(failed.failure)}`,
		editedOf(facts, report)
	].filter((note) => note !== undefined);
}

/** The first message of a compiler. */
function messageOf(failure: Failure): string {
	const [first] = messagesOf(failure);
	return first === undefined ? '' : ` ${oneLine(first)}`;
}

/** Notes stand above the plot, and the sentence above them has what room they leave. Names in them may have wide letters. */
const noteStep = 15;
const linesOf = (notes: readonly string[]) =>
	notes.flatMap((note, i) => wrapped(note, width - 2 * edge, 13, i === 0 ? 2 : 1));

/** Only what there is to see, each as wide as its word; and where it ends. */
function legendOf(sheet: QuantitySheet | undefined): { marks: string[]; end: number } {
	const has = {
		documented: sheet?.rows.some(({ documented }) =>
			documented.some((figure) => figure.value !== undefined)
		),
		predicted: sheet?.rows.some(({ predicted }) => predicted !== undefined),
		'with-events': sheet?.rows.some(({ withEvents }) => withEvents !== undefined),
		measured: sheet === undefined || valuesOf(sheet.rows).length > 0
	};
	let x: number = edge;
	const marks = markKinds.flatMap((kind) => {
		if (!has[kind]) return [];
		const at = x;
		// As in the head of the table.
		const name = kind === 'with-events' ? 'with events' : kind;
		x += 22 + 5.4 * name.length;
		return [
			mark(kind, at + 5, height - 16, 4),
			text(name, at + 14, height - 12, { 'font-size': 11, fill: colourOf(kind) })
		];
	});
	return { marks, end: x };
}

const chartOf = (facts: Facts, sheet: QuantitySheet): string[] =>
	valuesOf(sheet.rows).length === 0 ? [] : facts.sweep ? sweepOf(facts, sheet) : dotsOf(sheet);

const mostRows = 6;
/** Few rows are spread over the plot, but not farther apart than this; below them is the axis. */
const widestStep = 64;
const axisRoom = 18;
/** Distance of the lines of a name in two lines; type and marks of rows that are this far apart are larger. */
const nameLine = 12;
const roomy = 32;
/** Room for a row's name, for the mark of edited code in it, and for its measured figure. */
const room = { label: 204, mark: 52, figure: 116 };

function dotsOf(sheet: QuantitySheet): string[] {
	const rows = sheet.rows.slice(0, mostRows);
	const more = sheet.rows.length - rows.length;
	const [from, to] = [edge + room.label, width - edge - room.figure];
	const axis = axisOf(valuesOf(rows), [from + 10, to - 10], sheet.axis, 5);
	const step = Math.min(widestStep, (plot.bottom - plot.top - axisRoom) / rows.length);
	const bottom = plot.top + step * rows.length;
	return [
		...axis.ticks.flatMap((tick) => [
			element('path', { d: `M${axis.at(tick)} ${plot.top}V${bottom}`, stroke: colours.line }),
			text(tickText(tick), axis.at(tick), bottom + 13, { ...inMiddle, ...fine })
		]),
		text(sheet.scale.words, width - edge, bottom + 13, { ...atEnd, ...fine }),
		...(more > 0
			? [text(`and ${more} more ${more === 1 ? 'row' : 'rows'}`, edge, bottom + 13, fine)]
			: []),
		...rows.flatMap((row, i) =>
			dotRow(row, plot.top + step * (i + 0.5), axis.at, sheet.scale.short, step >= roomy)
		)
	];
}

function figureOf(row: Row, measured: Interval, unit: string): string {
	const speeds = speedsText(row);
	const figure = speeds ? `modes ${speeds}` : `${number(measured.median)} ${plusMinus(measured)}`;
	return unit && !speeds ? `${figure} ${unit}` : figure;
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
	const { predicted, withEvents, measured, documented } = row;
	const centres = row.speeds.length > 0 ? row.speeds : measured ? [measured.median] : [];
	// a long name is cut before its mark
	const edited = row.edited ? ' (edited)' : '';
	const own = room.label - (row.edited ? room.mark : 0);
	const whole = wrapped(row.label, own, size, 2);
	const names = whole.length > 1 ? wrapped(row.label, own, 11, 2) : whole;
	return [
		...names.map((line, i) =>
			text(
				i === names.length - 1 ? line + edited : line,
				edge,
				y + 4 + nameLine * (i - (names.length - 1) / 2),
				{ 'font-size': names.length > 1 ? 11 : size }
			)
		),
		...(predicted !== undefined && measured
			? [
					element('path', {
						d: `M${at(predicted)} ${y}H${at(centres[0] ?? measured.median)}`,
						stroke: colours.ink3,
						'stroke-dasharray': '2 3'
					})
				]
			: []),
		...documented.flatMap(({ value }) =>
			value === undefined ? [] : [mark('documented', at(value), y, marks)]
		),
		...(predicted === undefined ? [] : [mark('predicted', at(predicted), y, marks)]),
		...(withEvents === undefined ? [] : [mark('with-events', at(withEvents), y, marks)]),
		...(measured
			? [
					element('path', {
						d: `M${at(measured.low)} ${y}H${at(measured.high)}`,
						stroke: colours.measured,
						'stroke-width': 2.5
					}),
					...centres.map((centre) => mark('measured', at(centre), y, 0.9 * marks))
				]
			: []),
		text(measured ? figureOf(row, measured, unit) : 'not measured', width - edge, y + 4, {
			...atEnd,
			fill: measured ? colours.measured : colours.ink3
		})
	];
}

/** Names of more lines than this cover each other. */
const mostNames = 6;

function sweepOf(facts: Facts, sheet: QuantitySheet): string[] {
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
			text(tickText(value), box.left - 6, y + 4, { ...atEnd, ...fine })
		]),
		...chart.xTicks.map(({ value, x }) =>
			text(parameter(value, unit), x, chart.bottom + 14, { ...inMiddle, ...fine })
		),
		text(sheet.scale.words, width - edge, plot.top - 8, { ...atEnd, ...fine }),
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
		...chart.withEvents.flatMap(({ places }) =>
			places.map(({ x, y }) => mark('with-events', x, y, 3))
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
			? namesAtEnds(chart.measured, chart).flatMap((name) =>
					wrapped(name.text, 106, 11, 1).map((line) =>
						text(line, name.x - 2, name.y, { 'font-size': 11, fill: colours.measured })
					)
				)
			: [])
	];
}

/** The light theme's colours (styles/theme.css). */
export const colours = {
	paper: '#ffffff',
	inset: '#f3f0e9',
	line: '#e2ded5',
	ink: '#1c1e22',
	ink2: '#4f545d',
	ink3: '#636872',
	documented: '#8f5200',
	predicted: '#5546c6',
	measured: '#0a6b66'
} as const;

/** Attributes of texts: the small print, and where a text stands beside its place. */
const fine = { 'font-size': 10, fill: colours.ink3 };
export const atEnd = { 'text-anchor': 'end' };
export const inMiddle = { 'text-anchor': 'middle' };

export const { width, height } = pictureSize;
/** Room at both sides. */
export const edge = 24;
/** Where the plot begins and ends, from the top. */
export const plot = { top: 122, bottom: 286 };

const markKinds = ['documented', 'predicted', 'with-events', 'measured'] as const;
type MarkKind = (typeof markKinds)[number];

export const colourOf = (kind: MarkKind): string =>
	colours[kind === 'with-events' ? 'predicted' : kind];

/** The shapes that carry meaning, as on the page. */
export function mark(kind: MarkKind, x: number, y: number, size: number): string {
	if (kind === 'measured')
		return element('circle', { cx: x, cy: y, r: size, fill: colours.measured });
	const s = size * 1.1;
	const d =
		kind === 'documented'
			? `M${x} ${y - s}L${x + s} ${y} ${x} ${y + s} ${x - s} ${y}Z`
			: kind === 'predicted'
				? `M${x - 0.75 * s} ${y - s}L${x + s} ${y} ${x - 0.75 * s} ${y + s}Z`
				: `M${x - s} ${y + 0.75 * s}L${x} ${y - s} ${x + s} ${y + 0.75 * s}Z`;
	return element('path', { d, fill: colours.paper, stroke: colourOf(kind), 'stroke-width': 1.6 });
}
