import { expect, test } from 'vitest';
import { byTrack } from './tracks.ts';

const exercise = (slug: string, track: string, requires: string[] = []) => ({
	slug,
	title: slug.toUpperCase(),
	track,
	requires,
	minutes: 5,
	free: track === 'play'
});
const [a, b, c, bench] = [
	exercise('a', 'first'),
	exercise('b', 'first', ['a']),
	exercise('c', 'second', ['b']),
	exercise('bench', 'play')
] as const;
const tracks = ['first', 'second', 'play', 'empty'].map((id) => ({ id, title: id, summary: 'S.' }));

test('each track counts what is done, begun and not begun; free play counts as nothing', () => {
	const found = byTrack(tracks, [a, b, c, bench], { a: 'passed', b: 'predicted' });
	expect(found).toEqual([
		{
			id: 'first',
			title: 'first',
			done: 1,
			begun: 1,
			notBegun: 0,
			listed: [
				{ exercise: a, standing: 'passed', waitsFor: [] },
				{ exercise: b, standing: 'predicted', waitsFor: [] }
			]
		},
		{
			id: 'second',
			title: 'second',
			done: 0,
			begun: 0,
			notBegun: 1,
			listed: [{ exercise: c, standing: undefined, waitsFor: [b] }]
		},
		{
			id: 'play',
			title: 'play',
			done: 0,
			begun: 0,
			notBegun: 0,
			listed: [{ exercise: bench, standing: undefined, waitsFor: [] }]
		}
	]);
});

test('an exercise that was done before the exercises it requires waits for none', () => {
	const [, second] = byTrack(tracks, [a, b, c], { c: 'ran' });
	expect(second?.listed).toEqual([{ exercise: c, standing: 'ran', waitsFor: [] }]);
});
