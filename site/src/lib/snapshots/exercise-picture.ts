/**
 * An exercise as one picture, for link previews: its title, its question, and the drawing of the question. It shows what is
 * asked and nothing of the answer. Pure.
 */
import type { Facts } from '@cyclelab/exercises/schema';
import { questionPicture, pictureText } from '../exercise/question-picture.ts';
import { colours, edge, height, width } from './picture.ts';
import { element, escaped, text, wrapped } from './svg.ts';

const inner = width - 2 * edge;
/** Size of the type, distance of the lines, and the most lines that there is room for. */
const title = { size: 27, line: 33, most: 2 };
const question = { size: 16, line: 22, most: 5 };
const label = { size: 13, line: 19 };
const axis = { size: 11, line: 20 };
/** Where the title's first line stands, and the room between title, question and drawing. */
const top = 52;
const gap = 14;
const thickestBar = 60;

export function exercisePicture(facts: Facts): string {
	const picture = questionPicture(facts);
	const titles = wrapped(facts.title, inner, title.size, title.most);
	const questions = wrapped(facts.question.text, inner, question.size, question.most);
	const questionAt = top + (titles.length - 1) * title.line + question.line + gap / 2;
	const drawingAt = questionAt + (questions.length - 1) * question.line + gap;
	const room = height - gap - axis.line - drawingAt - 2 * (label.line + gap / 2);
	const bar = Math.min(thickestBar, room / 2);
	const rows = [
		{ name: picture.to, share: picture.one, open: false },
		{ name: picture.of, share: picture.high, open: true }
	];
	const step = label.line + bar + gap / 2;
	return element(
		'svg',
		{
			xmlns: 'http://www.w3.org/2000/svg',
			width,
			height,
			viewBox: `0 0 ${width} ${height}`,
			role: 'img',
			'font-family': 'Inter, system-ui, sans-serif',
			fill: colours.ink
		},
		element('title', {}, escaped(facts.title)),
		element('desc', {}, escaped(pictureText(picture))),
		element('rect', { width, height, fill: colours.paper }),
		element('rect', { width, height: 5, fill: colours.measured }),
		text('Cyclelab', {
			x: width - edge,
			y: 22,
			'text-anchor': 'end',
			'font-size': 12,
			fill: colours.ink3
		}),
		...titles.map((line, i) =>
			text(line, {
				x: edge,
				y: top + i * title.line,
				'font-size': title.size,
				stroke: colours.ink,
				'stroke-width': 0.6
			})
		),
		...questions.map((line, i) =>
			text(line, {
				x: edge,
				y: questionAt + i * question.line,
				'font-size': question.size,
				fill: colours.ink2
			})
		),
		...rows.flatMap(({ name, share, open }, i) => {
			const y = drawingAt + i * step;
			const long = share * inner;
			return [
				...wrapped(name, inner, label.size, 1).map((line) =>
					text(line, { x: edge, y: y + 14, 'font-size': label.size })
				),
				element('rect', {
					x: edge,
					y: y + label.line,
					width: inner,
					height: bar,
					rx: 3,
					fill: colours.inset
				}),
				element('rect', {
					x: edge,
					y: y + label.line,
					width: long,
					height: bar,
					rx: 3,
					...(open
						? { fill: 'none', stroke: colours.ink3, 'stroke-width': 1.5, 'stroke-dasharray': '5 4' }
						: { fill: colours.ink2 })
				}),
				...(open
					? [
							text('?', {
								x: edge + long / 2,
								y: y + label.line + bar / 2 + 7,
								'font-size': 20,
								'text-anchor': 'middle',
								stroke: colours.ink,
								'stroke-width': 0.6
							})
						]
					: [])
			];
		}),
		...picture.ticks.map(({ ratio, at }) =>
			text(ratio, {
				x: edge + at * inner,
				y: drawingAt + 2 * step + axis.size,
				'font-size': axis.size,
				'text-anchor': 'middle',
				fill: colours.ink3
			})
		)
	);
}
