import { expect, test } from 'vitest';
import type { Figures, Stretch } from '../../../shared/figures.ts';
import { nowRows, stretchRows } from './rows.ts';

const quiet: Stretch = {
	accepted: 0,
	finished: 0,
	cancelled: 0,
	failed: {},
	failures: {},
	queueMs: null,
	pickUpMs: null,
	inspectMs: null,
	measureMs: null,
	samples: { accepted: 0, rejected: 0 }
};
const busy: Stretch = {
	accepted: 12,
	finished: 7,
	cancelled: 1,
	failed: { SET_ASIDE: 1, ENGINE_DOWN: 3 },
	failures: { 'compile-error': 2, timeout: 2 },
	queueMs: { p50: 1.5, p95: 2400, of: 12 },
	pickUpMs: { p50: 4.25, p95: 9, of: 11 },
	inspectMs: { p50: 400, p95: 812, of: 9 },
	measureMs: { p50: 3000, p95: 6200, of: 8 },
	samples: { accepted: 900, rejected: 100 }
};
const figures: Figures = {
	at: '2026-11-21T22:00:00.000Z',
	hour: quiet,
	day: busy,
	waiting: [{ queue: 'arm64', runs: 2, oldestSeconds: 95 }],
	running: 1,
	runners: [
		{
			id: 'alpha',
			state: 'ready',
			load: {
				core: 'free',
				sandboxes: { tools: { warm: 4, taken: 1 }, measure: { warm: 2, taken: 0 } }
			}
		},
		{ id: 'beta', state: 'degraded' },
		{ id: 'gamma', state: 'ready' }
	],
	store: { bytes: 1.5 * 2 ** 20 },
	runs: { keptDays: 90, oldest: '2026-01-01T10:00:00.000Z' },
	process: { eventsBehind: 1, upSeconds: 60 }
};

const textsOf = (rows: { name: string; hour: string[]; day: string[] }[]) =>
	rows.map(({ name, hour, day }) => [name, hour, day]);

test('the figures of a period have units, and an empty period has none', () => {
	expect(textsOf(stretchRows(figures))).toEqual([
		[
			'Runs',
			['0 accepted', '0 finished'],
			['12 accepted', '7 finished', '1 cancelled', '4 failed']
		],
		[
			'Failures by kind',
			['none'],
			['ENGINE_DOWN: 3', 'SET_ASIDE: 1', 'compile-error: 2', 'timeout: 2']
		],
		['Time in the queue', ['no run'], ['1.50 ms, 2.40 s']],
		['Pick-up', ['no run'], ['4.25 ms, 9.00 ms']],
		['Inspection', ['no run'], ['400 ms, 812 ms']],
		['Measurement', ['no run'], ['3.00 s, 6.20 s']],
		['Samples rejected', ['none'], ['10 % of 1,000 samples']]
	]);
});

test('what holds now', () => {
	expect(nowRows(figures).map(({ name, now }) => [name, now])).toEqual([
		['Runners', ['2 runners ready', '1 runner degraded', '6 sandboxes warm, 2 of them to measure']],
		['Waiting runs', ['arm64: 2 runs, the oldest for about 2 min', '1 run on runners']],
		['Store', ['1.5 MiB in the database', '1 event behind']],
		['Runs kept', ['90 days', 'the oldest of 1 Jan 2026, 10:00 UTC']]
	]);
	expect(nowRows({ ...figures, runners: [], waiting: [] }).map(({ now }) => now)).toEqual([
		['No runner is connected'],
		['1 run on runners'],
		['1.5 MiB in the database', '1 event behind'],
		['90 days', 'the oldest of 1 Jan 2026, 10:00 UTC']
	]);
});

test('there are eleven figures, and each has advice', () => {
	const rows = [...stretchRows(figures), ...nowRows(figures)];
	expect(rows).toHaveLength(11);
	expect(rows.filter(({ unit, advice }) => unit === '' || !/\.$/.test(advice))).toEqual([]);
});
