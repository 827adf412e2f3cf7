import { expect, test } from 'vitest';
import type { RunEvent } from './schema/job.ts';
import { checkTellable, largestEvent } from './tellable.ts';

const notice = (text: string): RunEvent => ({ type: 'stage', stage: 'compile', notice: text });

test('what the site can read may be said', () => {
	expect(() => checkTellable(notice('a moment'))).not.toThrow();
});

test('what is too large is told to who wrote the code', () => {
	expect(() => checkTellable(notice('é'.repeat(largestEvent / 2)))).toThrow(
		'What there is to say of this code is larger than 12 MiB. Make the code smaller.'
	);
});

test('a number that is none never leaves', () => {
	expect(() => checkTellable({ type: 'waiting', position: Infinity })).toThrow();
	expect(() => checkTellable({ type: 'waiting', position: 2 ** 60 })).toThrow();
});
