/** A card as Markdown and as plain text. Whatever stands in it stands there as text. Pure. */
import type { Facts } from '@cyclelab/exercises/schema';
import { oneLine } from '../../../shared/one-line.ts';
import type { Card } from './card.ts';
import { cellsOf } from './cells.ts';
import { snapshotWords } from './snapshot-words.ts';

/** A sweep's table is longer than a review wants to read; it stands on the page and in the CSV. */
const mostRows = 8;

const tableOf = (facts: Facts, { sheet }: Card): string[][] | undefined =>
	sheet && sheet.rows.length <= mostRows ? cellsOf(facts, sheet) : undefined;

/** The meaning of the marks beside numbers. */
function noteOf({ sheet }: Card): string | undefined {
	const rows = sheet?.rows ?? [];
	const marks = [
		...(rows.some((row) => row.outside && row.predicted !== undefined)
			? [snapshotWords.outside]
			: []),
		...(rows.some(({ slowed }) => slowed) ? [snapshotWords.slowed] : [])
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
							({ label, address }) => `[${markdownText(snapshotWords.sourceOf(label))}](${address})`
						)
					].join(' ')
				]
			: []),
		...(card.failures.length > 0
			? [card.failures.map((one) => `- ${markdownText(one)}`).join('\n')]
			: []),
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
							({ label, address }) => `${oneLine(snapshotWords.sourceOf(label))}: ${address}`
						)
					].join('\n')
				]
			: []),
		...(card.failures.length > 0
			? [card.failures.map((one) => `- ${oneLine(one)}`).join('\n')]
			: []),
		...(lines.length > 0 ? [[...lines, ...(note ? [`  ${note}`] : [])].join('\n')] : []),
		...(card.findings.length > 0 ? [card.findings.map(oneLine).join('\n')] : []),
		`${oneLine(card.machine)}.\n${oneLine(card.built)}.`,
		card.page
	]
		.join('\n\n')
		.concat('\n');
}
