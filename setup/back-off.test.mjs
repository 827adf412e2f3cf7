import { expect, test } from 'vitest';
import { createBackOff } from './back-off.mjs';

const soon = 1000;
const settled = 61_000;

test('what keeps dying waits twice as long each time, half a minute at most', () => {
	const { pauseAfter } = createBackOff();
	expect(Array.from({ length: 8 }, () => pauseAfter(soon))).toEqual([
		500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000
	]);
});

test('what had settled is started again at once', () => {
	const { pauseAfter } = createBackOff();
	expect([soon, soon, settled, soon].map(pauseAfter)).toEqual([500, 1000, 500, 1000]);
});

test('what dies too often in a row is given up', () => {
	const { pauseAfter } = createBackOff(3);
	expect([soon, soon, settled, soon, soon].map(pauseAfter)).toEqual([
		500,
		1000,
		500,
		1000,
		undefined
	]);
});
