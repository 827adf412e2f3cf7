import { expect, test } from 'vitest';
import { lasting } from './span.ts';

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
