/** Series by commit as an SVG picture. Pure. */
import { builtBy, titleOf } from './series.mjs';
import { cycles, exact } from './text.mjs';
import { changesText, commitOf, dayOf, percentOf, rangeOf } from './track.mjs';

/** Of a chart, px: the picture's width, the edges of the area with the points, and the height of a line of text. */
const size = { width: 960, left: 70, right: 940, top: 96, bottom: 282, text: 19 };
/** Width of a change's name, px. */
const nameWidth = 64;

// Contrasts of at least 4.5 to 1 for text on both backgrounds (WCAG 2.2, 1.4.3).
const style = `
	.back { fill: #ffffff } text { fill: #1a1a1a; font: 13px system-ui, sans-serif }
	.title { font-size: 16px; font-weight: 600 } .quiet { fill: #595959 }
	.grid { stroke: #d0d0d0 } .axis { stroke: #767676 }
	.interval, .level { stroke: #0b5cad } .level { stroke-width: 2; opacity: 0.5 } .point { fill: #0b5cad }
	.change { stroke: #a8290b; stroke-dasharray: 5 3 } .named { fill: #a8290b; font-weight: 600 }
	.count { fill: none; stroke: #1a1a1a }
	@media (prefers-color-scheme: dark) {
		.back { fill: #16181d } text { fill: #e8e8e8 } .quiet { fill: #b0b0b0 }
		.grid { stroke: #3a3d44 } .axis { stroke: #8a8f99 }
		.interval, .level { stroke: #6db3ff } .point { fill: #6db3ff }
		.change { stroke: #ff9b80 } .named { fill: #ff9b80 } .count { stroke: #e8e8e8 }
	}`;

/** Characters that XML 1.0 does not allow are left out. @param {string} text */
const escaped = (text) =>
	text
		.replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
		.replaceAll('&', '&amp;')
		.replaceAll('<', '&lt;')
		.replaceAll('>', '&gt;')
		.replaceAll('"', '&quot;');

/** @param {number} value */
const px = (value) => value.toFixed(1);

/** Steps of 1, 2 or 5 times a power of ten, about five on the axis. @param {{ low: number, high: number }} range */
function ticksOf({ low, high }) {
	const rough = (high - low) / 5;
	const power = 10 ** Math.floor(Math.log10(rough));
	const step = power * ([1, 2, 5].find((factor) => factor * power >= rough) ?? 10);
	const first = Math.ceil(low / step);
	const count = Math.floor(high / step) - first + 1;
	const digits = Math.max(0, -Math.floor(Math.log10(step)));
	return Array.from({ length: count }, (_, at) => {
		const value = (first + at) * step;
		return { value, text: value.toFixed(digits) };
	});
}

/** @param {number} x1 @param {number} y1 @param {number} x2 @param {number} y2 @param {string} kind */
const line = (x1, y1, x2, y2, kind) =>
	`<line class="${kind}" x1="${px(x1)}" y1="${px(y1)}" x2="${px(x2)}" y2="${px(y2)}"/>`;

/** @param {number} x @param {number} y @param {string} words @param {string} [more] attributes */
const label = (x, y, words, more = '') =>
	`<text x="${px(x)}" y="${px(y)}"${more}>${escaped(words)}</text>`;

/** Longest text that fits the picture's width, characters. */
const mostCharacters = 125;
/** @param {string} text */
const cut = (text) =>
	text.length > mostCharacters ? `${text.slice(0, mostCharacters - 1)}…` : text;

/** @param {import('./track.mjs').Judged} series */
function chartOf(series) {
	const { entries, changes = [], counts } = series;
	const [first] = entries;
	if (!first) return '';
	const range = rangeOf(entries);
	const { left, right, top, bottom } = size;
	const step = (right - left) / entries.length;
	const x = (/** @type {number} */ at) => left + step * (at + 0.5);
	const y = (/** @type {number} */ value) =>
		bottom - ((value - range.low) / (range.high - range.low)) * (bottom - top);
	const ticks = ticksOf(range).map(
		({ value, text }) =>
			line(left, y(value), right, y(value), 'grid') +
			label(left - 8, y(value) + 4, text, ' class="quiet" text-anchor="end"')
	);
	const points = entries.map((entry, at) => {
		const { low, median, high } = entry.cyclesPerIteration;
		const count = entry.instructionsPerIteration;
		const about = `${dayOf(entry)} ${commitOf(entry)}: ${cycles(entry.cyclesPerIteration)}${count === undefined ? '' : `, ${exact(count)} instructions`}`;
		const ring = counts.includes(at)
			? `<circle class="count" cx="${px(x(at))}" cy="${px(y(median))}" r="7"/>`
			: '';
		return `<g><title>${escaped(about)}</title>${line(x(at), y(low), x(at), y(high), 'interval')}<circle class="point" cx="${px(x(at))}" cy="${px(y(median))}" r="3"/>${ring}</g>`;
	});
	const edges = changes.map(({ at }) => at);
	// Close changes have names at two heights; without room the sentences below alone name them.
	const taken = [-Infinity, -Infinity];
	const marks = changes.map((change, i) => {
		const place = left + step * change.at;
		const until = left + step * (edges[i + 1] ?? entries.length);
		const row = taken.findIndex((end) => place - end >= nameWidth);
		if (row >= 0) taken[row] = place;
		const anchor = place > right - nameWidth / 2 ? 'end' : 'middle';
		return [
			...(i === 0 ? [line(left, y(change.before), place, y(change.before), 'level')] : []),
			line(place, y(change.after), until, y(change.after), 'level'),
			line(place, top - 4, place, bottom, 'change'),
			...(row < 0
				? []
				: [
						label(
							place,
							top - 10 - 15 * row,
							percentOf(change),
							` class="named" text-anchor="${anchor}"`
						)
					])
		].join('');
	});
	const last = entries[entries.length - 1];
	const below =
		entries.length === 1
			? [label(x(0), bottom + 18, `${dayOf(first)} ${commitOf(first)}`, ' text-anchor="middle"')]
			: [
					label(left, bottom + 18, `${dayOf(first)} ${commitOf(first)}`),
					label(right, bottom + 18, `${dayOf(last)} ${commitOf(last)}`, ' text-anchor="end"')
				];
	return [
		label(20, 26, cut(`${titleOf(first)}: cycles an iteration`), ' class="title"'),
		label(20, 46, cut(builtBy(first)), ' class="quiet"'),
		...ticks,
		line(left, top, left, bottom, 'axis'),
		line(left, bottom, right, bottom, 'axis'),
		...points,
		...marks,
		...below,
		...changesText(series).map((change, at) => label(20, bottom + 46 + size.text * at, cut(change)))
	].join('\n');
}

/** All series below one another; without one a sentence. @param {readonly import('./track.mjs').Judged[]} all */
export function trackSvg(all) {
	let height = all.length === 0 ? size.top : 0;
	const charts = all.map((series) => {
		const chart = `<g transform="translate(0 ${height})">\n${chartOf(series)}\n</g>`;
		height += size.bottom + 46 + size.text * changesText(series).length;
		return chart;
	});
	const about = all.map((series) =>
		[series.entries[0] ? titleOf(series.entries[0]) : '', ...changesText(series)].join('; ')
	);
	return `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${height}" viewBox="0 0 ${size.width} ${height}" role="img" aria-labelledby="title about">
<title id="title">Cycles an iteration by commit</title>
<desc id="about">${escaped(about.join('. '))}</desc>
<style>${style}
</style>
<rect class="back" width="${size.width}" height="${height}"/>
${charts.length > 0 ? charts.join('\n') : label(20, 46, 'not enough data: no measurement')}
</svg>
`;
}
