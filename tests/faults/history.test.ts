/** Gaps and needless repeats in a learner's events are detected. */
import { expect, test } from 'vitest';
import { isComplete } from './history.ts';

const runWith = (...ids: string[]) => ({
	id: 'run',
	connections: 2,
	received: ids.map((id) => ({
		id,
		seq: parseInt(id),
		at: 0,
		event: { type: 'cancelled' as const }
	}))
});

test('a history is complete without gaps, and restarts only if it replaces an event that a site lost', () => {
	expect(isComplete(runWith('1.a', '2.b', '3.c'))).toBe(true);
	expect(isComplete(runWith('1.a', '3.c'))).toBe(false);
	expect(isComplete(runWith('1.a', '2.b', '2.b'))).toBe(false);
	expect(isComplete(runWith('1.a', '2.b', '1.a', '2.x', '3.y'))).toBe(true);
	expect(isComplete(runWith('1.a', '2.b', '1.a', '2.b', '3.c'))).toBe(false);
});
