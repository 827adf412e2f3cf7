/** Axes of the charts. Pure. */
import { scaleLinear, scaleLog } from 'd3-scale';
import { extent } from 'd3-array';
import { decimal } from '@cyclelab/contract/measure/sentence-numbers';

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

/**
 * Marks at 1, 2, 5 times a power of ten; only the powers where there would be more than `most`, and of those every second,
 * third and so on.
 */
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
	if (fine.length <= most) return fine;
	const powers = ticks([1]);
	const every = Math.ceil(powers.length / most);
	return powers.filter((_, i) => i % every === 0);
}

/** Values to pixels, with the marks to draw. */
export interface Axis {
	kind: 'log' | 'linear';
	at: (value: number) => number;
	ticks: number[];
}

/** Ratios beyond this leave the lower values of a linear axis on the floor. */
const widest = 50;

/**
 * An axis for these values. Ratios want a log axis; a wish for a linear one is granted where the values are not too far
 * apart, and it begins at zero. Amounts of zero have no place on a log axis, so they get a linear one anyway.
 */
export function axisOf(
	values: number[],
	range: [number, number],
	wish: Axis['kind'] = 'log',
	most = 8
): Axis {
	const [least = 1, largest = 1] = extent(values);
	const linear = least <= 0 || (wish === 'linear' && values.length > 0 && largest / least < widest);
	if (!linear) {
		const domain = logDomain(values);
		return {
			kind: 'log',
			at: scaleLog().domain(domain).range(range),
			ticks: logTicks(domain, most)
		};
	}
	const top = largest > 0 ? largest * 1.08 : 1;
	const scale = scaleLinear()
		.domain([Math.min(0, least), top])
		.range(range);
	return { kind: 'linear', at: scale, ticks: scale.ticks(most) };
}

/** Text of a tick: no trailing zeros. */
export function tickText(value: number): string {
	// toPrecision: 3 * 0.2 is 0.6000000000000001 in doubles
	return value >= 1000 ? decimal(value, 0, 3) : String(Number(value.toPrecision(12)));
}
