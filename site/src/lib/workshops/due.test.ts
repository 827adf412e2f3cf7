import { expect, test } from 'vitest';
import { dueIn, localText } from './due.ts';

test('a homework ends in the evening of a day, and the field’s text is the same moment', () => {
	const due = dueIn(7, new Date(2026, 11, 28, 9, 30));
	expect(localText(due)).toBe('2027-01-04T20:00');
	expect(new Date(localText(due)).getTime()).toBe(due.getTime());
});
