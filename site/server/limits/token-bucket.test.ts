import { expect, test } from 'vitest';
import { createTokenBucket } from './token-bucket.ts';

test('a used bucket refills one by one, up to its size', () => {
	let now = 0;
	const bucket = createTokenBucket({ most: 3, everyMs: 10 }, () => now);
	expect([bucket(2), bucket(2), bucket(1)]).toEqual([2, 1, 0]);
	now = 9;
	expect(bucket(1)).toBe(0);
	now = 25;
	expect(bucket(5)).toBe(2);
	now = 30;
	expect(bucket(5)).toBe(1);
	now = 1000;
	expect(bucket(5)).toBe(3);
});
