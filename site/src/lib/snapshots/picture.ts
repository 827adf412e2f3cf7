/**
 * A kept run as one picture, for link previews and reviews: its sentence, and documented, predicted and measured on one
 * axis. It has attributes only, neither styles nor scripts, so it may stand alone. Pure.
 */
import type { Facts } from '@cyclelab/exercises/schema';
import type { Report } from '@cyclelab/runner/schema/report';
import { gigahertz, moment } from '../ui/format.ts';
import { failuresOf } from '../../../shared/failures.ts';
import { headingOf } from '../comparison/heading.ts';
import { valuesOf } from '../comparison/rows.ts';
import { sheetsOf, type QuantitySheet } from '../comparison/sheets.ts';
import { compareWords } from '../comparison/compare-words.ts';
import { siteWords } from '../ui/site-words.ts';
import { snapshotWords } from './snapshot-words.ts';
import { editedOf, type Kept } from './card.ts';
import { dotsOf } from './picture-dots.ts';
import { colours, edge, height, mark, plot, width } from './picture-marks.ts';
import { sweepOf } from './picture-sweep.ts';
import { element, escaped, text, wrapped } from './svg.ts';

export function pictureOf({ facts, report, createdAt }: Kept): string {
	const heading = headingOf(facts, report);
	const notes = notesOf(facts, report, heading);
	const lines = linesOf(notes);
	const sheet = sheetsOf(facts, report)[0];
	const { host } = report.runner;
	const clock = host.emulated
		? undefined
		: report.variants.flatMap(({ points }) => points.flatMap((one) => one.measured ?? []))[0]
				?.clockGHz;
	const when = ` · ${moment(report.finishedAt ?? createdAt)}`;
	// A processor's name may be long; what is cut is the name, never the date.
	const where = wrapped(
		`${host.processor}${clock ? `, ${gigahertz(clock)}` : ''} · ${report.target}`,
		360 - letterPx * when.length,
		11,
		1
	).map((line) => line + when);
	return element(
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
		element('title', {}, escaped(snapshotWords.pictureOf(facts.title))),
		element('desc', {}, escaped([heading, ...notes].join(' '))),
		element('rect', { width, height, fill: colours.paper }),
		element('rect', { width, height: 5, fill: colours.measured }),
		...wrapped(facts.title, width - 2 * edge - 80, 21, 1).map((line) =>
			text(line, { x: edge, y: 40, 'font-size': 21, stroke: colours.ink, 'stroke-width': 0.5 })
		),
		text(siteWords.site, {
			x: width - edge,
			y: 39,
			'text-anchor': 'end',
			fill: colours.ink3
		}),
		...wrapped(heading, width - 2 * edge, 14, Math.max(1, 3 - lines.length)).map((line, i) =>
			text(line, { x: edge, y: 64 + 19 * i, 'font-size': 14, fill: colours.ink2 })
		),
		...lines.map((line, i) =>
			text(line, {
				x: edge,
				y: plot.top - 14 - noteStep * (lines.length - 1 - i),
				'font-size': 12,
				fill: colours.ink
			})
		),
		...(sheet ? chartOf(facts, sheet) : []),
		...legendOf(sheet),
		...where.map((line) =>
			text(line, {
				x: width - edge,
				y: height - 12,
				'text-anchor': 'end',
				'font-size': 11,
				fill: colours.ink3
			})
		)
	);
}

/** Of a letter at the size of the last line, px. */
const letterPx = 6;

/** Failures that the heading does not have, and edited code: sentences. */
function notesOf(facts: Facts, report: Report, heading: string): string[] {
	const above = heading.toLowerCase();
	const [failed, ...more] = failuresOf(facts, report).filter(
		({ failure }) => !above.includes(failure.title.toLowerCase())
	);
	const others = more.length > 0 ? snapshotWords.andMore(more.length) : '';
	return [
		failed && `${failed.label ? `${failed.label}: ` : ''}${failed.failure.title}${others}`,
		editedOf(facts, report)
	].filter((note) => note !== undefined);
}

/** Notes stand above the plot, and the sentence above them has what room they leave. Names in them may have wide letters. */
const noteStep = 15;
const linesOf = (notes: readonly string[]) =>
	notes.flatMap((note, i) => wrapped(note, width - 2 * edge, 13, i === 0 ? 2 : 1));

/** Only what there is to see, each as wide as its word. */
function legendOf(sheet: QuantitySheet | undefined): string[] {
	const has = {
		documented: sheet?.rows.some(({ documented }) =>
			documented.some((one) => one.value !== undefined)
		),
		predicted: sheet?.predicts,
		measured: true
	};
	let x: number = edge;
	return (['documented', 'predicted', 'measured'] as const).flatMap((kind) => {
		if (!has[kind]) return [];
		const at = x;
		x += 32 + 6.2 * compareWords[kind].length;
		return [
			mark(kind, at + 5, height - 16, 4),
			text(compareWords[kind], { x: at + 14, y: height - 12, 'font-size': 11, fill: colours[kind] })
		];
	});
}

const chartOf = (facts: Facts, sheet: QuantitySheet): string[] =>
	valuesOf(sheet.rows).length === 0 ? [] : facts.sweep ? sweepOf(facts, sheet) : dotsOf(sheet);
