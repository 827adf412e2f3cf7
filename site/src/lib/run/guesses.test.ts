import { expect, test } from 'vitest';
import type { Language } from '@cyclelab/exercises/schema';
import { exerciseOf, factsOf, questionOf } from '../../../fixtures/examples.ts';
import { Guesses } from './guesses.svelte.ts';

test('a prediction belongs to its question: languages that share one share it, others do not', () => {
	const facts = factsOf('Pause', { a: 'A', b: 'B' }, { questionIn: { cs: questionOf('b', 'a') } });
	let language: Language = 'c';
	const guesses = new Guesses(exerciseOf(facts, {}), () => language);
	guesses.commit(3);
	language = 'go';
	expect([guesses.value, guesses.committed]).toEqual([3, true]);
	language = 'cs';
	expect([guesses.value, guesses.committed]).toEqual([undefined, false]);
	expect([guesses.revealedIn('c'), guesses.revealedIn('cs')]).toEqual([true, false]);
	guesses.commit(40);
	guesses.revise();
	expect([guesses.value, guesses.committed, guesses.revealedIn('c')]).toEqual([40, false, true]);
});
