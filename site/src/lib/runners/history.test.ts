import { describe, expect, it, test } from 'vitest';
import type { Calibration } from '@cyclelab/contract/schema/gateway';
import { historyGeometry, historyText, stretchesOf, lasting } from './history.ts';

const minute = 60_000;
const now = Date.parse('2026-11-21T21:00:00Z');
const calibration = (agoMinutes: number, median = 4): Calibration => ({
	at: new Date(now - agoMinutes * minute).toISOString(),
	clockGHz: { median, low: median * 0.999, high: median * 1.001 }
});
const box = { width: 700, height: 180, top: 10, right: 10, bottom: 30, left: 50 };

describe('the words about a history', () => {
	it('say how steady the clock was, and over which time', () => {
		expect(historyText([])).toBe('Nothing is known yet: it calibrates when it has nothing to do.');
		expect(historyText([calibration(1)])).toBe('One calibration so far: 4.00 GHz.');
		expect(historyText([calibration(180), calibration(60, 4.02), calibration(0)])).toBe(
			'4.00 GHz, steady within 0.500 % over 3 h (3 calibrations).'
		);
		expect(historyText([calibration(180), calibration(0, 4 + 1e-7)])).toBe(
			'4.00 GHz, steady within 0.00100 % over 3 h (2 calibrations).'
		);
	});

	it('say between which clocks it moved where it was not steady', () => {
		expect(historyText([calibration(30, 3), calibration(20), calibration(0)])).toBe(
			'It moved between 3.00 GHz and 4.00 GHz in 30 min (3 calibrations). Times in nanoseconds moved with it, cycles did not.'
		);
	});
});

describe('a stretch of calibrations', () => {
	it('ends where none came for more than six minutes', () => {
		const all = [20, 15, 8, 2, 0].map((ago) => calibration(ago));
		expect(stretchesOf(all, now).map(({ length }) => length)).toEqual([2, 3]);
	});

	it('goes on over an hour where the site kept one an hour', () => {
		const hours = [30, 29, 28, 25, 24].map((ago) => calibration(ago * 60));
		expect(stretchesOf(hours, now).map(({ length }) => length)).toEqual([3, 2]);
	});
});

describe('the chart', () => {
	it('is not drawn of nothing', () => {
		expect(historyGeometry([], now, box)).toBeUndefined();
	});

	it('leaves gaps open, draws what is alone as a point, and ends now', () => {
		const chart = historyGeometry([calibration(60), calibration(5), calibration(0)], now, box);
		expect(chart?.stretches.map(({ dot, line }) => [dot?.x, line.endsWith('L690,80')])).toEqual([
			[50, false],
			[undefined, true]
		]);
		expect(chart?.xTicks.at(-1)).toEqual({ key: now, x: 690, text: '21:00' });
	});

	it('names the hours of a day, and the days at midnight', () => {
		const hours = [39, 38, 1, 0].map((ago) => calibration(ago * 60));
		const chart = historyGeometry(hours, now, box);
		expect(chart?.xTicks.map(({ text }) => text)).toEqual([
			'06:00',
			'12:00',
			'18:00',
			'21 Nov',
			'06:00',
			'12:00',
			'18:00'
		]);
	});

	it('does not blow a thousandth up to its whole height', () => {
		const chart = historyGeometry([calibration(10), calibration(0)], now, box);
		expect(chart?.yTicks.map(({ text }) => text)).toEqual(['3.90', '3.95', '4.00', '4.05', '4.10']);
	});
});

test('a span is given in whole numbers of one unit', () => {
	const minute = 60_000;
	const hour = 60 * minute;
	const spans = [-5, 999, 40_000, 2 * minute, 119 * minute, 120 * minute, 47 * hour, 72 * hour];
	expect(spans.map(lasting)).toEqual([
		'0 s',
		'0 s',
		'40 s',
		'2 min',
		'119 min',
		'2 h',
		'47 h',
		'3 days'
	]);
});
