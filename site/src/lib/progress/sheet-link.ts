/**
 * An answer sheet as the fragment of a link, which browsers do not send to the site: `#sheet=`, a version, a point, and compact
 * JSON in UTF-8 and base64url. Whoever makes a link can write anything into it, so reading checks all of it. Loaded only where
 * a link is made or read. Pure.
 */
import { accepted, refused, type Checked } from '../../../shared/checked.ts';
import { Language, Slug } from '@cyclelab/exercises/schema';
import { z } from 'zod';
import { oneLine } from '../../../shared/one-line.ts';
import { linkCharacters, nameCharacters, processorCharacters, sheetStart } from './sheet-limits.ts';
import type { ProgressSheet, SheetEntry, SheetResult } from './sheet.ts';
import type { Standing } from './standing.ts';

const version = '1.';
/** Digits of a ratio: more than the page shows. */
const digits = 4;
const standings = ['predicted', 'ran', 'passed'] as const satisfies Standing[];

const line = (characters: number) =>
	z
		.string()
		.max(characters)
		.refine((text) => oneLine(text) === text, 'has characters that cannot be seen');
const Ratio = z.number().positive().max(1e9);
const Day = z.iso.date();
/** Stands for what is absent. */
const None = z.literal(0);

const LinkResult = z
	.tuple([Ratio, Ratio, Ratio, z.int().nonnegative(), Day])
	.refine(([median, low, high]) => low <= median && median <= high, 'is no interval');
const LinkEntry = z.tuple([
	Slug,
	z.union([z.literal(0), z.literal(1), z.literal(2)]),
	z.union([Language, None]),
	z.union([Ratio, None]),
	z.union([LinkResult, None])
]);
const Content = z
	.tuple([
		line(nameCharacters),
		Day,
		z.array(line(processorCharacters).min(1)).max(200),
		z.array(LinkEntry).max(200)
	])
	.refine(
		([, , , entries]) => new Set(entries.map(([slug]) => slug)).size === entries.length,
		'names an exercise twice'
	)
	.refine(
		([, , processors, entries]) =>
			entries.every(([, , , , result]) => result === 0 || result[3] < processors.length),
		'has a result without its processor'
	);
type Content = z.infer<typeof Content>;

/** @returns the fragment, without its #; ratios have four digits */
export function encodeSheet({ name, day, entries }: ProgressSheet): string {
	const processors = [
		...new Set(entries.flatMap(({ result }) => (result ? [shownProcessor(result)] : [])))
	];
	const content: Content = [
		cut(name, nameCharacters),
		day,
		processors,
		entries.map((entry) => [
			entry.slug,
			standings.indexOf(entry.standing) as 0 | 1 | 2,
			entry.language ?? 0,
			entry.guess === undefined ? 0 : short(entry.guess),
			entry.result ? resultIn(entry.result, processors) : 0
		])
	];
	const bytes = new TextEncoder().encode(JSON.stringify(content));
	const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
	return sheetStart + version + text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

const shownProcessor = ({ processor }: SheetResult) => cut(processor, processorCharacters);
// Half of a surrogate pair at the end is removed by the second `oneLine`.
const cut = (text: string, characters: number) => oneLine(oneLine(text).slice(0, characters));
const short = (ratio: number) => Number(ratio.toPrecision(digits));

function resultIn(result: SheetResult, processors: readonly string[]): z.infer<typeof LinkResult> {
	const { ratio, day } = result;
	const at = processors.indexOf(shownProcessor(result));
	return [short(ratio.median), short(ratio.low), short(ratio.high), at, day];
}

/** @param fragment without its # */
export function decodeSheet(fragment: string): Checked<ProgressSheet> {
	if (fragment.length > linkCharacters)
		return refused(
			`This link is longer than ${linkCharacters} characters, which no answer sheet is. Ask its author for a new link or for a print.`
		);
	if (!fragment.startsWith(sheetStart + version))
		return refused(
			'This link holds an answer sheet of another version of the site, which this site cannot read. Ask its author for a new link.'
		);
	const data = jsonIn(fragment.slice((sheetStart + version).length));
	if (data === undefined)
		return refused(
			'This link is damaged, so it holds no answer sheet. Copy the link again, from its first to its last character.'
		);
	const parsed = Content.safeParse(data);
	if (!parsed.success) {
		const [issue] = parsed.error.issues;
		return refused(
			`This link holds no answer sheet that this site can show (${[issue?.path.join('.') ?? '', issue?.message ?? ''].filter(Boolean).join(': ')}). Ask its author for a new link.`
		);
	}
	const [name, day, processors, entries] = parsed.data;
	return accepted({ name, day, entries: entries.map((entry) => entryIn(entry, processors)) });
}

/** @returns undefined if it is not the JSON of a link */
function jsonIn(text: string): unknown {
	if (!/^[A-Za-z0-9_-]+$/.test(text)) return undefined;
	try {
		const bytes = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
		const utf8 = Uint8Array.from(bytes, (character) => character.charCodeAt(0));
		return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(utf8));
	} catch {
		return undefined;
	}
}

function entryIn(
	[slug, standing, language, guess, result]: z.infer<typeof LinkEntry>,
	processors: readonly string[]
): SheetEntry {
	return {
		slug,
		standing: standings[standing],
		language: language === 0 ? undefined : language,
		guess: guess === 0 ? undefined : guess,
		result:
			result === 0
				? undefined
				: {
						ratio: { median: result[0], low: result[1], high: result[2] },
						processor: processors[result[3]] ?? '',
						day: result[4]
					}
	};
}
