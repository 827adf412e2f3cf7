import { expect, test } from 'vitest';
import { openFailedAttempts } from './failed-attempts.ts';

test('an address that guessed wrong often enough waits for the next stretch; others do not', () => {
	let ms = 0;
	const attempts = openFailedAttempts({ most: 2, everyMs: 60_000 }, () => ms);
	attempts.record('a');
	expect(attempts.wait('a')).toBe(0);
	attempts.record('a');
	ms = 20_000;
	expect([attempts.wait('a'), attempts.wait('b')]).toEqual([40, 0]);
	ms = 60_000;
	expect(attempts.wait('a')).toBe(0);
});
