/** Texts on a chart, placed so that none covers another. Pure. */
import type { Series } from './sweep.ts';

/** Height of a row of texts, px. */
export const rowPx = 16;
/** Of a letter at the charts' size of type, and the least room between two texts, px. */
const letterPx = 6.9;
const betweenPx = 8;
/** Least distance between the base lines of two names at the ends of lines, px. */
const nameStepPx = 17;

/** The width of a text as it is drawn, px. */
export const textWidth = (text: string): number => letterPx * text.length;

export interface PlacedText {
	text: string;
	/** Its middle. */
	x: number;
	/** From 0, the row nearest to what the text is about. */
	row: number;
}

/**
 * Texts as near to their places as the chart's edges allow, each in the first row where it covers no other.
 * @param ends the chart's left and right edge
 */
export function inRows(
	texts: readonly { text: string; x: number }[],
	[left, right]: readonly [number, number]
): PlacedText[] {
	const rows: number[] = [];
	return texts
		.map(({ text, x }) => {
			const half = textWidth(text) / 2;
			return { text, half, x: Math.max(left + half, Math.min(right - half, x)) };
		})
		.toSorted((a, b) => a.x - b.x)
		.map(({ text, half, x }) => {
			const free = rows.findIndex((end) => end + betweenPx <= x - half);
			const row = free < 0 ? rows.length : free;
			rows[row] = x + half;
			return { text, x, row };
		});
}

export const rowsIn = (texts: readonly PlacedText[]): number =>
	Math.max(0, ...texts.map(({ row }) => row + 1));

export interface PlacedName {
	key: string;
	text: string;
	kind: Series['kind'];
	x: number;
	y: number;
}

/**
 * The names of the lines that end at the chart's right edge, beside their ends. The name of a line that ends earlier would
 * lie on other lines: it belongs below the chart.
 */
export function namesAtEnds(
	series: readonly Series[],
	{ right, bottom }: { right: number; bottom: number }
): PlacedName[] {
	const names = series.flatMap(({ key, text, kind, places }): PlacedName[] => {
		const end = places.at(-1);
		return end && end.x >= right - 1 ? [{ key, text, kind, x: end.x + 11, y: end.y + 4 }] : [];
	});
	return spread(names, nameStepPx, bottom);
}

/**
 * Moves texts apart until none is nearer than `least` pixels to the next; their order stays. Where they would leave the
 * chart at the bottom, they move up.
 */
export function spread<T extends { y: number }>(
	labels: readonly T[],
	least: number,
	lowest = Infinity
): T[] {
	const sorted = labels.toSorted((a, b) => a.y - b.y);
	let before = -Infinity;
	const down = sorted.map((label) => {
		const y = Math.max(label.y, before + least);
		before = y;
		return { ...label, y };
	});
	let after = lowest + least;
	return down.reduceRight<T[]>((placed, label) => {
		const y = Math.min(label.y, after - least);
		after = y;
		return [{ ...label, y }, ...placed];
	}, []);
}
