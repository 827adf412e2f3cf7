import { expect, test } from 'vitest';
import type { WorkshopView } from '../../../shared/workshop-results.ts';
import { learntIn } from './learnt-in-room.ts';

type Exercise = NonNullable<WorkshopView['summary']>[number];

const exercise = (slug: string, tally: Partial<Exercise['tally']>) =>
	({
		slug,
		title: slug,
		question: { text: `${slug}?` },
		tally: { first: [], second: [], results: [], misconceptions: [], solved: 0, ...tally }
	}) as unknown as Exercise;

test('the middle votes beside the measured ratio, and the reason against the most frequent wrong idea', () => {
	const results = [{ answer: { median: 2.9, low: 2.8, high: 3 } }] as Exercise['tally']['results'];
	const misconceptions = [
		{ first: 1, why: 'Rare.' },
		{ first: 4, why: 'Frequent.' }
	] as Exercise['tally']['misconceptions'];
	const chains = exercise('chains', { first: [1, 1, 9], second: [3], results, misconceptions });
	expect(learntIn([chains, exercise('skipped', {}), exercise('solved', { solved: 2 })])).toEqual([
		{
			slug: 'chains',
			title: 'chains',
			question: 'chains?',
			first: 1,
			second: 3,
			measured: 2.9,
			why: 'Frequent.',
			solved: 0
		},
		{
			slug: 'solved',
			title: 'solved',
			question: 'solved?',
			first: undefined,
			second: undefined,
			measured: undefined,
			why: undefined,
			solved: 2
		}
	]);
});
