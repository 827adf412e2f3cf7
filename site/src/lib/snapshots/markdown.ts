/** A card as Markdown and as plain text. Whatever stands in it stands there as text. Pure. */
import type { Facts } from '@cyclelab/exercises/schema';
import { oneLine } from '../../../shared/one-line.ts';
import type { Card } from './card.ts';
import { figureText } from '../comparison/figures.ts';
import { exact, number, parameter, plusMinus, shortName } from '../ui/format.ts';
import { countText, predictedOtherwise, speedsText, type Row } from '../comparison/rows.ts';
import type { QuantitySheet } from '../comparison/sheets.ts';

/** A sweep's table is longer than a review wants to read; it stands on the page and in the CSV. */
const mostRows = 8;

const tableOf = (facts: Facts, { sheet }: Card): string[][] | undefined =>
	sheet && sheet.rows.length <= mostRows ? cellsOf(facts, sheet) : undefined;

/** The meaning of the marks beside numbers. */
function noteOf({ sheet }: Card): string | undefined {
	const rows = sheet?.rows ?? [];
	const marks = [
		...(rows.some((row) => row.outside && row.predicted !== undefined)
			? ['* What happens here is outside the model.']
			: []),
		...(rows.some(({ slowed }) => slowed)
			? ['† Another program used the physical core; alone it may be faster.']
			: [])
	];
	return marks.length === 0 ? undefined : marks.join(' ');
}

/**
 * Everything that Markdown, or the HTML within it, would take for markup is escaped; a line break would end the paragraph. A
 * word joiner, which is invisible, keeps GitHub from notifying a user named after an @, from linking #12 to an issue, and from linking an address in what a
 * runner calls its processor (it would link `https://` and `www.` without any markup).
 */
export const markdownText = (text: string): string =>
	oneLine(text)
		.replace(/[\\`*_{}[\]<>#+!|~&$]/g, '\\$&')
		.replace(/[@#](?=\w)/g, '$&\u2060')
		.replace(/(?<=\w)(?=:\/\/)|(?<=\bwww)(?=\.)/gi, '\u2060');

/** A list, with the messages of compilers as lists within it. */
const failuresText = ({ failures }: Card, written: (text: string) => string) =>
	failures
		.flatMap(({ line, messages }) => [
			`- ${written(line)}`,
			...messages.map((message) => `  - ${written(message)}`)
		])
		.join('\n');

export function markdownOf(facts: Facts, card: Card): string {
	const table = tableOf(facts, card);
	const note = table && noteOf(card);
	const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
	const [head, ...rows] = table ?? [];
	return [
		`**[${markdownText(card.title)}](${card.page})** ${markdownText(card.result)}`,
		...(card.edited
			? [
					[
						markdownText(card.edited),
						...card.sources.map(
							({ label, address }) => `[${markdownText(`Source of “${label}”`)}](${address})`
						)
					].join(' ')
				]
			: []),
		...(card.failures.length > 0 ? [failuresText(card, markdownText)] : []),
		...(head
			? [
					[
						line(head.map(markdownText)),
						line(head.map((_, i) => (i === 0 ? '---' : '--:'))),
						...rows.map((cells) => line(cells.map(markdownText)))
					].join('\n')
				]
			: []),
		...(note ? [markdownText(note)] : []),
		...card.findings.map(markdownText),
		...(card.footnote ? [markdownText(card.footnote)] : []),
		`[![${markdownText(card.pictureText)}](${card.picture})](${card.page})`,
		`${markdownText(card.machine)}. ${markdownText(card.built)}.`
	]
		.join('\n\n')
		.concat('\n');
}

export function plainTextOf(facts: Facts, card: Card): string {
	const table = (tableOf(facts, card) ?? []).map((cells) => cells.map(oneLine));
	const note = table.length > 0 ? noteOf(card) : undefined;
	const widths = (table[0] ?? []).map((_, i) =>
		Math.max(...table.map((cells) => cells[i]?.length ?? 0))
	);
	const pad = (cell: string, i: number) =>
		i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0);
	const lines = table.map((cells) => `  ${cells.map(pad).join('  ')}`.trimEnd());
	return [
		oneLine(`${card.title}: ${card.result}`),
		...(card.edited
			? [
					[
						oneLine(card.edited),
						...card.sources.map(
							({ label, address }) => `${oneLine(`Source of “${label}”`)}: ${address}`
						)
					].join('\n')
				]
			: []),
		...(card.failures.length > 0 ? [failuresText(card, oneLine)] : []),
		...(lines.length > 0 ? [[...lines, ...(note ? [`  ${note}`] : [])].join('\n')] : []),
		...(card.findings.length > 0 ? [card.findings.map(oneLine).join('\n')] : []),
		...(card.footnote ? [oneLine(card.footnote)] : []),
		`${oneLine(card.machine)}.\n${oneLine(card.built)}.`,
		card.page
	]
		.join('\n\n')
		.concat('\n');
}

/** The first line holds the headings. */
export function cellsOf(
	facts: Facts,
	{ rows, scale, predicts, quantity }: QuantitySheet
): string[][] {
	const hasEvents = predicts && rows.some((row) => row.withEvents !== undefined);
	const hasDocumented = rows.some((row) => row.documented.length > 0);
	const hasCounts = quantity.id === 'time' && rows.some((row) => row.instructions !== undefined);
	const unit = facts.sweep?.unit ?? 'count';
	return [
		[
			scale.words,
			...(hasDocumented ? ['documented'] : []),
			...(predicts ? ['predicted'] : []),
			...(hasEvents ? ['predicted with events'] : []),
			'measured',
			...(hasCounts ? ['instructions'] : [])
		],
		...rows.map((row) => [
			[row.label, row.at === undefined ? [] : parameter(row.at, unit)].flat().join(', ') +
				(row.edited ? ' (edited)' : ''),
			...(hasDocumented ? [documentedText(row)] : []),
			...(predicts ? [predictedText(row)] : []),
			...(hasEvents
				? [row.withEvents === undefined ? 'no prediction' : number(row.withEvents)]
				: []),
			measuredText(row),
			...(hasCounts ? [countText(row) ?? ''] : [])
		])
	];
}

const documentedText = ({ documented }: Row): string =>
	documented
		.map((figure) => `${figureText(figure) ?? 'no clock stated'} (${shortName(figure.machine)})`)
		.join('; ') || 'not given';

function predictedText(row: Row): string {
	const value = row.predicted === undefined ? predictedOtherwise(row) : number(row.predicted);
	return value === undefined ? 'no prediction' : `${value}${row.outside ? '*' : ''}`;
}

function measuredText(row: Row): string {
	const { measured, point, slowed } = row;
	if (!measured) return point?.failure?.title ?? 'not measured';
	const { median, low, high } = measured;
	const mark = slowed ? '†' : '';
	const speeds = speedsText(row);
	if (speeds) return `${`modes ${speeds}`}${mark}`;
	if (low === high) return `${exact(median)}${mark}`;
	const [least, most] = [number(low), number(high)];
	return `${number(median)}${mark} ${least === most ? plusMinus(measured) : `(${least} to ${most})`}`;
}
