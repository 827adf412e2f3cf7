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

/** Where a curve rises most, or falls most if it rises nowhere: the index of the value before. Undefined: it is flat. */
export function steepest(
	ratios: readonly (number | undefined)[]
): { at: number; falls: boolean } | undefined {
	const steps = ratios.slice(1).flatMap((to, at) => {
		const from = ratios[at];
		return from === undefined || to === undefined ? [] : [{ at, by: to / from }];
	});
	const up = steps.reduce((best, step) => (step.by > best.by ? step : best), { at: -1, by: rise });
	const down = steps.reduce((best, step) => (step.by < best.by ? step : best), {
		at: -1,
		by: 1 / rise
	});
	const found = [up, down].find(({ at }) => at >= 0);
	return found && { at: found.at, falls: found === down };
}
