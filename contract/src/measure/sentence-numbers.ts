/** Numbers as the sentences of a report write them. Browser-safe. */

/**
 * A decimal number with its thousands set apart: 1,490 or 0.50. Written by hand: a browser takes 30 ms to load its tables
 * for the first number of `toLocaleString`, four times as long on a slow processor, and a page begins with one.
 * @param fewest digits after the point
 * @param most of them, without zeros at the end
 */
export function decimal(value: number, fewest: number, most = fewest): string {
	const [whole = '', part = ''] = value.toFixed(most).split('.');
	const kept = part.slice(0, fewest) + part.slice(fewest).replace(/0+$/, '');
	return whole.replace(/\B(?=(\d{3})+$)/g, ',') + (kept && `.${kept}`);
}

/** Three significant digits, never in powers of ten: 19.3, 3.06, 0.668, 1,490. */
export const number = (value: number): string => significant(3, value);

function significant(digits: number, value: number): string {
	if (value === 0 || !Number.isFinite(value)) return String(value);
	const rounded = Number(value.toPrecision(digits));
	return decimal(rounded, digitsAfter(rounded, digits));
}

/** Two numbers of a sentence about their difference: with three significant digits, or as many more as show that they differ. */
export function apart(one: number, other: number): [string, string] {
	const written = (digits: number): [string, string] => [
		significant(digits, one),
		significant(digits, other)
	];
	const digits = [3, 4, 5, 6, 7, 8].find((digits) => {
		const [a, b] = written(digits);
		return a !== b;
	});
	return written(digits ?? 3);
}

/** At most this many significant digits, without zeros after them: 1.1, 12,345.678. */
export function upTo(digits: number, value: number): string {
	if (value === 0 || !Number.isFinite(value)) return String(value);
	const rounded = Number(value.toPrecision(digits));
	return decimal(rounded, 0, digitsAfter(rounded, digits));
}

/** How many of so many significant digits stand after the point. */
const digitsAfter = (value: number, digits: number) =>
	Math.min(20, Math.max(0, digits - 1 - Math.floor(Math.log10(Math.abs(value)))));

/** Several numbers of which one holds at a time: 6.82, 4.34 or 4.98. */
export function eitherOf(values: readonly number[]): string {
	const written = values.map(number);
	return [written.slice(0, -1).join(', '), ...written.slice(-1)].filter(Boolean).join(' or ');
}

/** A cost with its unit: 1.00 cycle, 3.06 cycles. */
export function cycles(value: number): string {
	return `${number(value)} ${number(value) === '1.00' ? 'cycle' : 'cycles'}`;
}

/** A ratio, as coarse as people say it: 1.08 times, 6.3 times, 88 times. */
export function times(ratio: number): string {
	return `${ratioText(ratio)} times`;
}

/** The ratio alone, as coarse as in `times`. */
export function ratioText(ratio: number): string {
	const decimals = ratio >= 9.95 ? 0 : ratio >= 1.995 ? 1 : 2;
	return decimal(ratio, decimals);
}

/** ", between 2.0 and 2.2" after a ratio; nothing where both ends are written alike. */
export function between({ low, high }: { low: number; high: number }): string {
	const [from, to] = [ratioText(low), ratioText(high)];
	return from === to ? '' : `, between ${from} and ${to}`;
}

/** Powers of 1024, exact where the size is: 48 KiB, 1 MiB, 1.5 MiB. */
export function bytes(value: number): string {
	const units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'];
	let unit = 0;
	let scaled = value;
	while (scaled >= 1024 && unit + 1 < units.length) {
		scaled /= 1024;
		unit += 1;
	}
	return `${decimal(scaled, 0, 2)} ${units[unit]}`;
}

/** A time in the unit that fits it: 0.668 ns, 5.68 µs, 14.5 ms, 1.20 s. */
export function nanoseconds(ns: number): string {
	const units = ['ns', 'µs', 'ms', 's'];
	let unit = 0;
	let scaled = ns;
	// By what is written: 999.9 is 1,000.
	while (Math.abs(Number(scaled.toPrecision(3))) >= 1000 && unit + 1 < units.length) {
		scaled /= 1000;
		unit += 1;
	}
	return `${number(scaled)} ${units[unit]}`;
}

/** A limit: 500 ms, 1 second, 10 seconds. */
export function duration(ms: number): string {
	if (ms < 1000) return `${Math.round(ms)} ms`;
	const seconds = decimal(ms / 1000, 0, 1);
	return `${seconds} ${seconds === '1' ? 'second' : 'seconds'}`;
}

/** Thousands set apart, nothing after the point. */
export function whole(value: number): string {
	return decimal(value, 0);
}

/** A part as people say it: 2 %, 0.5 %, 12 %. */
export function percent(part: number): string {
	const value = part * 100;
	return `${decimal(value, 0, value < 3 ? 1 : 0)} %`;
}
