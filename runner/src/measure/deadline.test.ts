import { expect, test } from 'vitest';
import { budget } from './budget.ts';
import { copiesWithinMs } from './deadline.ts';

test('measuring edited code and copies of its loop have one limit together', () => {
	expect(copiesWithinMs(true, 0)).toBe(budget.editedRunMs);
	expect(copiesWithinMs(true, 8800.4)).toBe(budget.editedRunMs - 8801);
	expect(copiesWithinMs(true, budget.editedRunMs + 1)).toBe(0);
	expect(copiesWithinMs(false, 70_000)).toBeGreaterThan(budget.editedRunMs);
});
