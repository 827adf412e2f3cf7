import { expect, test } from 'vitest';
import { givenAway } from './given-away.ts';

const found = (text: string, ratio: number) =>
	givenAway(text, [{ ratio, source: 'a test' }])?.words;

test.each([
	['It ran 18 times longer.', 18, '18 times'],
	['It ran eighteen times longer.', 18.8, 'eighteen times'],
	['A hundredfold apart.', 100, 'A hundredfold'],
	['It takes 3.1×.', 3, '3.1×'],
	['It was twice as fast.', 0.5, 'twice'],
	['It takes a tenth.', 10, 'a tenth'],
	['It costs 40 % more.', 1.4, '40 %'],
	['It saves 40 percent.', 0.6, '40 percent'],
	['There is no difference: no slower at all.', 1, 'no slower'],
	['1276 nanoseconds against 241.', 5.3, '1276 nanoseconds against 241'],
	['Mono says 1146 against 2232.', 1.95, '1146 against 2232'],
	['First 50 ms. Then, later, 0.1 s.', 2, '50 ms" and "0.1 s'],
	['Nine cycles here. A division takes 27 cycles.', 3, 'Nine cycles" and "27 cycles']
])('%s', (text, ratio, words) => {
	expect(found(text, ratio)).toBe(words);
});

test.each([
	['Structs of three bytes and of eight.', 8 / 3],
	['It ran 18 times longer.', 5],
	['A map of 4 million entries, 12 ms.', 12],
	['Half of its bytes lie in the next line.', 2],
	['50 ms, and a cycle of 2 instructions.', 25],
	['5.7 ns once, 5.9 ns another time.', 1]
])('%s (no answer %d)', (text, ratio) => {
	expect(found(text, ratio)).toBeUndefined();
});
