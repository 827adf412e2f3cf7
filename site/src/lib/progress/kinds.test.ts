import { expect, test } from 'vitest';
import { isOfLearner, isProgress } from './kinds.ts';

const keys = ['guess:a', 'result:a', 'source:a:c:word', 'run:a', 'seat:AB12', 'theme'];

test('a learner takes predictions and code along, not the run that is still going', () => {
	expect(keys.filter(isProgress)).toEqual(['guess:a', 'result:a', 'source:a:c:word']);
});

test('who forgets everything forgets that run, too; keys to a workshop stay', () => {
	expect(keys.filter(isOfLearner)).toEqual(['guess:a', 'result:a', 'source:a:c:word', 'run:a']);
});
