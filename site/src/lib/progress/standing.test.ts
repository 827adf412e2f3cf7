import { expect, test } from 'vitest';
import { standingOf, wayThrough } from './standing.ts';

const kept: Record<string, string> = {
	'guess:a': '3',
	'ran:a': 'yes',
	'guess:b': '2',
	'passed:c': 'yes'
};
const steps = ['a', 'b', 'c', 'd', 'bench'].map((slug, i) => ({
	slug,
	minutes: 10 + i,
	free: slug === 'bench'
}));

test('an exercise stands where its furthest step is', () => {
	expect(steps.map(({ slug }) => standingOf(slug, (place) => kept[place]))).toEqual([
		'ran',
		'predicted',
		'passed',
		undefined,
		undefined
	]);
});

test('next comes what was begun, then the first that was not, and free play is no step', () => {
	const standings = Object.fromEntries(
		steps.map(({ slug }) => [slug, standingOf(slug, (place) => kept[place])])
	);
	expect(wayThrough(steps, standings)).toEqual({
		next: steps[1],
		done: 2,
		all: 4,
		minutesLeft: 11 + 13
	});
	expect(wayThrough(steps, {}).next?.slug).toBe('a');
	expect(wayThrough(steps, { ...standings, b: 'ran' }).next?.slug).toBe('d');
	expect(wayThrough(steps, { a: 'ran', b: 'ran', c: 'ran', d: 'passed' })).toEqual({
		next: undefined,
		done: 4,
		all: 4,
		minutesLeft: 0
	});
});
