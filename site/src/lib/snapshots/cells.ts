/** A sheet as text cells: a heading and a line for each row, for Markdown and plain text. Pure. */
import type { Facts } from '@cyclelab/exercises/schema';
import { figureText } from '../comparison/figures.ts';
import { exact, number, parameter, shortName } from '../ui/format.ts';
import { predictedOtherwise, type Row } from '../comparison/rows.ts';
import type { QuantitySheet } from '../comparison/sheets.ts';
import { compareWords } from '../comparison/compare-words.ts';

/** The first line holds the headings. */
export function cellsOf(
	facts: Facts,
	{ rows, scale, predicts, quantity }: QuantitySheet
): string[][] {
	const { documented, predicted, measured, instructions } = compareWords;
	const hasDocumented = rows.some((row) => row.documented.length > 0);
	const hasCounts = quantity.id === 'time' && rows.some((row) => row.instructions !== undefined);
	const unit = facts.sweep?.unit ?? 'count';
	return [
		[
			scale.words,
			...(hasDocumented ? [documented] : []),
			...(predicts ? [predicted] : []),
			measured,
			...(hasCounts ? [instructions] : [])
		],
		...rows.map((row) => [
			[row.label, row.at === undefined ? [] : parameter(row.at, unit)].flat().join(', ') +
				(row.edited ? ` (${compareWords.edited})` : ''),
			...(hasDocumented ? [documentedText(row)] : []),
			...(predicts ? [predictedText(row)] : []),
			measuredText(row),
			...(hasCounts ? [row.instructions === undefined ? '' : exact(row.instructions)] : [])
		])
	];
}

const documentedText = ({ documented }: Row): string =>
	documented
		.map((one) => `${figureText(one) ?? compareWords.noClock} (${shortName(one.machine)})`)
		.join('; ') || compareWords.notGiven;

function predictedText(row: Row): string {
	const value = row.predicted === undefined ? predictedOtherwise(row) : number(row.predicted);
	return value === undefined ? compareWords.noPrediction : `${value}${row.outside ? '*' : ''}`;
}

function measuredText({ measured, point, slowed }: Row): string {
	if (!measured) return point?.failure?.title ?? compareWords.notMeasured;
	const { median, low, high } = measured;
	const mark = slowed ? '†' : '';
	return low === high
		? `${exact(median)}${mark}`
		: `${number(median)}${mark} (${compareWords.range(number(low), number(high))})`;
}
