/** A curve of ratios to the first value of a sweep, on a logarithmic scale. Pure. */

/** The scale begins below 1, so that a curve can fall. */
const least = 0.25;
/** Positions of a point on the scale. */
export const levels = 30;
/** A rise by less than this is none: it would be a guess at a flat line. */
const rise = 1.15;

const span = (most: number) => Math.log2(most / least);

/** The ratio at a position, 0 to `levels`. */
export const ratioAt = (level: number, most: number): number =>
	least * 2 ** ((span(most) * level) / levels);

/** The nearest position to a ratio. A ratio outside of the scale has the position of its end. */
export const levelOf = (ratio: number, most: number): number =>
	Math.min(levels, Math.max(0, Math.round((levels * Math.log2(ratio / least)) / span(most))));

/** 0 at the bottom of the scale, 1 at its top; not rounded to a position. */
export const heightOf = (ratio: number, most: number): number =>
	Math.min(1, Math.max(0, Math.log2(ratio / least) / span(most)));

/** Where a curve rises most: the index of the value before the rise. Undefined: it rises nowhere. */
export function steepest(ratios: readonly (number | undefined)[]): number | undefined {
	let found: { at: number; by: number } | undefined;
	for (const [at, to] of ratios.slice(1).entries()) {
		const from = ratios[at];
		if (from === undefined || to === undefined) continue;
		if (to / from > Math.max(rise, found?.by ?? 0)) found = { at, by: to / from };
	}
	return found?.at;
}
