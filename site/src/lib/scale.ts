/** Axes of the charts. Pure. */
import { scaleLog, type ScaleLogarithmic } from 'd3-scale';
import { extent } from 'd3-array';

export type LogScale = ScaleLogarithmic<number, number>;

/** Ends of a log axis that holds all values with a little room, never narrower than one factor of four. */
export function logDomain(values: number[]): [number, number] {
	const [least, most] = extent(values);
	if (least === undefined || most === undefined) return [0.5, 20];
	const room = 1.25;
	const [low, high] = [least / room, most * room];
	if (high / low >= 4) return [low, high];
	const middle = Math.sqrt(low * high);
	return [middle / 2, middle * 2];
}

/** Marks at 1, 2, 5 times a power of ten; only the powers where there would be more than `most`. */
export function logTicks([low, high]: [number, number], most = 8): number[] {
	const ticks = (steps: number[]) => {
		const found: number[] = [];
		for (let power = Math.floor(Math.log10(low)); power <= Math.log10(high); power += 1)
			for (const step of steps) {
				// toPrecision: 10 ** -1 * 5 is 0.5000000000000001 in doubles
				const tick = Number((step * 10 ** power).toPrecision(1));
				if (tick >= low && tick <= high) found.push(tick);
			}
		return found;
	};
	const fine = ticks([1, 2, 5]);
	return fine.length <= most ? fine : ticks([1]);
}

export function logScale(domain: [number, number], range: [number, number]): LogScale {
	return scaleLog().domain(domain).range(range);
}

/** Text of a tick: no trailing zeros. */
export function tickText(value: number): string {
	return value >= 1000 ? value.toLocaleString('en-US') : String(value);
}
