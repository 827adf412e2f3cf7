/**
 * An exercise as one picture, for link previews: its title, its question, and the drawing of the question. It shows what is
 * asked and nothing of the answer. Pure.
 */
import type { Facts } from '@cyclelab/exercises/schema';
import { questionPicture, pictureText } from '../exercise/question-picture.ts';
import { atEnd, colours, edge, height, inMiddle, pictureWith, width } from './picture.ts';
import { element, text, wrapped } from './svg.ts';

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
/** A stroke makes type heavier. */
const bold = { stroke: colours.ink, 'stroke-width': 0.6 };

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
	return pictureWith(
		facts.title,
		pictureText(picture),
		text('Cyclelab', width - edge, 22, { ...atEnd, fill: colours.ink3 }),
		...titles.map((line, i) =>
			text(line, edge, top + i * title.line, { 'font-size': title.size, ...bold })
		),
		...questions.map((line, i) =>
			text(line, edge, questionAt + i * question.line, {
				'font-size': question.size,
				fill: colours.ink2
			})
		),
		...rows.flatMap(({ name, share, open }, i) => {
			const y = drawingAt + i * step;
			const long = share * inner;
			const place = { x: edge, y: y + label.line };
			return [
				...wrapped(name, inner, label.size, 1).map((line) =>
					text(line, edge, y + 14, { 'font-size': label.size })
				),
				element('rect', { ...place, width: inner, height: bar, rx: 3, fill: colours.inset }),
				element('rect', {
					...place,
					width: long,
					height: bar,
					rx: 3,
					...(open
						? { fill: 'none', stroke: colours.ink3, 'stroke-width': 1.5, 'stroke-dasharray': '5 4' }
						: { fill: colours.ink2 })
				}),
				...(open
					? [
							text('?', edge + long / 2, place.y + bar / 2 + 7, {
								'font-size': 20,
								...inMiddle,
								...bold
							})
						]
					: [])
			];
		}),
		...picture.ticks.map(({ ratio, at }) =>
			text(ratio, edge + at * inner, drawingAt + 2 * step + axis.size, {
				'font-size': axis.size,
				...inMiddle,
				fill: colours.ink3
			})
		)
	);
}
