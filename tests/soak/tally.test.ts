import { expect, test } from 'vitest';
import { explain } from '@cyclelab/contract/measure/explain';
import { auditsInWords, blamedIn, isAccused } from './tally.ts';

test('accusations and other failures are kept apart, of variants and of points', () => {
	const accused = explain({ kind: 'implausible', stage: 'measure', reason: 'No.' });
	const noisy = explain({ kind: 'too-noisy', stage: 'measure', accepted: 1, attempted: 2 });
	const point = (failure: typeof accused) => ({
		parameters: { size: 8 },
		documented: [],
		failure
	});
	const blamed = blamedIn({
		exercise: 'word',
		language: 'c',
		variants: [
			{ id: 'a', points: [], failure: accused },
			{ id: 'b', points: [point(noisy)] }
		]
	});
	expect(blamed).toEqual([
		{ where: 'word, c, a', failure: accused },
		{ where: 'word, c, b {"size":8}', failure: noisy }
	]);
	expect(blamed.map(isAccused)).toEqual([true, false]);
});

test('sentences of the observer that differ in numbers only are one kind', () => {
	const checked = (each: string) => `Checked: ${each} instructions an iteration, counted ${each}.`;
	expect(auditsInWords(['Not checked.', checked('2.00'), checked('1,024')])).toBe(
		'2 times: Checked: N instructions an iteration, counted N.\n1 times: Not checked.'
	);
});
