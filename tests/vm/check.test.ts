import { expect, test } from 'vitest';
import { must, parts, partsNamed } from './check.ts';

test('without a word all parts run, and with words those, in the order of the parts', () => {
	expect(partsNamed([])).toEqual(parts);
	expect(partsNamed(['limits', 'start'])).toEqual(['start', 'limits']);
	expect(partsNamed(['start', 'speed'])).toBe(
		'There is no part speed. The parts are: start, languages, stop, limits, hostile, compose, rootless.'
	);
});

test('what must be true and is not is an error with what was found', () => {
	expect(() => must(true, 'The site answers.', '')).not.toThrow();
	expect(() => must(false, 'The site answers.', { status: 500 })).toThrow(
		'The site answers.\n{"status":500}'
	);
});
