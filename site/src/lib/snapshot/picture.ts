/**
 * A kept run as one picture, for link previews and reviews: its sentence, and documented, predicted and measured on one
 * axis. It has attributes only, neither styles nor scripts, so it may stand alone. Pure.
 */
import type { Facts } from '@cyclelab/exercises/schema';
import { gigahertz, moment } from '../format.ts';
import { headingOf } from '../heading.ts';
import { valuesOf } from '../rows.ts';
import { sheetsOf, type Sheet } from '../sheets.ts';
import { compareWords } from '../words/compare.ts';
import { siteWords } from '../words/site.ts';
import { snapshotWords } from '../words/snapshot.ts';
import type { Kept } from './card.ts';
import { dotsOf } from './picture-dots.ts';
import { colours, edge, height, mark, width } from './picture-marks.ts';
import { sweepOf } from './picture-sweep.ts';
import { element, escaped, text, wrapped } from './svg.ts';

export function pictureOf({ facts, report, createdAt }: Kept): string {
	const heading = headingOf(facts, report);
	const sheet = sheetsOf(facts, report)[0];
	const { host } = report.runner;
	const clock = host.emulated
		? undefined
		: report.variants.flatMap(({ points }) => points.flatMap((one) => one.measured ?? []))[0]
				?.clockGHz;
	const where = [
		`${host.processor}${clock ? `, ${gigahertz(clock)}` : ''}`,
		report.target,
		moment(report.finishedAt ?? createdAt)
	].join(' · ');
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
		element('desc', {}, escaped(heading)),
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
		...wrapped(heading, width - 2 * edge, 14, 3).map((line, i) =>
			text(line, { x: edge, y: 64 + 19 * i, 'font-size': 14, fill: colours.ink2 })
		),
		...(sheet ? chartOf(facts, sheet) : []),
		...legendOf(sheet),
		...wrapped(where, 360, 11, 1).map((line) =>
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

/** Only what there is to see, each as wide as its word. */
function legendOf(sheet: Sheet | undefined): string[] {
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

const chartOf = (facts: Facts, sheet: Sheet): string[] =>
	valuesOf(sheet.rows).length === 0 ? [] : facts.sweep ? sweepOf(facts, sheet) : dotsOf(sheet);
