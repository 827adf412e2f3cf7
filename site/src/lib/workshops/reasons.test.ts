import { expect, test } from 'vitest';
import { byAnswer } from './reasons.ts';

test('reasons stand with their answer, the reasons of people who were sure first', () => {
	const answers = byAnswer({ low: 1, high: 100 }, [
		{ ratio: 50, why: 'latency' },
		{ ratio: 1.2, confidence: 'guess', why: 'no idea' },
		{ ratio: 1.3, confidence: 'sure', why: 'same port' },
		{ ratio: 1.2, confidence: 'sure' },
		{ ratio: 1.2, why: 'no idea' }
	]);
	expect(answers.map(({ votes, confidence, reasons }) => [votes, confidence, reasons])).toEqual([
		[
			4,
			{ sure: 2, think: 0, guess: 1 },
			[
				{ why: 'same port', confidence: 'sure', people: 1 },
				{ why: 'no idea', confidence: 'guess', people: 2 }
			]
		],
		[1, { sure: 0, think: 0, guess: 0 }, [{ why: 'latency', confidence: undefined, people: 1 }]]
	]);
});

test('every vote is in one answer, also beyond the ends of the question', () => {
	const said = [0.001, 1, 10, 99, 100, 5000].map((ratio) => ({ ratio }));
	const votes = byAnswer({ low: 1, high: 100 }, said).map((answer) => answer.votes);
	expect(votes.reduce((sum, one) => sum + one, 0)).toBe(said.length);
});
