import { expect, test } from 'vitest';
import { leftText, dueIn, localText } from './clock.ts';

test('a timer counts whole seconds down to nothing', () => {
	const end = '2026-01-01T00:10:00.000Z';
	const at = (before: number) => leftText(end, Date.parse(end) - before);
	expect([at(185_000), at(60_001), at(60_000), at(1), at(0), at(-5000)]).toEqual([
		'3:05',
		'1:01',
		'1:00',
		'0:01',
		'0:00',
		'0:00'
	]);
});

test('a homework ends in the evening of a day, and the field’s text is the same moment', () => {
	const due = dueIn(7, new Date(2026, 11, 28, 9, 30));
	expect(localText(due)).toBe('2027-01-04T20:00');
	expect(new Date(localText(due)).getTime()).toBe(due.getTime());
});
