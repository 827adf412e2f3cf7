import { expect, it, test } from 'vitest';
import {
	apart,
	bytes,
	cycles,
	decimal,
	duration,
	nanoseconds,
	number,
	percent,
	times,
	upTo,
	whole
} from './sentence-numbers.ts';

it('numbers have three significant digits', () => {
	expect([19.34, 3.0603, 0.66812, 149.4, 1489.7, 2.998, 0, 9.999].map(number)).toEqual([
		'19.3',
		'3.06',
		'0.668',
		'149',
		'1,490',
		'3.00',
		'0',
		'10.0'
	]);
});

it('a time has the unit that fits it', () => {
	expect([0.66812, 999.4, 999.96, 14_500_000, 1.2e9, 4.2e12].map(nanoseconds)).toEqual([
		'0.668 ns',
		'999 ns',
		'1.00 µs',
		'14.5 ms',
		'1.20 s',
		'4,200 s'
	]);
});

it('one cycle is one cycle', () => {
	expect([0.9999, 1.01, 3].map(cycles)).toEqual(['1.00 cycle', '1.01 cycles', '3.00 cycles']);
});

it('ratios are as coarse as people say them', () => {
	expect([0.489, 1.0812, 1.999, 6.32, 9.96, 88.2, 1234].map(times)).toEqual([
		'0.49 times',
		'1.08 times',
		'2.0 times',
		'6.3 times',
		'10 times',
		'88 times',
		'1,234 times'
	]);
});

it('sizes are powers of 1024', () => {
	expect([512, 49152, 1048576, 1572864, 2 ** 40 * 2048].map(bytes)).toEqual([
		'512 bytes',
		'48 KiB',
		'1 MiB',
		'1.5 MiB',
		'2,048 TiB'
	]);
});

it('limits are seconds from one second on', () => {
	expect([500, 1000, 2500, 10000].map(duration)).toEqual([
		'500 ms',
		'1 second',
		'2.5 seconds',
		'10 seconds'
	]);
	expect(whole(12345.6)).toBe('12,346');
});

it('parts are whole percents, small ones with a tenth', () => {
	expect([0.02, 0.0049, 0.0261, 0.034, 0.25].map(percent)).toEqual([
		'2 %',
		'0.5 %',
		'2.6 %',
		'3 %',
		'25 %'
	]);
});

it('numbers are written as the platform writes them in English', () => {
	const values = [0, 1, 0.5, 12.25, 999.999, 1000, 1234.5678, 999_999.5, 12_345_678.9, -4321.75];
	for (const value of values)
		for (const [fewest, most] of [
			[0, 0],
			[0, 3],
			[1, 2],
			[2, 2]
		] as const)
			expect(decimal(value, fewest, most)).toBe(
				value.toLocaleString('en-US', {
					minimumFractionDigits: fewest,
					maximumFractionDigits: most
				})
			);
	for (const value of [...values, 1e-7, 0.1, 1 / 3, 1e15])
		for (const digits of [4, 8])
			expect(upTo(digits, value)).toBe(
				value.toLocaleString('en-US', { maximumSignificantDigits: digits })
			);
});

test('two numbers of a sentence about their difference are written so that they differ', () => {
	expect([apart(84_300, 84_312), apart(5.4988, 5.5), apart(0.902, 1), apart(2, 2)]).toEqual([
		['84,300', '84,310'],
		['5.499', '5.500'],
		['0.902', '1.00'],
		['2.00', '2.00']
	]);
});
