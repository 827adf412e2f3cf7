import { expect, test } from 'vitest';
import { forwarding, measured, point, report } from '../../fixtures/examples.ts';
import { floorNote } from './own-summary.ts';
import { summarise } from './summary.ts';

const own = {
	...forwarding,
	free: true as const,
	claims: [],
	codeClaims: [],
	pairClaims: []
};
const of = (variants: Parameters<typeof report>[0]) =>
	summarise(own, { ...report(variants), claims: [] });

test('one own loop is summed up by its cost, two by their ratio as well', () => {
	expect(of({ word: [point(measured(3.06, 0.002))] })).toBe(
		'“One word” takes 3.06 cycles an iteration here.'
	);
	const two = (cycles: number) =>
		of({ word: [point(measured(3.06, 0.002))], bytes: [point(measured(cycles, 0.002))] });
	expect(two(19.3)).toBe(
		'“One word” takes 3.06 cycles an iteration here, “Four bytes” 19.3 cycles. “Four bytes” takes 6.3 times as long, between 6.2 and 6.4.'
	);
	// Both ends of the range are written as 12.
	expect(two(36.7)).toBe(
		'“One word” takes 3.06 cycles an iteration here, “Four bytes” 36.7 cycles. “Four bytes” takes 12 times as long.'
	);
	expect(of({ word: [point(measured(3.06, 0.02))], bytes: [point(measured(3.2, 0.1))] })).toBe(
		'“One word” takes 3.06 cycles an iteration here, “Four bytes” 3.20 cycles (2.88 to 3.52), too noisy to distinguish: the ratio is 1.05 times, between 0.94 and 1.15.'
	);
	expect(two(3.07)).toBe(
		'No measurable difference, below 2 %: “One word” takes 3.06 cycles an iteration here, “Four bytes” 3.07 cycles.'
	);
});

test('a wide interval stands beside the figure', () => {
	expect(of({ word: [point(measured(6, 0.25))] })).toBe(
		'“One word” takes 6.00 cycles (4.50 to 7.50) an iteration here.'
	);
});

test('several speeds are named, and no single number', () => {
	const modes = [6.82, 4.34, 4.98].map((centre, at) => ({ centre, share: 0.5 - 0.1 * at }));
	const several = point({ ...measured(6.22, 0.1), modes });
	expect(of({ word: [several] })).toBe(
		'“One word” takes 6.82, 4.34 or 4.98 cycles an iteration here: several speeds, no single number holds.'
	);
	expect(of({ word: [point(measured(3.06, 0.002))], bytes: [several] })).toBe(
		'“One word” takes 3.06 cycles an iteration here, “Four bytes” 6.82, 4.34 or 4.98 cycles: several speeds, no single number holds. The ratio lies between 1.42 and 2.2.'
	);
});

test('the reason for no difference is a note of its own', () => {
	const { runner } = report({});
	expect(floorNote('No measurable difference, below 2 %: …', { runner })).toBe(
		'This runner has not compared code with itself yet, and nothing below 2 % is distinguished until then.'
	);
	expect(floorNote('“A” takes 3.06 cycles.', { runner })).toBeUndefined();
});

test('without a measurement there is no summary', () => {
	expect(of({ word: [] })).toBeUndefined();
});
