import { expect, test } from 'vitest';
import { flowOf } from './flow.ts';

const nothing = {
	predicted: false,
	ran: false,
	revealed: false,
	compared: false,
	read: false,
	passed: false
};
const stepsOf = (done: Partial<typeof nothing> | { passed: undefined }) =>
	flowOf({ ...nothing, ...done }).map(({ step, is }) => `${step}: ${is}`);

test('the first step that is not done is the current step', () => {
	expect(stepsOf({})).toEqual([
		'predict: now',
		'run: to come',
		'compare: to come',
		'explain: to come',
		'challenge: to come'
	]);
	// A run that ended is not looked at by that.
	expect(stepsOf({ predicted: true, ran: true, revealed: true })[2]).toBe('compare: now');
	expect(stepsOf({ predicted: true, ran: true, revealed: true, compared: true })).toEqual([
		'predict: done',
		'run: done',
		'compare: done',
		'explain: now',
		'challenge: to come'
	]);
});

test('who ran before predicting is asked to predict, and sees nothing until then', () => {
	expect(stepsOf({ ran: true }).slice(0, 3)).toEqual([
		'predict: now',
		'run: done',
		'compare: to come'
	]);
});

test('without a challenge in the language there are four steps', () => {
	expect(stepsOf({ passed: undefined })).toHaveLength(4);
});
