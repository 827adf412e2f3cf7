import { expect, test } from 'vitest';
import { optionsOf } from './options.ts';

const here = 'http://127.0.0.1:3000';

test('a number of people, a site, a code and a pace', () => {
	expect(optionsOf([], here)).toEqual({ people: 60, site: here, code: undefined, pace: 1 });
	const words = ['12', '--site', 'https://the.site/', '--code', 'K7QM-4TXR', '--pace', '3'];
	expect(optionsOf(words, here)).toEqual({
		people: 12,
		site: 'https://the.site',
		code: 'K7QM-4TXR',
		pace: 3
	});
});

test.each([['0'], ['301'], ['--code'], ['--fast', '3'], ['--pace', 'x'], ['--pace', '0']])(
	'%s %s is refused with a sentence',
	(...words) => {
		expect(optionsOf(words, here)).toMatch(/\.$/);
	}
);
