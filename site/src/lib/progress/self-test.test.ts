import { expect, test } from 'vitest';
import { answerIn, benchOf, measuredDigits, scoreOf } from './self-test.ts';

const loop = (id: string) => ({
	id,
	choices: [
		{ text: 'Yes.', right: true as const },
		{ text: 'No.', why: 'It is.' }
	]
});
const kept = (values: Record<string, string>) => (place: string) => values[place];

test('an answer is the number of a choice, and a number without a choice is none', () => {
	const answer = (value?: string) =>
		answerIn(loop('one'), kept(value === undefined ? {} : { 'answer:one': value }));
	expect([answer(), answer('0'), answer('1'), answer('2'), answer('x'), answer('-1')]).toEqual([
		undefined,
		0,
		1,
		undefined,
		undefined,
		undefined
	]);
});

test('the score counts answers, and those that are right', () => {
	const loops = ['one', 'two', 'three'].map(loop);
	expect(scoreOf(loops, kept({ 'answer:one': '0', 'answer:three': '1' }))).toEqual({
		all: 3,
		answered: 2,
		right: 1
	});
});

test('free play opens a loop for the architecture of its question', () => {
	expect(benchOf({ id: 'one', target: 'arm64' })).toBe(
		'/exercises/free-play?loop=one&language=c&compiler=clang&target=arm64'
	);
});

test('a measured number keeps the zeros that it was measured with, and large numbers get no decimals', () => {
	expect(measuredDigits({ median: 6, low: 5.98, high: 6.09 })).toEqual(['6.00', '5.98', '6.09']);
	expect(measuredDigits({ median: 4, low: 4, high: 4 })).toEqual(['4.0', '4.0', '4.0']);
	expect(measuredDigits({ median: 466, low: 425, high: 585 })).toEqual(['466', '425', '585']);
});
