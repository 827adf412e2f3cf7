import { expect, test } from 'vitest';
import type { Person } from '../../../shared/workshop-host.ts';
import { inNeedFirst, stepsOf } from './people-steps.ts';

const person = (number: number, more: Partial<Person>): Person => ({
	number,
	name: `${number}`,
	here: true,
	following: true,
	voted: false,
	synthetic: false,
	...more
});

test('steps count people who are here and at the exercise', () => {
	const people = [
		person(1, { at: 'one', step: 'editing' }),
		person(2, { at: 'one', step: 'editing', here: false }),
		person(3, { at: 'two', step: 'editing' }),
		person(4, { at: 'one', step: 'predicting' }),
		person(5, {})
	];
	expect(stepsOf(people, 'one')).toEqual([
		{ step: 'predicting', count: 1 },
		{ step: 'editing', count: 1 }
	]);
});

test('people whose code does not compile come first, and people who left last', () => {
	const people = [
		person(1, { here: false, compiles: false }),
		person(2, { compiles: true }),
		person(3, { compiles: false })
	];
	expect(inNeedFirst(people).map(({ number }) => number)).toEqual([3, 2, 1]);
});
