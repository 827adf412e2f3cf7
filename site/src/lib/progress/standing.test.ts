import { expect, test } from 'vitest';
import {
	openRequirements,
	resultOf,
	resultText,
	standingOf,
	wayThrough,
	type Standing
} from './standing.ts';

const kept: Record<string, string> = {
	'guess:a': '3',
	'ran:a': 'yes',
	'guess:b': '2',
	'passed:c': 'yes'
};
const steps = ['a', 'b', 'c', 'd', 'bench'].map((slug, i) => ({
	slug,
	minutes: 10 + i,
	free: slug === 'bench',
	requires: slug === 'd' ? ['a', 'c'] : []
}));

test('an exercise stands where its furthest step is', () => {
	expect(steps.map(({ slug }) => standingOf(slug, (place) => kept[place]))).toEqual([
		'ran',
		'predicted',
		'passed',
		undefined,
		undefined
	]);
	// A language may have a question of its own.
	const inCs: Record<string, string> = { 'guess:a:cs': '2' };
	expect(standingOf('a', (place) => inCs[place])).toBe('predicted');
});

test('a result comes back as it was kept, with or without a prediction', () => {
	const back = (text: string | undefined) =>
		resultOf('a', (place) => (place === 'result:a' ? text : undefined));
	for (const result of [
		{ measured: 2.99, guess: 2 },
		{ measured: 0.5, guess: undefined }
	])
		expect(back(resultText(result))).toEqual(result);
	for (const text of [undefined, '', 'yes', '-1 2']) expect(back(text)).toBeUndefined();
});

const standings = Object.fromEntries(
	steps.map(({ slug }) => [slug, standingOf(slug, (place) => kept[place])])
);
const nextAfter = (standings: Record<string, Standing | undefined>) => {
	const { next, reason } = wayThrough(steps, standings);
	return [next?.slug, reason];
};

test('next comes what was begun, and free play is no step', () => {
	expect(wayThrough(steps, standings)).toEqual({
		next: steps[1],
		reason: { kind: 'begun' },
		done: 2,
		begun: 1,
		all: 4,
		minutesLeft: 11 + 13
	});
});

test('else the first open exercise comes next, with what it builds on', () => {
	expect(nextAfter({})).toEqual(['a', { kind: 'first' }]);
	expect(nextAfter({ a: 'ran' })).toEqual(['b', { kind: 'first-open', buildsOn: [] }]);
	expect(nextAfter({ a: 'ran', b: 'ran', c: 'passed' })).toEqual([
		'd',
		{ kind: 'first-open', buildsOn: [steps[0], steps[2]] }
	]);
});

test('an exercise that builds on an open exercise does not come next', () => {
	const [a, b, c, d] = steps;
	expect(wayThrough([d!, a!, b!, c!], {}).next).toBe(a);
	expect(openRequirements(d!, [a!, b!])).toEqual([a]);
	// Of a single track, what it requires elsewhere counts as done.
	expect(wayThrough([d!], {}).next).toBe(d);
});

test('after the last exercise nothing comes next', () => {
	expect(wayThrough(steps, { a: 'ran', b: 'ran', c: 'ran', d: 'passed' })).toEqual({
		next: undefined,
		reason: undefined,
		done: 4,
		begun: 0,
		all: 4,
		minutesLeft: 0
	});
});
