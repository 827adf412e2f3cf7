import { expect, test } from 'vitest';
import { recalled } from './recall.ts';

const loop = (id: string, slug: string) => ({
	id,
	title: `The loop ${id}`,
	teaches: [slug],
	choices: [
		{ text: 'Yes.', right: true as const },
		{ text: 'No.', why: 'It is.' }
	]
});
const loops = [loop('sum', 'chains'), loop('bit', 'branches'), loop('store', 'atomic-store')];
const exercises = [
	{ slug: 'chains', track: 'foundations' },
	{ slug: 'branches', track: 'foundations' },
	{ slug: 'atomic-store', track: 'atomics' }
];
const now = new Date('2026-11-28T20:00:00Z');
const asked = (lastRun: Record<string, string>, kept: Record<string, string> = {}) =>
	recalled(loops, exercises, lastRun, (key) => kept[key], now).map((recall) => recall.loop);

test('a loop is asked for two days after the run of its exercise, one of each track, the longest ago first', () => {
	expect(asked({})).toEqual([]);
	expect(asked({ chains: '2026-11-27T20:00:00Z' })).toEqual([]);
	expect(
		asked({
			chains: '2026-11-25T20:00:00Z',
			branches: '2026-11-26T20:00:00Z',
			'atomic-store': '2026-11-20T20:00:00Z'
		})
	).toEqual(['store', 'sum']);
});

test('a loop that was answered rightly is not asked for again, and one answered wrongly is', () => {
	const lastRun = { chains: '2026-11-25T20:00:00Z', branches: '2026-11-26T20:00:00Z' };
	expect(asked(lastRun, { 'answer:sum': '0' })).toEqual(['bit']);
	expect(asked(lastRun, { 'answer:sum': '1' })).toEqual(['sum']);
});

test('an exercise without a run is not asked about', () => {
	expect(asked({ chains: 'no date' })).toEqual([]);
});
