import { expect, test } from 'vitest';
import { openStrikes } from './strikes.ts';

test('an address that guessed wrong often enough waits for the next stretch; others do not', () => {
	let ms = 0;
	const strikes = openStrikes({ most: 2, everyMs: 60_000 }, () => ms);
	strikes.strike('a');
	expect(strikes.wait('a')).toBe(0);
	strikes.strike('a');
	ms = 20_000;
	expect([strikes.wait('a'), strikes.wait('b')]).toEqual([40, 0]);
	ms = 60_000;
	expect(strikes.wait('a')).toBe(0);
});
