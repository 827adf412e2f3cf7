import { expect, test } from 'vitest';
import { readOptions } from './options.ts';

test('the default is 200 learners for ten minutes, and arguments change it', () => {
	expect(readOptions([])).toEqual({ learners: 200, minutes: 10 });
	expect(readOptions(['load', '--learners=20', '--minutes=0.5'])).toEqual({
		learners: 20,
		minutes: 0.5
	});
});

test('an invalid number is refused with a sentence', () => {
	expect(() => readOptions(['--learners=many'])).toThrow(
		'--learners needs a number, as in --learners=200; it has “many”.'
	);
	expect(() => readOptions(['--minutes='])).toThrow('--minutes needs a number');
	expect(() => readOptions(['--learners=1.5'])).toThrow('--learners needs a number');
});
