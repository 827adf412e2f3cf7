/** A curve of ratios to the first value of a sweep, on a logarithmic scale. Pure. */

/** Positions of a point on the scale. */
export const levels = 30;
/** A rise by less than this is none: it would be a guess at a flat line. */
const rise = 1.15;

/** From 1 / `fall`, so that a curve can fall, to `most`. */
type Scale = { most: number; fall: number };

const span = ({ most, fall }: Scale) => Math.log2(most * fall);

/** The ratio at a position, 0 to `levels`. */
export const ratioAt = (level: number, scale: Scale): number =>
	2 ** ((span(scale) * level) / levels) / scale.fall;

/** The nearest position to a ratio. A ratio outside of the scale has the position of its end. */
export const levelOf = (ratio: number, scale: Scale): number =>
	Math.round(levels * heightOf(ratio, scale));

/** 0 at the bottom of the scale, 1 at its top; not rounded to a position. */
export const heightOf = (ratio: number, scale: Scale): number =>
	Math.min(1, Math.max(0, Math.log2(ratio * scale.fall) / span(scale)));

/**
 * Where a curve rises most, or falls most if it rises nowhere: the indices of the two values, neighbours among those that have a ratio.
 * Undefined: it is flat.
 */
export function steepest(
	ratios: readonly (number | undefined)[]
): { from: number; to: number; falls: boolean } | undefined {
	const known = ratios.flatMap((ratio, at) => (ratio === undefined ? [] : [{ ratio, at }]));
	const steps = known.slice(1).flatMap(({ ratio, at: to }, i) => {
		const before = known[i];
		return before ? [{ from: before.at, to, by: ratio / before.ratio }] : [];
	});
	const [up] = steps.toSorted((a, b) => b.by - a.by);
	const [down] = steps.toSorted((a, b) => a.by - b.by);
	if (up && up.by > rise) return { from: up.from, to: up.to, falls: false };
	return down && down.by < 1 / rise ? { from: down.from, to: down.to, falls: true } : undefined;
}
