/**
 * Numbers for people: three significant digits, units written out, uncertainty as ±. Numbers reach the page as
 * numbers and become text only here.
 */
import type { Interval } from '@cyclelab/contract/schema/measurement';
import { bytes, decimal, number } from '@cyclelab/contract/measure/sentence-numbers';

// The report's own sentences write numbers and sizes the same way.
export { bytes, number };

/** A number that is mostly whole, such as a latency: `4`, else as any other. */
export function plain(value: number): string {
	return Number.isInteger(value) ? grouped(value) : number(value);
}

/** A whole number with thin groups: `10,000,000`. */
export function grouped(value: number): string {
	return decimal(value, 0);
}

/**
 * Half the interval's width, ending at the digit at which its median ends, or with one digit where that would show zero:
 * 5.83 `± 0.05`, 43,500 `± 4,400`.
 */
export function plusMinus(interval: Interval): string {
	const half = Math.max(interval.high - interval.median, interval.median - interval.low);
	const digits = (number(interval.median).split('.')[1] ?? '').length;
	const place = interval.median === 0 ? 1 : 10 ** (magnitude(interval.median) - 2);
	const shown = Math.round(half / place) * place;
	if (half > 0 && shown === 0) return `± ${Number(half.toPrecision(1))}`;
	return `± ${decimal(shown, digits)}`;
}

/** The power of ten of the first digit that `number` writes. */
const magnitude = (value: number) => Math.floor(Math.log10(Math.abs(Number(value.toPrecision(3)))));

/** A ratio: `6.1×`, `0.48×`, `131×`. */
export function ratio(value: number): string {
	if (value < 0.0995) return `${Number(value.toPrecision(2))}×`;
	return `${value.toFixed(value >= 99.5 ? 0 : value >= 9.95 ? 1 : 2)}×`;
}

/** ` (0.98× to 1.02×)`, behind a figure; nothing where both ends are written alike. */
export const ends = (low: string, high: string): string =>
	low === high ? '' : ` (${low} to ${high})`;

/** A value of a swept parameter. */
export function parameter(value: number, unit: 'bytes' | 'count'): string {
	return unit === 'bytes' ? bytes(value) : grouped(value);
}

/** Executed instructions per iteration: exact, so with as many digits as say so: `5`, `900.13`. */
export function exact(count: number): string {
	return decimal(count, 0, 2);
}

/** A name up to its first comma, semicolon or bracket, for headings and charts; the whole name stands in the text. */
export function shortName(name: string): string {
	return name.split(/,|;| \(/)[0] ?? name;
}

/** `4.12 GHz`. */
export function gigahertz(value: number): string {
	return `${value.toFixed(value < 10 ? 2 : 1)} GHz`;
}

/** `0.97` as `97 %`; full only when it is full. */
export function percent(share: number): string {
	const value = share * 100;
	if (value > 99.9 && value < 100) return '99.9 %';
	return `${Number.isInteger(value) ? value : value.toFixed(1)} %`;
}

/** `0.0042` as `0.420 %`: small parts need more digits than shares do. */
export function finePercent(part: number): string {
	return part > 0 && part < 0.1 ? `${number(part * 100)} %` : percent(part);
}

/** A moment, in UTC so that server and browser say the same: `20 Nov 2026, 14:22 UTC`. */
export const moment = (iso: string): string => momentTo(iso, 'HH:MM'.length);

/** The same to the second, where several may lie in one minute. */
export const momentInSeconds = (iso: string): string => momentTo(iso, 'HH:MM:SS'.length);

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sept Oct Nov Dec'.split(' ');

function momentTo(iso: string, characters: number): string {
	const at = new Date(iso);
	if (Number.isNaN(at.getTime())) return iso;
	const day = `${at.getUTCDate()} ${months[at.getUTCMonth()]} ${at.getUTCFullYear()}`;
	return `${day}, ${at.toISOString().slice(11, 11 + characters)} UTC`;
}

/** A wait: `about 4 s`, `about 2 min`. */
export function wait(waitMs: number): string {
	const seconds = Math.max(1, Math.round(waitMs / 1000));
	return seconds < 90 ? `about ${seconds} s` : `about ${Math.round(seconds / 60)} min`;
}

/** "1 sample", "31 samples"; "5 processes". */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
	return `${grouped(count)} ${count === 1 ? noun : plural}`;
}
