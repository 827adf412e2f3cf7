import { expect, test } from 'vitest';
import { minutesIn, moved } from './plan-order.ts';

test('rows end one after another, with planned minutes or else the exercise’s own', () => {
	const exercises = [
		{ slug: 'a', title: 'A', minutes: 5 },
		{ slug: 'b', title: 'B', minutes: 6 }
	];
	expect(minutesIn(exercises, { b: 20 })).toEqual([
		{ slug: 'a', title: 'A', minutes: 5, end: 5 },
		{ slug: 'b', title: 'B', minutes: 20, end: 25 }
	]);
});

test('an exercise moves one place, and stays where there is none', () => {
	expect(moved(['a', 'b', 'c'], 'c', -1)).toEqual(['a', 'c', 'b']);
	expect(moved(['a', 'b', 'c'], 'a', 1)).toEqual(['b', 'a', 'c']);
	expect(moved(['a', 'b', 'c'], 'a', -1)).toEqual(['a', 'b', 'c']);
	expect(moved(['a', 'b', 'c'], 'c', 1)).toEqual(['a', 'b', 'c']);
	expect(moved(['a'], 'z', 1)).toEqual(['a']);
});
