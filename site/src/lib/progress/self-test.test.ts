import { expect, test } from 'vitest';
import { answerIn, benchOf, scoreOf } from './self-test.ts';

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
