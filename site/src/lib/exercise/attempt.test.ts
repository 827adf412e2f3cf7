import { expect, test } from 'vitest';
import { Attempt } from './attempt.svelte.ts';

test('hints open one after the other, and an opened one stays opened', () => {
	const attempt = new Attempt('cycle');
	attempt.open(1);
	expect(attempt.hints).toBe(0);
	attempt.open(0);
	attempt.open(1);
	attempt.open(0);
	expect(attempt.hints).toBe(2);
});

test('the solution is shown only after it was asked for twice', () => {
	const attempt = new Attempt('cycle');
	attempt.ask();
	expect([attempt.asking, attempt.shown]).toEqual([true, false]);
	attempt.notYet();
	expect([attempt.asking, attempt.shown]).toEqual([false, false]);
	attempt.ask();
	attempt.show();
	expect([attempt.asking, attempt.shown]).toEqual([false, true]);
});

test('the learner’s own text is put aside by language', () => {
	const attempt = new Attempt('cycle');
	expect(attempt.own('c')).toBeUndefined();
	attempt.putAside('c', 'mine');
	expect([attempt.own('c'), attempt.own('go')]).toEqual(['mine', undefined]);
});
