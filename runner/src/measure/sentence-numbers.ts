/** Numbers as the sentences of a report write them. Browser-safe. */

/** Three significant digits, never in powers of ten: 19.3, 3.06, 0.668, 1,490. */
export function number(value: number): string {
	if (value === 0 || !Number.isFinite(value)) return String(value);
	const rounded = Number(value.toPrecision(3));
	const digits = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(rounded))));
	return rounded.toLocaleString('en-US', {
		minimumFractionDigits: Math.min(digits, 20),
		maximumFractionDigits: Math.min(digits, 20)
	});
}

export function cycles(value: number): string {
	return `${number(value)} ${number(value) === '1.00' ? 'cycle' : 'cycles'}`;
}

/** A ratio, as coarse as people say it: 1.08 times, 6.3 times, 88 times. */
export function times(ratio: number): string {
	return `${factor(ratio)} times`;
}

export function factor(ratio: number): string {
	const decimals = ratio >= 9.95 ? 0 : ratio >= 1.995 ? 1 : 2;
	return ratio.toLocaleString('en-US', {
		minimumFractionDigits: decimals,
		maximumFractionDigits: decimals
	});
}

/** ", between 2.0 and 2.2" after a ratio. An exact one has nothing to lie between. */
export function between({ low, high }: { low: number; high: number }): string {
	return low === high ? '' : `, between ${factor(low)} and ${factor(high)}`;
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
	return `${scaled.toLocaleString('en-US', { maximumFractionDigits: 2 })} ${units[unit]}`;
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
	const seconds = (ms / 1000).toLocaleString('en-US', { maximumFractionDigits: 1 });
	return `${seconds} ${seconds === '1' ? 'second' : 'seconds'}`;
}

export function whole(value: number): string {
	return Math.round(value).toLocaleString('en-US');
}

/** A part as people say it: 2 %, 0.5 %, 12 %. */
export function percent(part: number): string {
	const value = part * 100;
	return `${value.toLocaleString('en-US', { maximumFractionDigits: value < 3 ? 1 : 0 })} %`;
}
