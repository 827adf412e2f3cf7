import { expect, test } from 'vitest';
import { fixed } from '../base/config.ts';
import { findingByCode, openGuesses } from './by-code.ts';

const guessesOf = (most: number, guesses: ReturnType<typeof openGuesses>, network: string) => {
	let tried = 0;
	while (tried < most && guesses.wait(network) === 0) {
		guesses.record(network);
		tried += 1;
	}
	return tried;
};

test('one network tries some codes in a minute, and again in the next', () => {
	let now = 0;
	const guesses = openGuesses(() => now);
	expect(guessesOf(100, guesses, 'a')).toBe(fixed.wrongCodes);
	expect([guesses.wait('a'), guesses.wait('b')]).toEqual([60, 0]);
	now = 60_000;
	expect(guesses.wait('a')).toBe(0);
});

test('a thousand networks together try hardly more than one each once there are many wrong codes', () => {
	const guesses = openGuesses(() => 0);
	const networks = Array.from({ length: 1000 }, (_, i) => `network ${i}`);
	const tried = networks.map((network) => guessesOf(100, guesses, network));
	const free = fixed.wrongCodesTogether / fixed.wrongCodes;
	expect(tried.slice(0, free)).toEqual(Array(free).fill(fixed.wrongCodes));
	expect(tried.slice(free)).toEqual(Array(1000 - free).fill(fixed.wrongCodesUnderAttack));
	// a network without wrong codes is not limited
	expect(guesses.wait('a learner')).toBe(0);
});

test('addresses of one IPv6 network share one limit', async () => {
	const find = findingByCode({ query: async () => [] }, () => undefined);
	const codes: unknown[] = [];
	for (let i = 0; i <= fixed.wrongCodes; i++)
		codes.push(await find('2222-2222', `2001:db8::${i + 1}`).catch(({ code }) => code));
	expect(codes).toEqual([...Array(fixed.wrongCodes).fill('NO_WORKSHOP'), 'TOO_MANY_CODES']);
	await expect(find('2222-2222', '2001:db8:1::1')).rejects.toMatchObject({ code: 'NO_WORKSHOP' });
});
