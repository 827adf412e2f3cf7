import { expect, test } from 'vitest';
import type { MeasuredBlock } from '@cyclelab/contract/schema/blocks';
import { createFarthest, disagrees } from './farthest.ts';

const block = (measured: number, predicted: number | { refused: string } = 1): MeasuredBlock => ({
	digest: '0123456789abcdef',
	from: 'a test',
	category: 'scalar',
	length: 2,
	chained: true,
	text: `took ${measured}`,
	cycles: { median: measured, low: 0.99 * measured, high: 1.01 * measured },
	at: '2026-01-02T03:04:05.000Z',
	answers: { leader: predicted, other: 100 }
});

test('the farthest block of the leading predictor is chosen, above or below', () => {
	expect(createFarthest('leader')([block(2), block(0.1), block(3)])?.text).toBe('took 0.1');
});

test('no block is chosen that agrees, or that the predictor refuses', () => {
	const agreeing = [block(1.1), block(50, { refused: 'unknown' }), block(50, 0)];
	expect(createFarthest('leader')(agreeing)).toBeUndefined();
});

test('after twelve only a farther block is chosen', () => {
	const farthest = createFarthest('leader');
	for (let i = 0; i < 12; i++) expect(farthest([block(4 + i)])).toBeDefined();
	expect(farthest([block(4)])).toBeUndefined();
	expect(farthest([block(4.5)])?.text).toBe('took 4.5');
	expect(farthest([block(4.5)])).toBeUndefined();
});

test('a disagreement is a factor of 1.25 outside the interval', () => {
	const of = (predicted: number, median: number) =>
		disagrees({ predicted, measured: { median, low: 0.98 * median, high: 1.02 * median } });
	expect([of(2, 1), of(1, 2), of(1.2, 1), of(1, 1)]).toEqual([true, true, false, false]);
	const wide = { predicted: 2, measured: { median: 1, low: 0.5, high: 2.5 } };
	expect(disagrees(wide)).toBe(false);
});
